import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../load-config.ts';

async function load(sources: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-openapi-source-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'config.yaml');
  writeFileSync(file, `sources: ${sources}\n`);
  const env = { HOME: folder, GATEHOUSE_CONFIG: file };
  const home = { path: join(folder, 'home') };
  const { config } = await loadConfig({ home, workspace: folder, env, trustedFolders: [] });
  return { sources: config.sources, folder };
}

it('has for a document all that is not said', async () => {
  const { sources, folder } = await load('{ a: { kind: openapi, document: ~/api.yaml } }');
  expect(sources).toEqual([
    {
      kind: 'openapi',
      name: 'a',
      disabled: false,
      settings: {
        source: 'a',
        document: join(folder, 'api.yaml'),
        documentUrl: null,
        server: null,
        variables: {},
        auth: {},
        include: null,
        exclude: [],
        prefix: '',
        headers: {},
        timeoutMs: 30_000,
      },
    },
  ]);
});

it('takes everything that can be said of a document', async () => {
  const { sources } = await load(`
  a:
    kind: openapi
    document: https://api.example/openapi.json
    server: https://api.example/v1
    variables: { region: eu }
    auth: { key: { secret: k }, login: { env: TOKEN } }
    include: [{ tags: [pets], methods: [get] }, { paths: [/repos/**], tools: [^x] }]
    exclude: [{ methods: [delete] }]
    prefix: shop
    headers: { X-A: b, X-B: { env: B, prefix: 'T ' } }
    timeout: 2m
    disabled: true`);
  expect(sources[0]).toMatchObject({
    disabled: true,
    settings: {
      document: 'https://api.example/openapi.json',
      documentUrl: 'https://api.example/openapi.json',
      server: 'https://api.example/v1',
      variables: { region: 'eu' },
      auth: { key: { secret: 'k' }, login: { env: 'TOKEN' } },
      include: [
        { tags: ['pets'], paths: [], methods: ['get'], tools: [] },
        { tags: [], paths: ['/repos/**'], methods: [], tools: ['^x'] },
      ],
      exclude: [{ tags: [], paths: [], methods: ['delete'], tools: [] }],
      prefix: 'shop',
      headers: { 'X-A': { text: 'b' }, 'X-B': { env: 'B', prefix: 'T ' } },
      timeoutMs: 120_000,
    },
  });
});

it.each([
  ['{ kind: openapi }', /sources\.a\.document/],
  ['{ kind: openapi, document: api.yaml }', /sources\.a\.document: .*expected an absolute path/],
  ["{ kind: openapi, document: 'https://u:p@x.example/a' }", /sources\.a\.document: it holds a user or a password/],
  ['{ kind: openapi, document: /a, server: ftp://x }', /sources\.a\.server: .*expected an http or https address/],
  ["{ kind: openapi, document: /a, server: 'https://{region}.example' }", /sources\.a\.server/],
  ['{ kind: openapi, document: /a, auth: { k: secret } }', /sources\.a\.auth\.k/],
  ['{ kind: openapi, document: /a, include: [{ methods: [GET] }] }', /sources\.a\.include\[?\.?0/],
  ["{ kind: openapi, document: /a, include: [{ tools: ['('] }] }", /sources\.a\.include.*no regular expression/],
  ["{ kind: openapi, document: /a, exclude: [{ paths: ['[a'] }] }", /sources\.a\.exclude.*paths/],
  ['{ kind: openapi, document: /a, timeout: 11m }', /sources\.a\.timeout/],
  ['{ kind: openapi, document: /a, headers: { "a b": c } }', /sources\.a\.headers/],
  ['{ kind: openapi, document: /a, colour: red }', /colour/],
])('refuses %s', async (entry, message) => {
  await expect(load(`{ a: ${entry} }`)).rejects.toThrow(message);
});
