// run_sandboxed through a whole runtime: a stand-in for Docker records what it is asked; the real sandbox runs code where it is whole.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openGatehouse, type Gatehouse } from '../../src/runtime/index.ts';
import { createProgramWorld, shownText as text, type ProgramWorld } from '../fixtures/program-world.ts';

let world: ProgramWorld;
let folder: string;

beforeEach(() => {
  world = createProgramWorld();
  ({ folder } = world);
});

/** First on the path. It writes down each argument and what came by standard input, then does as `run` says. */
function standIn(run: string): void {
  world.program(
    'docker',
    `if [ "$1" = version ]; then echo 29.0.0; exit 0; fi
printf '%s\\n' "$@" > ${folder}/$1.argv
if [ "$1" = run ]; then cat > ${folder}/run.stdin; env > ${folder}/run.env; ${run}; fi`,
  );
}

async function open(setting: string, more = ''): Promise<Gatehouse> {
  writeFileSync(world.configFile, `mode: full-auto\nsandbox: { setting: ${setting}${more} }\n`);
  return (await world.open({ MINE: 'a value of mine' })).house;
}

const record = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('where the sandbox is not whole', () => {
  it('Docker is asked for a container that reaches nothing, with the code by standard input', async () => {
    standIn('echo from docker');
    const house = await open('off', ', images: { javascript: "my/node:1" }, env: { from: { KEY: { env: MINE } } }');
    const code = 'console.log("a program")';
    const outcome = await house.call('run_sandboxed', { code, language: 'javascript' });
    expect(text(outcome)).toContain('from docker');
    expect(text(outcome)).toContain('sandbox: docker');
    const argv = record('run.argv').trimEnd().split('\n');
    expect(argv.slice(-3)).toEqual(['my/node:1', 'node', '-']);
    const pairs = argv.map((word, at) => `${word} ${argv[at + 1] ?? ''}`);
    for (const pair of ['--network none', '--cap-drop ALL', '--user 65534:65534', '--pids-limit 128', '--pull never'])
      expect(pairs).toContain(pair);
    expect(argv).toContain('--read-only');
    expect(argv.join(' ')).not.toContain('a program');
    expect(argv.join(' ')).not.toContain(folder);
    expect(record('run.stdin')).toBe(code);
    // A program of ours is given nothing that agents' programs are.
    expect(record('run.env')).not.toContain('a value of mine');
    expect(existsSync(join(folder, 'rm.argv'))).toBe(false);
  });

  it('a container that runs out of time is removed', async () => {
    standIn('sleep 30');
    const house = await open('off');
    const outcome = await house.call('run_sandboxed', { code: 'x', timeout_ms: 300 });
    expect(text(outcome)).toContain('timed out after 300 ms');
    const name = record('run.argv')
      .split('\n')
      .find((word) => word.startsWith('gatehouse-'));
    expect(record('rm.argv').trimEnd().split('\n')).toEqual(['rm', '--force', name]);
  });

  it('nothing runs without Docker, and the refusal says what to do', async () => {
    const house = await open('off');
    const outcome = await house.call('run_sandboxed', { code: 'print(1)' });
    expect(outcome).toMatchObject({ kind: 'refused', by: 'decide' });
    expect(JSON.stringify(outcome)).toContain('Remove sandbox: off from the configuration, or start Docker.');
  });

  it('asks in the mode readonly and is refused in plan-only; an explanation asks no Docker', async () => {
    standIn('echo ran');
    const house = await open('off');
    const explained = await house.explain('run_sandboxed', { code: 'x' });
    expect(explained.decision?.unlooked).toEqual(['snippet:snippet']);
    for (const [mode, kind] of [
      ['readonly', 'pending'],
      ['plan-only', 'refused'],
    ] as const) {
      await house.runtime.owner?.setSessionMode(house.caller.session, mode, 'test');
      expect(await house.call('run_sandboxed', { code: 'x' }), mode).toMatchObject({ kind });
    }
    expect(existsSync(join(folder, 'run.argv'))).toBe(false);
  });
});

const level = await levelHere();

async function levelHere(): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-level-'));
  const house = await openGatehouse({ workspace: place, env: { HOME: place, GATEHOUSE_HOME: join(place, 'home') } });
  // A report proves nothing: the first command does.
  await house.call('shell', { command: 'touch x' });
  const { sandbox } = await house.runtime.capabilities(house.caller);
  await house.close();
  rmSync(place, { recursive: true });
  return sandbox.level;
}

describe.skipIf(level !== 'full')(
  `in the real sandbox${level === 'full' ? '' : ` [skipped: the sandbox is at level ${level}]`}`,
  () => {
    it.each<[{ code: string; language?: string }, string]>([
      [{ code: 'print(6 * 7)' }, '42'],
      [{ language: 'shell', code: 'cat; echo $((6 * 7))' }, '42'],
      [{ code: `import os\nprint(os.path.exists("FOLDER/work/here.txt"))` }, 'False'],
      [
        {
          code: 'import socket\ntry:\n  socket.create_connection(("127.0.0.1", 1), 1)\nexcept OSError as e: print("no way")',
        },
        'no way',
      ],
    ])('runs %j and shows %j', async (args, shown) => {
      writeFileSync(join(folder, 'work', 'here.txt'), 'x');
      const house = await open('prefer');
      const code = args.code.replace('FOLDER', folder);
      const outcome = await house.call('run_sandboxed', { ...args, code });
      expect(text(outcome)).toContain('sandbox: full');
      expect(text(outcome)).toContain(shown);
    });
  },
);
