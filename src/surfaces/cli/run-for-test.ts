// Runs commands of the command line in this process, over a real home and a real workspace, with captured streams. For tests alone.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { openDaemonHome } from '../../runtime/index.ts';
import { startDaemon, type Daemon } from '../http/start-daemon.ts';
import { runMain } from './main.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array | (Readable & { readonly isTTY?: boolean });
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  /** Told what was written to stdout, as it comes. */
  readonly onStdout?: (text: string) => void;
  readonly onStderr?: (text: string) => void;
}

export interface CommandLine {
  readonly home: string;
  readonly workspace: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** With --json; the document, whatever the exit code. */
  json(args: readonly string[], options?: RunOptions): Promise<Ran & { readonly value: unknown }>;
}

/** Takes what is to be done when the test, or all tests of a file, are over: `onTestFinished` or `afterAll`. */
export type WhenOver = (end: () => void | Promise<void>) => void;

/** A home and a workspace of their own. */
export function createCommandLine(whenOver: WhenOver): CommandLine {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-cli-')));
  const home = join(root, 'home');
  const workspace = realpathSync(mkdtempSync(join(root, 'workspace-')));
  whenOver(() => rmSync(root, { recursive: true, force: true }));
  const run = (args: readonly string[], options: RunOptions = {}) => runIn({ home, workspace }, args, options);
  return {
    home,
    workspace,
    run,
    async json(args, options) {
      const ran = await run([...args, '--json'], options);
      return { ...ran, value: JSON.parse(ran.stdout) };
    },
  };
}

/** Starts the daemon of that home in this process. */
export async function startDaemonOf({ home, workspace }: CommandLine, whenOver: WhenOver): Promise<Daemon> {
  const report = (): void => undefined;
  const opened = await openDaemonHome({ env: environmentOf(home), report });
  const daemon = await startDaemon({ home: opened, port: 0, workspace, report });
  whenOver(() => daemon.close());
  return daemon;
}

/** What a command needs of the environment, without the configuration of whoever runs the tests. */
export function environmentOf(home: string): Record<string, string> {
  return { GATEHOUSE_HOME: home, HOME: dirname(home), PATH: process.env['PATH'] ?? '' };
}

async function runIn(
  place: Pick<CommandLine, 'home' | 'workspace'>,
  args: readonly string[],
  options: RunOptions,
): Promise<Ran> {
  const stdout = capture(options.onStdout);
  const stderr = capture(options.onStderr);
  const code = await runMain({
    argv: args,
    streams: {
      stdout:
        options.columns === undefined ? stdout.stream : Object.assign(stdout.stream, { columns: options.columns }),
      stderr: stderr.stream,
    },
    environment: {
      env: { ...environmentOf(place.home), ...options.env },
      cwd: options.cwd ?? place.workspace,
      userId: process.getuid?.() ?? 0,
      stdin: stdinOf(options.stdin),
      signal: options.signal ?? new AbortController().signal,
    },
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function stdinOf(given: RunOptions['stdin'] = new Uint8Array()): Readable {
  return given instanceof Readable ? given : Readable.from(given.length === 0 ? [] : [Buffer.from(given)]);
}

function capture(tell: (text: string) => void = () => undefined): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      tell(chunk.toString('utf8'));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
