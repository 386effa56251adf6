// HTTP tools of a configured source, through a whole runtime and over the wire: read, gated, sent, and taken up anew.
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { JsonObject, Outcome } from '../../src/contract/index.ts';
import { createCliWorld, type CliWorld } from '../fixtures/cli-world.ts';
import { apiForTest } from '../harness/http-house.ts';

let world: CliWorld;
beforeEach(() => {
  world = createCliWorld();
});

const textOf = (outcome: Outcome): string =>
  outcome.kind === 'completed' ? outcome.observation.text : JSON.stringify(outcome);

function configure(origin: string, more: JsonObject, mode = 'full-auto'): void {
  world.configure({ api: { kind: 'http', ...more } }, `mode: ${mode}\nnet: { internalOrigins: ['${origin}'] }`);
}

it('makes tools of a file and of entries, which send what they say and show no secret', async () => {
  const { origin, seen } = await apiForTest((request) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ got: request.headers.authorization, url: request.url }),
  }));
  const file = join(world.folder, 'tools.txt');
  writeFileSync(
    file,
    `find|Finds|mode=http_get|args=q|url={base}/find?q={q_q}|headers=Authorization: Bearer {token}\nodd|x|mode=teleport\n`,
  );
  configure(origin, {
    file,
    values: { base: origin, token: { env: 'MY_API_TOKEN' } },
    tools: {
      find: { filter: '.got | ascii_upcase' },
      put: { method: 'PUT', url: '{base}/item/{id}', body: { id: '{id}' }, parameters: { id: { type: 'integer' } } },
    },
  });
  const house = await world.house({ MY_API_TOKEN: 'tok-abcdef-123456' });
  expect(await house.names()).toEqual(['find', 'put']);
  const put = textOf(await house.call('put', { id: 7 }));
  expect(put).toContain('/item/7');
  const found = textOf(await house.call('find', { q: 'a b/c' }));
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['PUT', '/item/7', '{"id":7}'],
    ['GET', '/find?q=a%20b/c', ''],
  ]);
  expect(seen[1]?.headers.authorization).toBe('Bearer tok-abcdef-123456');
  expect(`${put}${found}`.toLowerCase()).not.toContain('tok-abcdef');
  expect(found).toContain('redacted');
  const [view] = await house.owner.sources();
  expect(view).toMatchObject({ name: 'api', kind: 'http', state: 'ready', reach: file, problem: null });
  expect(view?.notes).toEqual([expect.stringContaining(`${file}:2: odd stays out`)]);
});

it('asks as fetching and sending do', async () => {
  const { origin, seen } = await apiForTest();
  configure(
    origin,
    { tools: { get: { url: `${origin}/` }, del: { url: `${origin}/`, method: 'DELETE' } } },
    'readonly',
  );
  const house = await world.house();
  expect([(await house.call('get')).kind, (await house.call('del')).kind]).toEqual(['pending', 'pending']);
  expect(seen).toEqual([]);
});

it('runs a line that is a command as its words: no argument becomes another word or another command', async () => {
  const file = join(world.folder, 'tools.txt');
  writeFileSync(
    file,
    `say|Says|command=printf '%s\\n' {x} "{x}!" '{{{x}}}' {n} {more}|args=x,n,more|optional=n,more|arg_types=n:integer,more:array\n`,
  );
  const at = (mode: string): void => world.configure({ mine: { kind: 'http', file } }, `mode: ${mode}\nsandbox: off`);
  at('full-auto');
  const house = await world.house();
  const hostile = `a'b "c" $(touch pwned) ; echo x | cat > pwned`;
  const said = textOf(await house.call('say', { x: hostile, n: 7, more: ['p q', '-r'] }));
  expect(said).toContain(`${hostile}\n${hostile}!\n{${hostile}}\n7\np q\n-r\n`);
  expect(existsSync(join(world.workspace, 'pwned'))).toBe(false);
  const { kind, ...refused } = await house.call('say', { n: 7 });
  expect([kind, JSON.stringify(refused)]).toEqual(['refused', expect.stringMatching(/say again .*"x"/s)]);
  at('readonly');
  expect((await (await world.house()).call('say', { x: hostile })).kind).toBe('pending');
});

it('is broken while its file is missing or anybody may write it, and whole when it is read anew', async () => {
  const { origin } = await apiForTest();
  const file = join(world.folder, 'tools.txt');
  configure(origin, { file });
  const house = await world.house();
  expect(await house.names()).toEqual([]);
  expect(house.reports.join('\n')).toContain(`${file} is missing.`);
  writeFileSync(file, `a|A|mode=http_get|url=${origin}/\n`);
  chmodSync(file, 0o666);
  const [open] = await house.owner.refreshSources('api');
  expect(open).toMatchObject({ state: 'broken', problem: expect.stringContaining('can be changed by every user') });
  chmodSync(file, 0o600);
  await house.owner.refreshSources('api');
  expect(await house.names()).toEqual(['a']);
});

it('is described by a file that no tool may read or write, nor that of another kind of source', async () => {
  const { origin } = await apiForTest();
  const at = (name: string): string => join(world.workspace, name);
  writeFileSync(at('tools.txt'), `a|A|mode=http_get|url=${origin}/\n`);
  writeFileSync(at('api.json'), '{}');
  writeFileSync(at('app.json'), '{}');
  writeFileSync(at('other.txt'), 'x');
  world.configure(
    {
      api: { kind: 'http', file: at('tools.txt') },
      app: { kind: 'cli', command: '/bin/true', spec: at('app.json') },
      doc: { kind: 'openapi', document: at('api.json') },
    },
    'mode: full-auto',
  );
  const house = await world.house();
  for (const path of ['tools.txt', 'api.json', 'app.json']) {
    expect(await house.call('file_write', { path, content: 'x' })).toMatchObject({ kind: 'refused' });
    expect(await house.call('file_read', { path })).toMatchObject({ kind: 'refused' });
  }
  expect(await house.call('file_read', { path: 'other.txt' })).toMatchObject({ kind: 'completed' });
});

it('gives a tool whose name is taken the name of its source before it', async () => {
  const { origin, seen } = await apiForTest();
  configure(origin, { tools: { shell: { url: `${origin}/here` } } });
  const house = await world.house();
  expect(await house.names()).toEqual(['api_shell']);
  await house.call('api_shell');
  expect(seen.map(({ url }) => url)).toEqual(['/here']);
});
