import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../load-config.ts';

async function load(sources: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-http-source-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'config.yaml');
  writeFileSync(file, `sources: ${sources}\n`);
  const env = { HOME: folder, GATEHOUSE_CONFIG: file };
  const { config } = await loadConfig({
    home: { path: join(folder, 'home') },
    workspace: folder,
    env,
    trustedFolders: [],
  });
  return { sources: config.sources, folder };
}

const unsaid = {
  description: null,
  method: null,
  url: null,
  headers: null,
  body: null,
  parameters: null,
  filter: null,
  extract: null,
  timeoutMs: null,
};

it('has for a tools file all that is not said', async () => {
  const { sources, folder } = await load('{ a: { kind: http, file: ~/tools.txt } }');
  expect(sources).toEqual([
    {
      kind: 'http',
      name: 'a',
      disabled: false,
      file: join(folder, 'tools.txt'),
      settings: { source: 'a', values: {}, tools: {} },
    },
  ]);
});

it('takes everything that can be said of a request', async () => {
  const { sources } = await load(`
  a:
    kind: http
    disabled: true
    values: { base: https://a.example, region: { env: REGION }, token: { secret: jira } }
    tools:
      t:
        description: Does it
        method: PUT
        url: '{base}/{id}{?page}'
        headers: { Authorization: 'Bearer {token}' }
        body: { text: '{text}', n: 1.5, list: [null, true] }
        parameters: { id: { type: string, pattern: '^x' }, text: { enum: [a] }, page: { type: integer, required: false } }
        filter: '.a | .b'
        extract: title
        timeout: 90s
      u: { url: 'https://b.example' }`);
  expect(sources).toMatchObject([{ disabled: true, file: null }]);
  expect(sources[0]?.settings).toEqual({
    source: 'a',
    values: { base: 'https://a.example', region: { env: 'REGION' }, token: { secret: 'jira' } },
    tools: {
      t: {
        description: 'Does it',
        method: 'PUT',
        url: '{base}/{id}{?page}',
        headers: { Authorization: 'Bearer {token}' },
        body: { text: '{text}', n: 1.5, list: [null, true] },
        parameters: {
          id: { type: 'string', pattern: '^x' },
          text: { enum: ['a'] },
          page: { type: 'integer', required: false },
        },
        filter: '.a | .b',
        extract: 'title',
        timeoutMs: 90_000,
      },
      u: { ...unsaid, url: 'https://b.example' },
    },
  });
});

it.each([
  ['{ a: { kind: http } }', 'sources.a: It needs file or tools'],
  ['{ a: { kind: http, file: tools.txt } }', 'sources.a.file: found "tools.txt"; expected an absolute path'],
  ['{ a: { kind: http, tools: { "a b": {} } } }', 'the name of a tool'],
  [
    '{ a: { kind: http, tools: { t: { method: TRACE } } } }',
    'expected one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  ],
  ['{ a: { kind: http, tools: { t: { timeout: 1h } } } }', 'sources.a.tools.t.timeout'],
  ['{ a: { kind: http, tools: { t: { urls: x } } } }', 'Did you mean sources.a.tools.t.url?'],
  ['{ a: { kind: http, tools: { t: { parameters: { "a-b": {} } } } } }', 'a name of letters, digits and "_"'],
  ['{ a: { kind: http, tools: { t: { parameters: { a: 1 } } } } }', 'a JSON Schema'],
  ['{ a: { kind: http, tools: { t: { headers: { "a b": x } } } } }', 'the name of a header'],
  ['{ a: { kind: http, tools: { t: { extract: body } } } }', 'expected one of title'],
  ['{ a: { kind: http, values: { x: { secret: "" } }, tools: {} } }', 'sources.a.values.x'],
])('refuses %s with its place', async (sources, message) => {
  await expect(load(sources)).rejects.toThrow(message);
  await expect(load(sources)).rejects.toThrow(/config\.yaml:\d+:\d+: /);
});
