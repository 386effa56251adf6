// The network of a program in real bubblewrap: what was granted, through the proxy, and no other way.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programsForTest, type ProgramsForTest, type Told } from '../process/programs-for-test.ts';
import { whyNoBubblewrap } from './sandbox-for-test.ts';

const missing = whyNoBubblewrap() ?? whyNoCurl();

function whyNoCurl(): string | null {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'curl is not installed';
  }
}

describe.skipIf(missing !== null)(`a granted host${missing === null ? '' : ` (${missing})`}`, () => {
  let folder = '';
  let programs: ProgramsForTest;
  let server: Server;
  let origin = '';

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-network-')));
    server = createServer((request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Uint8Array) => (bytes += chunk.length)).on('end', () => response.end(`got ${bytes}`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    // A server on a host and port has an address of this form.
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    programs = await programsForTest(folder, {
      net: { internalOrigins: [origin], blockedHosts: [], allowedHosts: [], proxy: 'direct' },
    });
  });

  afterAll(() => {
    server.close();
    programs.close();
    rmSync(folder, { recursive: true });
  });

  /** Without the exception for the loopback, since that is where the server of this test is. */
  const run = (line: string, hosts: readonly string[] = ['127.0.0.1']): Promise<Told> =>
    programs.run(`unset no_proxy NO_PROXY\n${line}`, { reach: { workspace: 'write', hosts } });

  it.each([
    ['curl', () => `curl -sS -m 5 ${origin}/`, 'got 0'],
    ['curl by a tunnel', () => `curl -sS -m 5 --proxytunnel ${origin}/`, 'got 0'],
    ['much at once', () => `head -c 5000000 /dev/zero | curl -sS -m 9 --data-binary @- ${origin}/`, 'got 5000000'],
    [
      'Node',
      () =>
        `${realpathSync(process.execPath)} -e 'fetch("${origin}").then((answer) => answer.text()).then(console.log)'`,
      'got 0\n',
    ],
    [
      'many at the same time',
      () => `for i in $(seq 30); do curl -sS -m 9 ${origin}/ -o out$i & done; wait; cat out* | wc -c`,
      '150\n',
    ],
  ])('is reached by %s', async (_what, line, stdout) => {
    expect(await run(line())).toMatchObject({ stdout, exitCode: 0, sandbox: 'full', endedLeftovers: false });
  });

  it.each([
    ['another host', () => 'curl -sS -m 5 http://example.org/', /example\.org is not among the hosts/],
    ['another host by a tunnel', () => 'curl -sS -m 5 https://example.org/', /403/],
    ['the same server without the proxy', () => `curl -sS -m 5 --noproxy "*" ${origin}/`, /connect/i],
    [
      'the same server by a socket',
      () => `bash -c 'exec 8<>/dev/tcp/${origin.slice(7).replace(':', '/')} && echo open'`,
      /refused/,
    ],
    ['another server by a socket', () => `bash -c 'exec 8<>/dev/tcp/1.1.1.1/443 && echo open'`, /unreachable/],
    [
      'a lookup of names',
      () => `perl -e 'print scalar(gethostbyname("example.org")) ? "open" : "no name\n"'`,
      /no name/,
    ],
    ['the proxy as a way to this machine', () => 'curl -sS -m 5 http://127.0.0.1:1/', /Gatehouse: /],
  ])('is no way to %s', async (_what, line, why) => {
    const { stdout, stderr } = await run(line());
    expect(stdout).not.toContain('open');
    expect(stdout).not.toContain('got');
    expect(`${stdout}${stderr}`).toMatch(why);
  });

  it('leaves no process and no connection, also after a program that did not end by itself', async () => {
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    const end = await programs.run(
      `curl -sS -m 60 --proxytunnel -H "Expect: 100-continue" -T - ${origin}/ < /dev/tty; exec 8<>/dev/tcp/127.0.0.1/3128; sleep 60`,
      {
        reach: { workspace: 'none', hosts: ['127.0.0.1'] },
        timeoutMs: 800,
      },
    );
    expect(end).toMatchObject({ timedOut: true });
    await expect.poll(connections).toBe(0);
    expect(execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })).not.toContain('http://proxy');
  });

  it('the program cannot get at the channel itself', async () => {
    const { stdout } = await run(
      'for each in /proc/[0-9]*/fd/7; do (exec 8<>"$each") 2>/dev/null && echo open $each; done; ls /proc/self/fd',
    );
    expect(stdout).not.toContain('open');
    expect(stdout.split('\n')).not.toContain('7');
  });

  it('is told to programs only where there is one', async () => {
    expect((await programs.run('env | grep -i proxy; curl -sS -m 2 http://127.0.0.1:3128/')).stdout).toBe('');
    await expect(run('true', ['*.example.com'])).rejects.toThrow(/is not a host/);
  });
});
