// What only real processes show: signals, pipes, two processes on one store, a process that dies, and what a start loads.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApprovalView } from '../../contract/index.ts';
import { createCommandLine, environmentOf, startDaemonOf, type CommandLine } from './run-for-test.ts';

const entry = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const program = `const { main } = await import(${JSON.stringify(entry)}); process.exitCode = await main(process.argv.slice(1));`;

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  out(): string;
  err(): string;
  /** Resolves when stdout holds it. */
  says(text: RegExp): Promise<readonly string[]>;
}

interface StartOptions {
  /** Arguments of Node. */
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function start(at: CommandLine, args: readonly string[], { node = [], env = {} }: StartOptions = {}): Started {
  const child = spawn(process.execPath, [...node, '--input-type=module', '--eval', program, '--', ...args], {
    cwd: at.workspace,
    env: { ...environmentOf(at.home), ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
  const ended = new Promise<Awaited<Started['ended']>>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  return {
    child,
    ended,
    out: () => texts.out,
    err: () => texts.err,
    async says(text) {
      await expect.poll(() => text.test(texts.out), { timeout: 15_000 }).toBe(true);
      return text.exec(texts.out) ?? [];
    },
  };
}

/** Whether any process has this in its command line. */
function isRunning(marker: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(marker);
      } catch {
        // It ended while we looked.
        return false;
      }
    });
}

async function openIds(at: CommandLine): Promise<readonly string[]> {
  const views = (await at.json(['approvals'])).value as ApprovalView[];
  return views.map(({ id }) => id);
}

async function kindsOf(at: CommandLine, id: string): Promise<readonly { kind: string; writer: string }[]> {
  return (await at.json(['audit', 'show', id])).value as { kind: string; writer: string }[];
}

describe('streams of a process', () => {
  it('takes arguments from a pipe', async () => {
    const at = createCommandLine(onTestFinished);
    const call = start(at, ['call', 'calculate', '-']);
    call.child.stdin?.end('{"expression":"12345678901234567890"}');
    expect(await call.ended).toEqual({ code: 0, signal: null });
    expect([call.out(), call.err()]).toEqual(['12345678901234567890\n', '']);
  });

  it('ends quietly when its reader goes away, with the code of a broken pipe', async () => {
    const at = createCommandLine(onTestFinished);
    const list = start(at, ['tools', '--json']);
    list.child.stdout?.destroy();
    expect(await list.ended).toEqual({ code: 141, signal: null });
    expect(list.err()).toBe('');
  });

  it('stops following when its reader goes away', async () => {
    const at = createCommandLine(onTestFinished);
    await at.run(['call', 'calculate', '--arg', 'expression=1']);
    const tail = start(at, ['audit', 'tail', '--follow']);
    await tail.says(/tool_executed/);
    tail.child.stdout?.destroy();
    await at.run(['call', 'calculate', '--arg', 'expression=2']);
    expect((await tail.ended).code).toBe(141);
    expect(tail.err()).toBe('');
  });

  it('follows what other processes write, and ends with 0 on Ctrl-C', async () => {
    const at = createCommandLine(onTestFinished);
    await at.run(['doctor']);
    const tail = start(at, ['audit', 'tail', '--follow', '--json', '--kind', 'tool_executed']);
    // Nothing is written before there is such an event: the store shows when it is open.
    await expect
      .poll(async () => (await at.run(['audit', 'verify'])).stdout.match(/^ {2}run_/gm)?.length ?? 0)
      .toBeGreaterThan(0);
    await expect
      .poll(
        async () => {
          await at.run(['call', 'calculate', '--arg', 'expression=1']);
          return tail.out();
        },
        { timeout: 15_000 },
      )
      .toMatch(/^\{"writer".*"tool_executed".*\}\n/);
    tail.child.kill('SIGINT');
    expect(await tail.ended).toEqual({ code: 0, signal: null });
  });

  it('stops waiting for its input on Ctrl-C', async () => {
    const at = createCommandLine(onTestFinished);
    const call = start(at, ['call', 'calculate', '-']);
    // More than a pipe holds: written means that it reads.
    await new Promise((resolve) => call.child.stdin?.write(' '.repeat(1024 * 1024), resolve));
    call.child.kill('SIGINT');
    expect(await call.ended).toEqual({ code: 1, signal: null });
    expect(call.err()).toBe('gatehouse: Stopped before the end.\n');
  });
});

/** Where processes can be looked at. */
const hasProc = existsSync('/proc/self/cmdline');

describe.skipIf(!hasProc)('a call that is stopped', () => {
  it.each([
    ['SIGINT', 'local'],
    ['SIGTERM', 'local'],
    ['SIGHUP', 'local'],
    ['SIGINT', 'daemon'],
  ] as const)(
    'ends on %s with exit 1, its process tree gone, and says so in the record: %s runtime',
    async (signal, runtime) => {
      const at = createCommandLine(onTestFinished);
      if (runtime === 'daemon') await startDaemonOf(at, onTestFinished);
      const marker = `300.${Math.floor(Math.random() * 1e9)}`;
      // Only what was granted runs without a question; the first run, that of the approval, ends at once.
      const command = `test -e go && (sleep ${marker} & sleep ${marker}); echo over`;
      const args = ['call', 'shell', JSON.stringify({ command })];
      expect((await at.run(args)).code).toBe(4);
      const [id = ''] = await openIds(at);
      expect((await at.run(['approvals', 'approve', id, '--session'])).code).toBe(0);
      expect((await at.run(args)).stdout).toContain('over');
      writeFileSync(join(at.workspace, 'go'), '');

      const call = start(at, args);
      await expect.poll(() => isRunning(`sleep\0${marker}`), { timeout: 15_000 }).toBe(true);
      call.child.kill(signal);
      expect(await call.ended).toEqual({ code: 1, signal: null });
      expect(call.out()).toMatch(/^Stopped: /);
      // A daemon hears of it when the connection is gone.
      if (runtime === 'daemon') await expect.poll(() => isRunning(marker)).toBe(false);
      else expect(isRunning(marker)).toBe(false);
      const failed = async () => (await at.json(['audit', 'tail', '--kind', 'tool_failed'])).value;
      await expect.poll(failed).toMatchObject([{ envelope: { tool: 'shell', status: 'aborted' } }]);
    },
  );

  it('ends what an approval runs in the approving process, and tells what became of it', async () => {
    const at = createCommandLine(onTestFinished);
    const marker = `301.${Math.floor(Math.random() * 1e9)}`;
    await at.run(['call', 'shell', '--arg', `command=touch asked; sleep ${marker}; echo over`]);
    const [id = ''] = await openIds(at);
    const approve = start(at, ['approvals', 'approve', id]);
    await expect.poll(() => isRunning(`sleep\0${marker}`), { timeout: 15_000 }).toBe(true);
    approve.child.kill('SIGINT');
    expect(await approve.ended).toEqual({ code: 1, signal: null });
    expect(approve.out()).toMatch(/you stopped waiting; the request is failed/);
    expect(isRunning(marker)).toBe(false);
    expect(await at.run(['call', '--collect', id])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Stopped: /),
    });
  });
});

