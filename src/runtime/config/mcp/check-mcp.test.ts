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
  ['an unknown key', '{ a: { command: x, trust: true } }', '"trust" is not a setting'],
  ['a source of two kinds', '{ a: { command: x, env: { A: { env: B, secret: c } } } }', 'mcp.servers.a.env.A'],
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
