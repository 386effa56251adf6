// Tool: runs a piece of code where it can touch nothing: in the sandbox without files and network, or in Docker just so. Never anywhere else.
import { z } from 'zod';
import { defineTool, type ConfinedPath, type ProcessAccess, type ProgramEnd } from '../../contract/index.ts';
import { programResult } from '../../host/index.ts';

/** Of standard output and of error output each. */
const maxBytes = 1024 * 1024;
const longestMs = 600_000;
/** The program's time ends before the call's, so that what it printed is still told. */
const marginMs = 2_000;
/** How long the end of a container may take that did not end by itself. */
const removeMs = 10_000;

const languages = ['python', 'javascript', 'shell'] as const;
type Language = (typeof languages)[number];

/** Each reads all of its program from standard input before it runs. */
const interpreters: Readonly<Record<Language, readonly string[]>> = {
  python: ['python3', '-I', '-'],
  javascript: ['node', '-'],
  // Evaluated whole: a command in it that reads its input would else swallow the rest of the program.
  shell: ['sh', '-c', 'eval "$(cat)"'],
};

/** No network, no capability, nothing to write but a small scratch folder, and an end to what it may use up. */
const confinement: readonly string[] = [
  '--network none --read-only --cap-drop ALL --security-opt no-new-privileges',
  '--user 65534:65534 --ipc none --hostname sandbox --log-driver none',
  '--memory 512m --memory-swap 512m --cpus 1 --pids-limit 128',
  '--tmpfs /tmp:rw,nosuid,nodev,size=64m,mode=1777 --workdir /tmp --env HOME=/tmp',
].flatMap((options) => options.split(' '));

interface Snippet {
  readonly code: string;
  readonly language: Language;
  readonly timeoutMs: number;
  readonly directory: ConfinedPath;
  readonly signal: AbortSignal;
  readonly process: ProcessAccess;
}

export const runSandboxed = defineTool({
  name: 'run_sandboxed',
  title: 'Run code in a sandbox',
  description:
    'Run Python, JavaScript or shell code without network and without files of the workspace, to compute, parse and try out. Print what you want to ' +
    'see: its scratch folder is gone afterwards.',
  mode: 'docker',
  category: 'system',
  risk: 'medium',
  effects: ['executes'],
  timeoutMs: longestMs + 10_000,
  argumentAliases: { script: 'code', source: 'code', snippet: 'code', command: 'code', lang: 'language' },
  input: z.strictObject({
    code: z.string().min(1).max(262_144).describe('The program. A Markdown fence around it is taken off.'),
    language: z.enum(languages).default('python').describe('What it is written in.'),
    timeout_ms: z.int().min(1).max(longestMs).default(60_000).describe('When it is ended, in milliseconds.'),
  }),
  needs: ['process'],
  untrustedResult: true,
  whenToUse: 'For code that needs neither files nor network. For programs of the project there is shell.',
  examples: [
    { description: 'Compute', arguments: { code: 'print(sum(n * n for n in range(1000)))' } },
    {
      description: 'In JavaScript',
      arguments: { language: 'javascript', code: 'console.log(new Date(0).toISOString())' },
    },
  ],
  failureModes: [
    'Neither a whole sandbox nor Docker: refused, and the reason says what to install.',
    'It opens a file of the workspace or a connection: there is none.',
    'An exit code other than 0 is a result, not a failure: read the output.',
    'Time over: the code and all it started are ended, and what it printed is told.',
  ],
  async run({ code, language, timeout_ms: timeoutMs }, context) {
    const directory = context.paths['/working_dir'];
    if (directory === undefined) throw new Error('/working_dir came without a proof that it was checked.');
    const snippet: Snippet = {
      code: withoutFence(code),
      language,
      timeoutMs: Math.max(1, Math.min(timeoutMs, context.timeoutMs - marginMs)),
      directory,
      signal: context.signal,
      process: context.ports.process,
    };
    const { snippet: place, snippet_image: image } = context.facts;
    if (place === 'native') {
      const end = await runNative(snippet);
      const notes =
        end.exitCode === 127 ? [`Is ${interpreters[language][0] ?? ''} installed where the sandbox sees it?`] : [];
      return programResult(end, { timeoutMs, maxBytes, notes });
    }
    // The guard has found one of the two: code that nothing confines is not run.
    if (place !== 'docker' || typeof image !== 'string') throw new Error('Nothing was found that confines the code.');
    const end = await runInDocker(snippet, image, `gatehouse-${context.callId}`);
    const notes =
      end.exitCode === 125 ? [`Docker did not start it. If the image is missing: docker pull ${image}`] : [];
    return programResult(end, { timeoutMs, maxBytes, sandbox: 'docker', notes });
  },
});

function runNative({ code, language, timeoutMs, directory, signal, process }: Snippet): Promise<ProgramEnd> {
  return process.run({
    // Found by `env` inside: a path of this machine may not be there.
    command: { argv: ['env', ...interpreters[language]] },
    directory,
    place: 'sandbox',
    reach: { workspace: 'none', hosts: [] },
    environment: {},
    stdin: code,
    maxBytes,
    timeoutMs,
    signal,
  });
}

async function runInDocker(snippet: Snippet, image: string, name: string): Promise<ProgramEnd> {
  const { code, language, timeoutMs, directory, signal, process } = snippet;
  const cpuSeconds = Math.ceil(timeoutMs / 1000) + 1;
  const options = ['--rm', '-i', '--pull', 'never', '--name', name, '--ulimit', `cpu=${cpuSeconds}`, ...confinement];
  let ended = false;
  try {
    const end = await process.run({
      command: { argv: ['docker', 'run', ...options, image, ...interpreters[language]] },
      directory,
      place: 'host',
      stdin: code,
      maxBytes,
      timeoutMs,
      signal,
    });
    ended = !end.timedOut && end.signal === null;
    return end;
  } finally {
    // The container does not end with the program that started it.
    if (!ended) await removeContainer(snippet, name);
  }
}

async function removeContainer({ directory, process }: Snippet, name: string): Promise<void> {
  await process.run({
    command: { argv: ['docker', 'rm', '--force', name] },
    directory,
    place: 'host',
    maxBytes: 4_096,
    timeoutMs: removeMs,
    // That of the call may have been aborted already: that is why this runs.
    signal: AbortSignal.timeout(removeMs),
  });
}

/** Models like to wrap code as they would show it. */
function withoutFence(code: string): string {
  const fenced = /^\s*```[\w+-]*[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/.exec(code);
  return fenced?.[1] ?? code;
}