describe('two processes on one store', () => {
  const asked = { filename: 'asked.txt', content: 'by the client' };

  /** An MCP client's server process, which asks and stays. */
  async function startAsker(at: CommandLine): Promise<{ readonly asker: Started; readonly id: string }> {
    const asker = start(at, ['mcp']);
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const send = (message: object) => asker.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({ id: 1, method: 'initialize', params });
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'file_write', arguments: asked } });
    const [, id = ''] = await asker.says(/(apr_[0-9a-z]{20})/);
    return { asker, id };
  }

  it('the asking process lives: it runs what another approves, which sees the outcome', async () => {
    const at = createCommandLine(onTestFinished);
    const { asker, id } = await startAsker(at);
    const approve = start(at, ['approvals', 'approve', id]);
    expect((await approve.ended).code).toBe(0);
    expect(approve.out()).toMatch(/executed[^]*Created asked\.txt/);
    const events = await kindsOf(at, id);
    const writerOf = (kind: string) => events.find((event) => event.kind === kind)?.writer;
    expect(writerOf('tool_executed')).toBe(writerOf('tool_requested'));
    asker.child.stdin?.end();
    expect((await asker.ended).code).toBe(0);
  });

  it('the asking process was killed: the approver runs it, once', async () => {
    const at = createCommandLine(onTestFinished);
    const { asker, id } = await startAsker(at);
    asker.child.kill('SIGKILL');
    await asker.ended;
    const approve = start(at, ['approvals', 'approve', id]);
    expect((await approve.ended).code).toBe(0);
    expect(approve.out()).toMatch(/executed\nCreated asked\.txt/);
    const events = await kindsOf(at, id);
    expect(events.filter(({ kind }) => kind === 'tool_executed')).toHaveLength(1);
    expect((await at.run(['audit', 'verify'])).code).toBe(0);
  });

  it('two approvers at once: one answers, the other is told that it is answered, and it ran once', async () => {
    const at = createCommandLine(onTestFinished);
    await at.run(['call', 'file_write', JSON.stringify(asked)]);
    const [id = ''] = await openIds(at);
    const approvers = [start(at, ['approvals', 'approve', id]), start(at, ['approvals', 'approve', id])];
    const codes = await Promise.all(approvers.map(async ({ ended }) => (await ended).code));
    expect(new Set(codes)).toEqual(new Set([0, 3]));
    const events = await kindsOf(at, id);
    expect(events.filter(({ kind }) => kind === 'tool_executed')).toHaveLength(1);
    expect(events.filter(({ kind }) => kind === 'approval_answered')).toHaveLength(1);
  });
});

