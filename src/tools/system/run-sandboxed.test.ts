// What the tool asks of the process port: code on standard input and never on a command line, and nothing left of a container.
import { describe, expect, it } from 'vitest';
import type { ConfinedPath, JsonObject, ProgramEnd, ProgramRun } from '../../contract/index.ts';
import { openWorld, type World } from '../../../test/fixtures/file-world.ts';
import { runForTest, textOf } from '../../../test/harness/run-tool.ts';
import { runSandboxed } from './run-sandboxed.ts';

const ended: ProgramEnd = {
  exitCode: 0,
  signal: null,
  timedOut: false,
  stdout: new TextEncoder().encode('42\n'),
  stderr: new Uint8Array(),
  stdoutOmitted: 0,
  stderrOmitted: 0,
  sandbox: 'full',
};

type Answer = (program: ProgramRun) => Promise<ProgramEnd>;

async function directory(world: World): Promise<ConfinedPath> {
  return world.confine('.');
}

interface Given {
  readonly facts?: JsonObject;
  readonly answer?: Answer;
}

async function run(args: Parameters<typeof runForTest<typeof runSandboxed.input, 'process'>>[1], given: Given = {}) {
  const world = await openWorld(runForTest);
  const programs: ProgramRun[] = [];
  const answer: Answer = given.answer ?? (() => Promise.resolve(ended));
  try {
    const process = {
      run(program: ProgramRun) {
        programs.push(program);
        return answer(program);
      },
    };
    const paths = { '/working_dir': await directory(world) };
    const facts = given.facts ?? { snippet: 'native' };
    const result = await runForTest(runSandboxed, args, { ports: { process }, paths, facts }).catch(
      (error: unknown) => error,
    );
    return { result, programs, text: isResult(result) ? textOf(result) : String(result) };
  } finally {
    world.close();
  }
}

function isResult(value: unknown): value is Parameters<typeof textOf>[0] {
  return typeof value === 'object' && value !== null && 'blocks' in value;
}

const docker = { snippet: 'docker', snippet_image: 'py:1' };
const argvOf = ({ command }: ProgramRun): readonly string[] => ('argv' in command ? command.argv : []);

describe('in the sandbox', () => {
  it.each([
    ['python', ['env', 'python3', '-I', '-']],
    ['javascript', ['env', 'node', '-']],
    ['shell', ['env', 'sh', '-c', 'eval "$(cat)"']],
  ] as const)('%s gets its code by standard input, no files, no network and no variables', async (language, argv) => {
    const { programs, text } = await run({ code: 'print(42)', language, timeout_ms: 5_000 });
    expect(programs).toMatchObject([
      {
        command: { argv },
        place: 'sandbox',
        reach: { workspace: 'none', hosts: [] },
        environment: {},
        stdin: 'print(42)',
        timeoutMs: 5_000,
      },
    ]);
    expect(text).toBe('[exit code 0 · sandbox: full]\n--- stdout ---\n42');
  });

  it.each([
    ['```python\nprint(1)\n```', 'print(1)'],
    ['\n```\nprint(1)\nprint(2)\n```\n', 'print(1)\nprint(2)'],
    ['```js\r\nx\r\n```', 'x'],
    ['print("```")', 'print("```")'],
    ['```python\nprint(1)', '```python\nprint(1)'],
    ['````\n```\nx\n```\n````', '````\n```\nx\n```\n````'],
  ])('takes one fence off %j', async (code, stdin) => {
    expect((await run({ code })).programs[0]?.stdin).toBe(stdin);
  });

  it('says what may be missing where the interpreter is not there', async () => {
    const { text } = await run({ code: 'x' }, { answer: () => Promise.resolve({ ...ended, exitCode: 127 }) });
    expect(text).toContain('[Is python3 installed where the sandbox sees it?]');
  });
});

describe('in Docker', () => {
  it('has no network, no capability and no file, and the code is on no command line', async () => {
    const code = 'print("on no command line")';
    const { programs, text } = await run({ code, timeout_ms: 3_000 }, { facts: docker });
    expect(programs).toHaveLength(1);
    expect(programs[0]).toMatchObject({ place: 'host', stdin: code });
    const line = programs.flatMap(argvOf).join(' ');
    expect(line).not.toContain('command line');
    expect(line).toMatch(
      /^docker run --rm -i --pull never --name gatehouse-call-1 --ulimit cpu=4 .* py:1 python3 -I -$/,
    );
    for (const part of [
      '--network none',
      '--read-only',
      '--cap-drop ALL',
      '--security-opt no-new-privileges',
      '--user 65534:65534',
      '--memory 512m --memory-swap 512m',
      '--pids-limit 128',
    ])
      expect(line).toContain(part);
    expect(line).not.toMatch(/ (?:-v|--volume|--mount|--privileged|-p|--publish)\b/);
    expect(text).toContain('sandbox: docker');
  });

  it.each<[string, Answer]>([
    ['ran out of time', () => Promise.resolve({ ...ended, exitCode: null, signal: 'SIGTERM', timedOut: true })],
    ['was killed', () => Promise.resolve({ ...ended, exitCode: null, signal: 'SIGKILL' })],
    ['was aborted', () => Promise.reject(new Error('gave up'))],
  ])('leaves no container where the program %s', async (_what, first) => {
    let count = 0;
    const answer: Answer = (program) => (++count === 1 ? first(program) : Promise.resolve(ended));
    const { programs } = await run({ code: 'x' }, { facts: docker, answer });
    expect(programs.slice(1).map(argvOf)).toEqual([['docker', 'rm', '--force', 'gatehouse-call-1']]);
    expect(programs[1]).toMatchObject({ place: 'host' });
  });

  it('says how to get an image that is not there', async () => {
    const { text } = await run(
      { code: 'x' },
      { facts: docker, answer: () => Promise.resolve({ ...ended, exitCode: 125 }) },
    );
    expect(text).toContain('[Docker did not start it. If the image is missing: docker pull py:1]');
  });
});

describe('nowhere else', () => {
  it.each([
    {},
    { snippet: null },
    { snippet: 'host' },
    { snippet: 'docker' },
    { snippet: 'docker', snippet_image: null },
  ])('with the facts %j nothing runs', async (facts) => {
    const { programs, text } = await run({ code: 'x' }, { facts });
    expect(programs).toEqual([]);
    expect(text).toContain('Nothing was found that confines the code.');
  });
});
