import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { guestToken, startScriptedDaemon, type ScriptedDaemon } from '../../../test/programs/scripted-daemon.ts';
import { completedOutcome, pendingOutcome, refusedOutcome, sampleTool } from '../../testing/index.ts';

const run = promisify(execFile);

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function start(): Promise<ScriptedDaemon> {
  const house = await startScriptedDaemon({
    tools: [sampleTool({ name: 'echo' }), sampleTool({ name: 'write', policyClass: 'read_write' })],
    calls: {
      echo: ({ arguments: given }) => completedOutcome('json' in given ? given.json : ''),
      write: ({ caller }) =>
        caller.policyClasses === null ? pendingOutcome() : refusedOutcome({ code: 'not_permitted' }),
      hang: ({ signal }) =>
        new Promise((resolve) => signal?.addEventListener('abort', () => resolve(completedOutcome('late')))),
    },
    answers: { mayElicit: () => false, capabilities: () => Promise.reject(new Error('unused')) },
  });
  endings.push(() => house.close());
  return house;
}

/** The status is the last line. */
async function curl(...given: readonly string[]): Promise<{ readonly body: string; readonly status: string }> {
  const { stdout } = await run(
    'curl',
    ['--silent', '--show-error', '--max-time', '10', '--write-out', '\n%{http_code}', ...given],
    { maxBuffer: 32 * 1024 * 1024 },
  );
  const at = stdout.lastIndexOf('\n');
  return { body: stdout.slice(0, at), status: stdout.slice(at + 1) };
}

async function hasCurl(): Promise<boolean> {
  return run('curl', ['--version']).then(
    () => true,
    () => false,
  );
}

describe.skipIf(!(await hasCurl()))('curl', () => {
  it('calls a tool, with the token from its file', async () => {
    const house = await start();
    const header = join(house.workspace, 'header');
    writeFileSync(header, `Authorization: Bearer ${house.token}\nContent-Type: application/json\n`);
    const answer = await curl(
      '--header',
      `@${header}`,
      '--data',
      '{"tool":"echo","arguments":{"n":12345678901234567890}}',
      `${house.daemon.url}/api/calls`,
    );
    expect(answer.status).toBe('200');
    expect(JSON.parse(answer.body)).toMatchObject({
      kind: 'completed',
      observation: { text: '{"n":12345678901234567890}' },
    });
  });

  it('sends a large body after asking whether it may', async () => {
    const house = await start();
    const file = join(house.workspace, 'body');
    writeFileSync(file, `{"tool":"echo","arguments":{"a":"${'x'.repeat(2_000_000)}"}}`);
    const headers = [
      '--header',
      `Authorization: Bearer ${house.token}`,
      '--header',
      'Content-Type: application/json',
      '--header',
      'Expect: 100-continue',
    ];
    const answer = await curl(...headers, '--data-binary', `@${file}`, `${house.daemon.url}/api/calls`);
    expect(answer.status).toBe('200');
    expect(answer.body.length).toBeGreaterThan(2_000_000);
  });

  it('gets nothing without a token, and no file of ours by its path', async () => {
    const house = await start();
    const answers = await Promise.all([
      curl(`${house.daemon.url}/api/health`),
      curl('--path-as-is', `${house.daemon.url}/../../../../etc/passwd`),
      curl(
        '--path-as-is',
        '--header',
        `Authorization: Bearer ${house.token}`,
        `${house.daemon.url}/api/../../../etc/passwd`,
      ),
      curl(
        '--request',
        'OPTIONS',
        '--header',
        'Origin: https://evil.example',
        '--header',
        'Access-Control-Request-Method: POST',
        `${house.daemon.url}/api/calls`,
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['401', '401', '404', '403']);
  });

  it('is the owner on the socket', async () => {
    const house = await start();
    const answer = await curl('--unix-socket', house.daemon.socketPath, 'http://localhost/api/health');
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      '200',
      { status: 'ok', url: house.daemon.url, workspace: house.workspace },
    ]);
  });
});

describe('the MCP client of the SDK', () => {
  async function connect(house: ScriptedDaemon, path: string, headers: Record<string, string>): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const transport = new StreamableHTTPClientTransport(new URL(path, house.daemon.url), { requestInit: { headers } });
    await client.connect(transport);
    endings.push(() => client.close());
    return client;
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it('lists and calls tools as its token', async () => {
    const house = await start();
    const client = await connect(house, '/mcp', bearer(house.token));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'write']);
    const result = await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
    expect(result).toMatchObject({ content: [{ type: 'text', text: '{"text":"hi"}' }] });
    expect(house.runtime.received[0]?.caller).toMatchObject({
      principal: 'token:local',
      surface: 'mcp',
      trust: 'operator',
      workspace: house.workspace,
      seesHidden: false,
    });
  });

  it('is a guest with the token of one', async () => {
    const house = await start();
    const client = await connect(house, '/mcp', bearer(guestToken));
    await client.callTool({ name: 'echo', arguments: {} });
    expect(house.runtime.received[0]?.caller).toMatchObject({ principal: 'token:guest', trust: 'guest' });
  });

  it('gets the tools that read where its address says so', async () => {
    const house = await start();
    const client = await connect(house, '/mcp?readOnly=1', bearer(house.token));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo']);
    expect(await client.callTool({ name: 'write', arguments: {} })).toMatchObject({ isError: true });
  });

  it('gets nowhere without a token, or with one that was revoked', async () => {
    const house = await start();
    await expect(connect(house, '/mcp', {})).rejects.toThrow();
    const client = await connect(house, '/mcp', bearer(guestToken));
    house.tokens.delete(guestToken);
    await expect(client.callTool({ name: 'echo', arguments: {} })).rejects.toThrow();
  });

  it('loses its call, and no more, when the daemon stops', async () => {
    const house = await start();
    const client = await connect(house, '/mcp', bearer(house.token));
    const call = client.callTool({ name: 'hang', arguments: {} }).catch(() => 'ended');
    while (house.runtime.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const began = performance.now();
    await house.daemon.close();
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(house.runtime.received[0]?.signal?.aborted).toBe(true);
    await call;
  });
});