describe('the daemon', () => {
  it('says commands that work where it was started, and ends with 0 on Ctrl-C', async () => {
    const at = createCommandLine(onTestFinished);
    const up = start(at, ['up', '--port', '0'], { env: { GATEHOUSE_COMMAND: 'npm start --' } });
    await up.says(/Stop with Ctrl-C\./);
    const lines = up.out().matchAll(/^ {5}npm start -- (.*)$/gm);
    const codes: Record<string, number> = {};
    for (const [, line = ''] of lines) {
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      const args = words.map((word) => (word === 'ID' ? 'apr_' : word));
      const id = line.endsWith(' ID') ? (await openIds(at))[0] : undefined;
      codes[line] = (await at.run(id === undefined ? args : [...args.slice(0, -1), id])).code;
    }
    expect(Object.values(codes)).toEqual([0, 4, 0, 0, 0, 0]);
    expect(existsSync(join(at.workspace, 'hello.txt'))).toBe(true);
    up.child.kill('SIGINT');
    expect(await up.ended).toEqual({ code: 0, signal: null });
    expect(up.err()).toBe('gatehouse: Stopping.\n');
  });

  it('is one for a home: a second is told so with exit 6', async () => {
    const at = createCommandLine(onTestFinished);
    const up = start(at, ['up', '--port', '0']);
    await up.says(/Stop with Ctrl-C\./);
    const second = await at.json(['up', '--port', '0']);
    expect(second).toMatchObject({ code: 6, value: { error: { code: 'store_locked' } } });
  });

  it('leaves a home that works when it is killed, and starts again', async () => {
    const at = createCommandLine(onTestFinished);
    const killed = start(at, ['up', '--port', '0']);
    await killed.says(/Stop with Ctrl-C\./);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect((await at.run(['call', 'calculate', '--arg', 'expression=1'])).code).toBe(0);
    const again = start(at, ['up', '--port', '0']);
    await again.says(/Stop with Ctrl-C\./);
  });
});

describe('a start', () => {
  it.each([
    ['tools', ['tools']],
    ['approvals', ['approvals']],
    ['audit tail', ['audit', 'tail']],
  ])('of %s loads no schema library, no server, no client and no configuration parser', async (_name, args) => {
    const at = createCommandLine(onTestFinished);
    const loaded = join(at.home, '..', 'loaded.txt');
    const hook = `
      import { registerHooks } from 'node:module';
      import { appendFileSync } from 'node:fs';
      registerHooks({ load: (url, context, next) => (appendFileSync(${JSON.stringify(loaded)}, url + '\\n'), next(url, context)) });`;
    const run = start(at, args, { node: ['--import', `data:text/javascript,${encodeURIComponent(hook)}`] });
    expect((await run.ended).code).toBe(0);
    const packages = readFileSync(loaded, 'utf8').matchAll(/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//g);
    expect(new Set([...packages].map(([, name]) => name))).toEqual(new Set(['commander', 'ipaddr.js']));
    rmSync(loaded);
  });
});
