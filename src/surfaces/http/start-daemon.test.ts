import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, get } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { openScriptedHome, startScriptedDaemon, type ScriptedHome } from '../../../test/programs/scripted-daemon.ts';
import { abortedOutcome, completedOutcome } from '../../testing/index.ts';
import { startDaemon, type Daemon } from './start-daemon.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

function openHome(): ScriptedHome {
  const opened = openScriptedHome({});
  endings.push(opened.remove);
  return opened;
}

async function start(
  opened: ScriptedHome,
  more: { readonly port?: number; readonly ownerSocket?: string } = {},
): Promise<Daemon> {
  const home = { ...opened.home, ...(more.ownerSocket === undefined ? {} : { ownerSocket: more.ownerSocket }) };
  const daemon = await startDaemon({
    home,
    port: more.port ?? 0,
    workspace: opened.workspace,
    report: () => undefined,
  });
  endings.push(() => daemon.close());
  return daemon;
}

async function startDefault() {
  const started = await startScriptedDaemon();
  endings.push(() => started.close());
  return started;
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a daemon that starts', () => {
  it('keeps socket, token and whereabouts to its user, and no secret in the whereabouts', async () => {
    const { daemon, home, token, workspace } = await startDefault();

    expect([daemon.socketPath, daemon.tokenFile, home.daemonFile].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
    const whereabouts = readFileSync(home.daemonFile, 'utf8');
    expect(JSON.parse(whereabouts)).toMatchObject({ url: daemon.url, pid: process.pid, workspace });
    expect(whereabouts).not.toContain(token);
    expect(token).toMatch(/^gh_[0-9a-f]{64}$/);
  });

  it('has a new token every time, and the secret is protected before a runtime can show it', async () => {
    const opened = openHome();
    const first = await start(opened);
    const token = readFileSync(first.tokenFile, 'utf8');
    await first.close();
    await start(opened);

    expect(readFileSync(first.tokenFile, 'utf8')).not.toBe(token);
    expect(opened.acts.slice(0, 2)).toEqual(['protectSecret GATEHOUSE_CLIENT_TOKEN', `runtimeFor ${opened.workspace}`]);
  });

  it('answers on loopback alone', async () => {
    const { daemon } = await startDefault();
    expect(daemon.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('takes over the socket of a daemon that was killed', async () => {
    const opened = openHome();
    const program = `require('net').createServer().listen(${JSON.stringify(opened.home.ownerSocket)}, () => console.log('up'))`;
    const killed = spawn(process.execPath, ['-e', program]);
    await new Promise((resolve) => killed.stdout.once('data', resolve));
    killed.kill('SIGKILL');
    await new Promise((resolve) => killed.once('close', resolve));
    expect(existsSync(opened.home.ownerSocket)).toBe(true);

    const daemon = await start(opened);
    expect(modeOf(daemon.socketPath)).toBe(0o600);
  });

  it('leaves a daemon that runs alone, and names its address', async () => {
    const opened = openHome();
    const first = await start(opened);

    await expect(start(opened)).rejects.toMatchObject({
      code: 'store_locked',
      message: expect.stringContaining(first.url),
    });
    expect((await fetch(`${first.url}/api/health`)).status).toBe(401);
    expect(existsSync(first.socketPath)).toBe(true);
    expect(readFileSync(opened.home.daemonFile, 'utf8')).toContain(first.url);
  });

  it.each(['answers with something else', 'says nothing at all', 'hangs up'])(
    'does not take the socket of a program that %s',
    async (kind) => {
      const opened = openHome();
      const other =
        kind === 'answers with something else'
          ? createHttpServer((_request, response) => response.end('{"url":"javascript:alert(1)"}'))
          : createNetServer((connection) => void (kind === 'hangs up' && connection.destroy()));
      await new Promise<void>((resolve) => other.listen(opened.home.ownerSocket, resolve));
      endings.push(() => other.close());

      await expect(start(opened)).rejects.toMatchObject({
        code: 'store_locked',
        message: expect.not.stringContaining('javascript'),
      });
      expect(existsSync(opened.home.ownerSocket)).toBe(true);
    },
  );

  it('says what to set where the path of the socket is longer than the system takes', async () => {
    const opened = openHome();
    const folder = join(opened.folder, 'x'.repeat(90));
    mkdirSync(folder);

    const starting = start(opened, { ownerSocket: join(folder, 'run', 'owner.sock') });
    await expect(starting).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining('GATEHOUSE_HOME'),
    });
    expect(opened.acts).toEqual(['close']);
  });

  it('says that its port is in use, and leaves nothing behind', async () => {
    const opened = openHome();
    const other = createNetServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    endings.push(() => other.close());
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;

    await expect(start(opened, { port })).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining(`${port}`),
    });
    expect([opened.home.ownerSocket, opened.home.daemonFile, opened.home.clientToken].filter(existsSync)).toEqual([]);
    expect(opened.acts.at(-1)).toBe('close');
    await start(opened);
  });

  it('fails whole where its runtime cannot be composed', async () => {
    const opened = openHome();
    const home = { ...opened.home, runtimeFor: () => Promise.reject(new Error('no store')) };

    await expect(startDaemon({ home, port: 0, workspace: opened.workspace, report: () => undefined })).rejects.toThrow(
      'no store',
    );
    expect(existsSync(opened.home.ownerSocket)).toBe(false);
    expect(opened.acts.at(-1)).toBe('close');
  });

  it('keeps requests on its socket waiting until it can answer them', async () => {
    const opened = openHome();
    const composing = Promise.withResolvers<undefined>();
    const home = {
      ...opened.home,
      async runtimeFor(folder: string) {
        await composing.promise;
        return opened.home.runtimeFor(folder);
      },
    };
    const starting = startDaemon({ home, port: 0, workspace: opened.workspace, report: () => undefined });
    await until(() => existsSync(home.ownerSocket));
    const asked = new Promise<number | undefined>((resolve) =>
      get({ socketPath: home.ownerSocket, path: '/api/health', headers: { host: 'localhost' } }, ({ statusCode }) =>
        resolve(statusCode),
      ),
    );
    composing.resolve(undefined);

    const daemon = await starting;
    endings.push(() => daemon.close());
    expect(await asked).toBe(200);
  });
});

