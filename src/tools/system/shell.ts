// Tool: runs a command line in the workspace. The gate's guards have judged it; what it did comes back whole as far as it fits.
import { z } from 'zod';
import { defineTool, type ProgramRun } from '../../contract/index.ts';
import { programResult } from '../../host/index.ts';
import { loadShell } from '../../text/index.ts';

/** Of standard output and of error output each. */
const maxBytes = 1024 * 1024;
const longestMs = 600_000;
/** The program's time ends before the call's, so that what it printed is still told. */
const marginMs = 2_000;

export const shell = defineTool({
  name: 'shell',
  title: 'Run a shell command',
  description:
    'Run a command line (bash, else sh) in the workspace or a folder of it, without input and with a clean environment. Of long output it tells ' +
    'the start and the end. All it started is ended with it.',
  mode: 'shell',
  category: 'system',
  risk: 'high',
  effects: ['executes', 'writes', 'egress'],
  timeoutMs: longestMs + 10_000,
  aliases: ['execute_shell', 'bash', 'sh', 'run'],
  argumentAliases: { cmd: 'command', cwd: 'working_dir', workdir: 'working_dir', directory: 'working_dir' },
  input: z.strictObject({
    command: z.string().min(1).max(16_384).describe('The command line. It is shown to the person as it is.'),
    working_dir: z.string().min(1).default('.').describe('Folder to run in. Default: the workspace.'),
    timeout_ms: z.int().min(1).max(longestMs).default(30_000).describe('When the command is ended, in milliseconds.'),
  }),
  // The folder is no target: rules speak of the command. The guard of the mode proves it all the same.
  targets: [{ pointer: '/command', kind: 'command', action: 'run' }],
  needs: ['process'],
  untrustedResult: true,
  whenToUse:
    'For what no other tool does: builds, tests, programs of the project. Prefer the file and git tools for what they do.',
  examples: [
    { description: 'Run the tests of a project', arguments: { command: 'npm test', timeout_ms: 300_000 } },
    { description: 'In a folder of the workspace', arguments: { command: 'ls -la', working_dir: 'packages/api' } },
  ],
  failureModes: [
    'A command that cannot be undone, pushes, or is aimed at Gatehouse itself: refused.',
    'An exit code other than 0 is a result, not a failure: read the output. 127 says that there is no such program.',
    'Time over: the command and all it started are ended, and what it printed is told.',
    'It waits for input: there is none. Pass what it needs as arguments.',
  ],
  async run({ command, timeout_ms: timeoutMs }, context) {
    const directory = context.paths['/working_dir'];
    if (directory === undefined) throw new Error('/working_dir came without a proof that it was checked.');
    const end = await context.ports.process.run({
      command: await programOf(command),
      directory,
      maxBytes,
      timeoutMs: Math.max(1, Math.min(timeoutMs, context.timeoutMs - marginMs)),
      signal: context.signal,
    });
    return programResult(end, { timeoutMs, maxBytes });
  },
});

/**
 * A line that uses nothing of the shell runs without one: what was judged word by word is what the program gets. `env` finds the program and
 * ends as a shell does where there is none, in every sandbox alike.
 */
async function programOf(line: string): Promise<ProgramRun['command']> {
  const { plainArgv } = await loadShell();
  const argv = plainArgv(line);
  return argv === null ? { shell: line } : { argv: ['/usr/bin/env', '--', ...argv] };
}
