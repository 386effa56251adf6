// gatehouse mcp-servers login and logout, with a real authorization server and a browser that says yes.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { serveRealAuthority, type RealAuthority } from '../../../../../../test/fixtures/real-authority.ts';
import {
  createCommandLine,
  startDaemonOf,
  type CommandLine,
  type Ran,
  type RunOptions,
} from '../../../run-for-test.ts';

let at: CommandLine;
let authority: RealAuthority;

beforeEach(async () => {
  at = createCommandLine(onTestFinished);
  authority = await serveRealAuthority();
  configure();
});

function configure(oauth?: Readonly<Record<string, string>>): void {
  const config = join(dirname(at.home), '.config', 'gatehouse');
  mkdirSync(config, { recursive: true });
  const origins = [new URL(authority.url).origin, authority.issuer].map((origin) => JSON.stringify(origin)).join(', ');
  const servers = JSON.stringify({ web: { url: authority.url, ...(oauth === undefined ? {} : { oauth }) } });
  const text = `mode: full-auto\nnet: { internalOrigins: [${origins}] }\nmcp: { servers: ${servers} }\n`;
  writeFileSync(join(config, 'config.yaml'), text, { mode: 0o600 });
}

/** Runs the command; as soon as it shows its page, `act` is given that. */
function login(
  act: (page: string) => Promise<unknown>,
  options: RunOptions = {},
  ...more: readonly string[]
): Promise<Ran> {
  let text = '';
  let isShown = false;
  return at.run(['mcp-servers', 'login', 'web', ...more], {
    ...options,
    onStderr(piece) {
      text += piece;
      const [, page] = /Open: (\S+)\n/.exec(text) ?? [];
      if (page === undefined || isShown) return;
      isShown = true;
      void act(page);
    },
  });
}

const browse = async (page: string) => fetch(await authority.browse(page));

describe('login', () => {
  it('shows who is asked and for what, waits for the browser, and leads on', async () => {
    const { code, stdout, stderr } = await login(browse);
    expect(stderr).toContain(
      `Login to the MCP server web (${authority.url}), given by ${authority.issuer}, for: read offline_access.`,
    );
    expect(stdout).toContain('Logged in to web, for: read. To see its tools: gatehouse mcp-servers accept web --start');
    expect(code).toBe(0);
    expect((await at.run(['secrets', 'list'])).stdout).toMatch(/mcp_login_web_[0-9a-f]{16}/);
    const list = await at.run(['mcp-servers', 'list'], { columns: 400 });
    expect(list.stdout).toContain(`held, given by ${authority.issuer}, for: read (secret mcp_login_web_`);
    expect((await at.run(['mcp-servers', 'accept', 'web', '--start'])).stdout).toContain('NEW echo');
  });

  it('goes through the daemon where one runs, which is the one that is logged in', async () => {
    const daemon = await startDaemonOf(at, onTestFinished);
    expect((await login(browse)).code).toBe(0);
    const { value } = await at.json(['mcp-servers', 'accept', 'web', '--start']);
    expect(value).toMatchObject({ isAccepted: false, name: 'web' });
    expect((await at.run(['mcp-servers', 'logout', 'web'])).stdout).toContain(`revoked at ${authority.issuer}`);
    expect((await at.run(['mcp-servers', 'accept', 'web', '--start'])).stderr).toContain('mcp-servers login web');
    await daemon.close();
  });

  it('takes the address by paste, from a browser that is elsewhere', async () => {
    const stdin = new PassThrough();
    const { code, stderr } = await login(
      async (page) => stdin.write(`${await authority.browse(page)}\n`),
      { stdin },
      '--paste',
    );
    expect(stderr).toContain('does not load. That address is what is wanted.');
    expect(code).toBe(0);
  });

  it('opens the browser of a person who presses Enter, and not before', async () => {
    const [folder, told] = [join(at.workspace, 'bin'), join(at.workspace, 'told')];
    mkdirSync(folder);
    writeFileSync(told, '');
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > ${told}\n`);
    chmodSync(join(folder, 'xdg-open'), 0o755);
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const env = { DISPLAY: ':0', PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    const { code, stderr } = await login(
      async (page) => {
        expect(readFileSync(told, 'utf8')).toBe('');
        stdin.write('\n');
        await expect.poll(() => readFileSync(told, 'utf8')).toBe(page);
        await browse(page);
      },
      { stdin, env },
    );
    expect(stderr).toContain('Press Enter to open it in your browser');
    expect(code).toBe(0);
  });

  it.skipIf(process.platform !== 'linux')('never opens one with --no-browser', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const { stderr } = await login(browse, { stdin, env: { DISPLAY: ':0' } }, '--no-browser');
    expect(stderr).toContain('Paste the address');
    expect(stderr).not.toContain('Press Enter');
  });

  it('keeps to the port that the client is registered with, and says where that is taken', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void holder.close());
    const place = holder.address();
    const port = typeof place === 'object' && place !== null ? place.port : 0;
    configure({ clientId: 'known', redirectUri: `http://127.0.0.1:${port}/back` });
    const { code, stderr } = await login(() => Promise.resolve());
    expect(stderr).toContain(`leads back to port ${port}, which another program of this machine holds`);
    expect(code).toBe(1);
  });

  it.each(['', 'https://example.com/?code=c&state=s\n', 'hello\n'])('fails for a pasted %j', async (text) => {
    const { code, stderr } = await at.run(['mcp-servers', 'login', 'web', '--paste'], { stdin: text });
    expect(stderr).toMatch(/Nothing was pasted|No login to web waits|holds no state/);
    expect(code).toBe(1);
  });

  it('ends when it is told to, and leaves the port', async () => {
    const stop = new AbortController();
    let port = 0;
    const ran = login(
      (page) => {
        port = Number(new URL(new URL(page).searchParams.get('redirect_uri') ?? '').port);
        stop.abort(new Error('enough'));
        return Promise.resolve();
      },
      { signal: stop.signal },
    );
    expect((await ran).code).not.toBe(0);
    const again = createServer();
    await new Promise<void>((resolve, reject) => again.once('error', reject).listen(port, '127.0.0.1', resolve));
    again.close();
  });
});

it('logout of a server without a login says that there was none', async () => {
  expect(await at.run(['mcp-servers', 'logout', 'web'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('there was no login'),
  });
  expect(await at.run(['mcp-servers', 'logout', 'wep'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('web?'),
  });
});
