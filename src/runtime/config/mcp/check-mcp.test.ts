import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../load-config.ts';

async function load(servers: string, where: 'owner' | 'project' = 'owner') {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-mcp-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, where === 'owner' ? 'config.yaml' : 'gatehouse.yaml');
  writeFileSync(file, `mcp:\n  servers: ${servers}\n`);
  const env = { HOME: folder, ...(where === 'owner' ? { GATEHOUSE_CONFIG: file } : {}) };
  return loadConfig({ home: { path: join(folder, 'home') }, workspace: folder, env, trustedFolders: [folder] });
}

it.each([
  ['neither', '{ a: {} }', 'needs command (a program) or url'],
  ['both', '{ a: { command: x, url: "https://example.com" } }', 'not both'],
  ['headers of a program', '{ a: { command: x, headers: {} } }', 'headers goes with url'],
  ['arguments of an address', '{ a: { url: "https://example.com", args: [] } }', 'args goes with command'],
  ['an address that is none', '{ a: { url: "ftp://example.com" } }', 'expected an address such as'],
  ['a program like an option', '{ a: { command: "-x" } }', 'expected the name of a program'],
  ['a class that guests have', '{ a: { command: x, policyClass: read_only } }', 'one of read_write, exec'],
  ['a name with a dot', '{ a.b: { command: x } }', 'a name of up to 32 letters'],
  ['a folder that depends on who starts it', '{ a: { command: x, cwd: sub } }', 'expected an absolute path'],
  ['a login of a program', '{ a: { command: x, oauth: {} } }', 'oauth goes with url'],
  [
    'a login beside a header',
    '{ a: { url: "https://example.com", headers: { authorization: x }, oauth: {} } }',
    'a header Authorization or a login, not both',
  ],
  [
    'a secret that anybody could be sent',
    '{ a: { url: "https://example.com", oauth: { clientId: c, clientSecret: { secret: s } } } }',
    'needs clientId and issuer',
  ],
  [
    'a secret that is written down',
    '{ a: { url: "https://example.com", oauth: { clientId: c, clientSecret: hello, issuer: "https://id.example" } } }',
    'mcp.servers.a.oauth.clientSecret',
  ],
  [
    'an issuer that is none',
    '{ a: { url: "https://example.com", oauth: { issuer: x } } }',
    'mcp.servers.a.oauth.issuer',
  ],
  ['scopes in one text', '{ a: { url: "https://example.com", oauth: { scopes: ["a b"] } } }', 'oauth.scopes'],
  ['an unknown key', '{ a: { command: x, trust: true } }', '"trust" is not a setting'],
  ['a source of two kinds', '{ a: { command: x, env: { A: { env: B, secret: c } } } }', 'mcp.servers.a.env.A'],
  ['a new name with a dot', '{ a: { command: x, tools: { b: { rename: c.d } } } }', 'letters, digits, "_" and "-"'],
  [
    'a new name that is too long',
    `{ a: { command: x, tools: { b: { rename: ${'n'.repeat(60)} } } } }`,
    'more than 64 letters',
  ],
  [
    'a new name given twice',
    '{ a: { command: x, tools: { b: { rename: d }, c: { rename: d } } } }',
    'mcp.servers.a.tools.c.rename: "d" is the new name of "b" already',
  ],
  [
    'a class of guests for a tool',
    '{ a: { command: x, tools: { b: { policyClass: read_only } } } }',
    'one of read_write',
  ],
  [
    'a setting that tools do not have',
    '{ a: { command: x, tools: { b: { include: [] } } } }',
    '"include" is not a setting',
  ],
  ['a tool named __proto__', '{ a: { command: x, tools: { __proto__: { hidden: true } } } }', 'cannot be a key'],
  ['a pattern that cannot be read', '{ a: { command: x, include: ["[a"] } }', 'mcp.servers.a.include[0]'],
])('%s is refused with its place', async (_what, servers, message) => {
  await expect(load(servers)).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringContaining(message),
  });
});

it('servers are not for the file of a project: whose words they are starts programs', async () => {
  await expect(load('{ a: { command: x } }', 'project')).rejects.toThrow(/mcp may not be set in the file of a project/);
});

it('a program runs in the folder of its user, so that no workspace decides which one that is', async () => {
  const { config } = await load('{ b: { command: npx, args: [x] }, a: { url: "https://example.com/mcp" } }');
  expect(config.servers).toMatchObject([
    { name: 'a', reach: { kind: 'web' } },
    { name: 'b', reach: { directory: expect.stringContaining('gatehouse-mcp-config-') }, timeoutMs: 60_000 },
  ]);
});

it('settings of single tools are taken up in order of name, also for a tool named like a property of all objects', async () => {
  const { config } = await load(
    '{ a: { command: x, tools: { toString: { hidden: true }, constructor: { rename: build, timeout: 5m } } } }',
  );
  const nothing = { description: null, policyClass: null, trustReadOnly: null };
  expect(config.servers[0]?.tools).toEqual([
    { ...nothing, tool: 'constructor', rename: 'build', hidden: null, timeoutMs: 300_000 },
    { ...nothing, tool: 'toString', rename: null, hidden: true, timeoutMs: null },
  ]);
});

it('a program runs in the folder that is named, and ~ is the one of its user', async () => {
  const { config } = await load('{ a: { command: x, cwd: ~/notes }, b: { command: x, cwd: /srv } }');
  expect(config.servers).toMatchObject([
    { reach: { directory: expect.stringMatching(/gatehouse-mcp-config-.*\/notes$/) } },
    { reach: { directory: '/srv' } },
  ]);
});

it.each(['https://127.0.0.1:1/x', 'http://example.com:1/x', 'http://127.0.0.1/x', 'http://127.0.0.1:1/x?y', 'x'])(
  'a login leads back to this machine, and not to %s',
  async (uri) => {
    await expect(load(`{ a: { url: "https://example.com", oauth: { redirectUri: "${uri}" } } }`)).rejects.toMatchObject(
      { message: expect.stringContaining('expected http://127.0.0.1') },
    );
  },
);

it('what is said of a login is read, and what is not is discovered', async () => {
  const oauth = '{ clientId: c, clientSecret: { secret: s }, issuer: "https://id.example", scopes: [a, b] }';
  const { config } = await load(
    `{ a: { url: "https://example.com", oauth: ${oauth} }, b: { url: "https://b.example" } }`,
  );
  expect(config.servers.map((server) => server.oauth)).toEqual([
    { clientId: 'c', clientSecret: 's', issuer: 'https://id.example', scopes: ['a', 'b'], redirectUri: null },
    { clientId: null, clientSecret: null, issuer: null, scopes: null, redirectUri: null },
  ]);
});