describe('a daemon that stops', () => {
  it('removes its files and ends its runtimes last', async () => {
    const { daemon, home, acts } = await startDefault();
    await daemon.close();
    await daemon.close();

    expect([daemon.socketPath, daemon.tokenFile, home.daemonFile].filter(existsSync)).toEqual([]);
    expect(acts.filter((act) => act === 'close')).toEqual(['close']);
    await expect(fetch(daemon.url)).rejects.toThrow();
  });

  it('aborts the calls under way and still tells their callers how they ended', async () => {
    const started: string[] = [];
    const opened = await startScriptedDaemon({
      otherwise: async ({ signal }) => {
        started.push('call');
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        return abortedOutcome('The daemon stops.');
      },
    });
    endings.push(() => opened.close());
    const call = opened.send('/api/calls', { method: 'POST', body: '{"tool":"slow"}' });
    const overSocket = opened.sendOwner('/api/calls', { method: 'POST', body: '{"tool":"slow"}' });
    await until(() => started.length === 2);

    await opened.daemon.close();
    expect((await call).status).toBe(499);
    expect(await (await call).json()).toMatchObject({ kind: 'aborted', isError: true, reason: 'The daemon stops.' });
    expect((await overSocket).status).toBe(499);
  });

  it('ends the streams that are open', async () => {
    const opened = await startScriptedDaemon({
      answers: {
        events: () => Promise.resolve([]),
        async *follow(_query, signal) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          yield* [];
        },
      },
    });
    endings.push(() => opened.close());
    const stream = await opened.send('/api/events', { headers: { accept: 'text/event-stream' } });

    await opened.daemon.close();
    expect(await stream.text()).toBe(': events follow\n\n');
  });

  it('does not wait for ever for a call that does not end', async () => {
    const opened = await startScriptedDaemon({ otherwise: () => new Promise(() => undefined) });
    endings.push(() => opened.close());
    const call = opened.send('/api/calls', { method: 'POST', body: '{"tool":"stuck"}' }).catch(() => 'cut');
    await until(() => opened.runtime.received.length === 1);

    await opened.daemon.close();
    expect(await call).toBe('cut');
  });

  it('finishes stopping where a file is gone already or a runtime fails to close', async () => {
    const opened = openHome();
    const home = { ...opened.home, close: () => Promise.reject(new Error('the disk is full')) };
    const daemon = await startDaemon({ home, port: 0, workspace: opened.workspace, report: () => undefined });
    writeFileSync(daemon.tokenFile, 'other');

    await expect(daemon.close()).rejects.toThrow('the disk is full');
    expect(existsSync(daemon.socketPath)).toBe(false);
    await expect(fetch(daemon.url)).rejects.toThrow();
  });
});

it('completes a call as a client and as the owner', async () => {
  const opened = await startScriptedDaemon({ calls: { hello: () => completedOutcome('hi') } });
  endings.push(() => opened.close());

  const call = await opened.send('/api/calls', { method: 'POST', body: '{"tool":"hello","arguments":{}}' });
  const own = await opened.sendOwner('/api/calls', { method: 'POST', body: '{"tool":"hello","arguments":{}}' });

  expect(await call.json()).toMatchObject({ kind: 'completed', isError: false, observation: { text: 'hi' } });
  expect(JSON.parse(own.text)).toMatchObject({ kind: 'completed' });
  expect(
    opened.runtime.received.map(({ caller }) => [caller.principal, caller.surface, caller.trust, caller.seesHidden]),
  ).toEqual([
    ['token:local', 'http', 'operator', false],
    [`user:${process.getuid?.() ?? 0}`, 'cli', 'operator', true],
  ]);
});
