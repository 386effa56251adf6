// Tools of an OpenAPI document, through a whole runtime and over the wire: read, fetched, kept, gated and sent.
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
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

const json = { 'content-type': 'application/json' };

function documentOf(server: string, more: JsonObject = {}): string {
  const securitySchemes = {
    key: { type: 'apiKey', in: 'query', name: 'key' },
    login: { type: 'http', scheme: 'bearer' },
  };
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: server }],
    paths: {
      '/pets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'pet_get', tags: ['pets'], security: [{ login: [] }] },
      },
      '/pets': {
        post: {
          operationId: 'pet_add',
          security: [{ key: [] }],
          requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['name'] } } } },
        },
      },
      ...more,
    },
    components: { securitySchemes },
  });
}

function configure(origins: string, more: JsonObject, mode = 'full-auto'): void {
  world.configure(
    { pets: { kind: 'openapi', ...more } },
    `mode: ${mode}\npolicy: { flow: off }\nnet: { internalOrigins: [${origins}] }`,
  );
}

it('makes tools of a file, which send what the document says and show no secret', async () => {
  const { origin, seen } = await apiForTest((request) => ({
    headers: json,
    body: JSON.stringify(request.headers) + request.url,
  }));
  const file = join(world.folder, 'pets.json');
  writeFileSync(file, documentOf(origin, { '/bad': { fetch: {} } }));
  configure(`'${origin}'`, { document: file, auth: { login: { env: 'PET_TOKEN' }, key: { env: 'PET_KEY' } } });
  const house = await world.house({ PET_TOKEN: 'tok-abcdef-123456', PET_KEY: 'key-abcdef-123456' });
  expect(await house.names()).toEqual(['pet_add', 'pet_get']);
  const added = textOf(await house.call('pet_add', { body: { name: 'x' } }));
  const told = added + textOf(await house.call('pet_get', { id: 'a/b' }));
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/pets?key=key-abcdef-123456', '{"name":"x"}'],
    ['GET', '/pets/a%2Fb', ''],
  ]);
  expect(seen[1]?.headers.authorization).toBe('Bearer tok-abcdef-123456');
  expect(told).not.toMatch(/tok-abcdef|key-abcdef/);
  expect(await house.call('pet_add', { body: {} })).toMatchObject({ kind: 'refused', code: 'invalid_arguments' });
  const [view] = await house.owner.sources();
  expect(view).toMatchObject({ name: 'pets', kind: 'openapi', state: 'ready', reach: file });
  expect(view?.details).toContainEqual(['calls', origin]);
  expect(view?.notes).toEqual([`${file}#/paths/~1bad/fetch: no method that is known.`]);
});

it('asks as fetching and sending do, and says what is not set up', async () => {
  const { origin, seen } = await apiForTest();
  const file = join(world.folder, 'pets.json');
  writeFileSync(file, documentOf(origin));
  configure(`'${origin}'`, { document: file }, 'readonly');
  const house = await world.house();
  expect([(await house.call('pet_get', { id: '1' })).kind, (await house.call('pet_add')).kind]).toEqual([
    'pending',
    'pending',
  ]);
  configure(`'${origin}'`, { document: file });
  const free = await world.house();
  expect(textOf(await free.call('pet_get', { id: '1' }))).toMatch(/nothing was sent.*sources\.pets\.auth: \{ "login"/s);
  expect(seen).toEqual([]);
});

it('fetches a document when it is read anew and never at a start, and keeps what it made', async () => {
  let document = '';
  const { origin, seen } = await apiForTest(({ url }) =>
    url === '/openapi.json' ? { headers: json, body: document } : { body: 'ok' },
  );
  document = documentOf('/');
  const other = await apiForTest();
  configure(`'${origin}', '${other.origin}'`, {
    document: `${origin}/openapi.json`,
    auth: { login: { env: 'PET_TOKEN' } },
  });
  const env = { PET_TOKEN: 'tok-abcdef-123456' };
  const house = await world.house(env);
  expect(await house.names()).toEqual([]);
  expect(house.reports.join('\n')).toMatch(/was not fetched yet.*gatehouse source refresh pets/);
  expect(seen).toEqual([]);
  expect((await house.owner.refreshSources('pets'))[0]).toMatchObject({ state: 'ready', problem: null });
  expect(await house.names()).toEqual(['pet_add', 'pet_get']);
  const again = await world.house(env);
  expect(await again.names()).toEqual(['pet_add', 'pet_get']);
  expect(textOf(await again.call('pet_get', { id: '1' }))).toContain('ok');
  expect(seen.map(({ url }) => url)).toEqual(['/openapi.json', '/pets/1']);
  // Fetched anew it may name another host, which gets no secret.
  document = documentOf(other.origin);
  await again.owner.refreshSources('pets');
  expect(textOf(await again.call('pet_get', { id: '1' }))).toContain('which is not the origin that the owner named');
  expect(other.seen).toEqual([]);
  const kept = join(world.folder, 'home', 'sources');
  for (const name of readdirSync(kept)) expect(statSync(join(kept, name)).mode & 0o077).toBe(0);
});

it('is broken where the document is, cannot be fetched, or may be written by anybody', async () => {
  const { origin } = await apiForTest(() => ({ status: 404 }));
  const file = join(world.folder, 'pets.json');
  configure(`'${origin}'`, { document: `${origin}/none.json` });
  const house = await world.house();
  const problemOf = async (): Promise<string> => (await house.owner.refreshSources('pets'))[0]?.problem ?? '';
  expect(await problemOf()).toContain('answered with the status 404');
  const problemAt = async (document: string): Promise<string> => {
    configure(`'${origin}'`, { document });
    const next = await world.house();
    return (await next.owner.refreshSources('pets'))[0]?.problem ?? '';
  };
  expect(await problemAt('http://169.254.169.254/openapi.json')).toMatch(/169\.254\.169\.254/);
  expect(await problemAt(file)).toContain('is missing');
  writeFileSync(file, '{"swagger":"2.0","paths":{}}');
  expect(await problemAt(file)).toContain('Swagger 2.0 (at /swagger)');
  chmodSync(file, 0o666);
  expect(await problemAt(file)).toContain('can be changed by every user');
});
