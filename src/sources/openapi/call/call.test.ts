import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { createRedactor } from '../../../host/index.ts';
import { apiForTest, webHouse, type Answer, type Seen, type WebHouse } from '../../../../test/harness/http-house.ts';
import { documentForTest, settingsForTest } from '../document-for-test.ts';
import { makeTools } from '../make-tools.ts';
import type { OpenApiSettings } from '../openapi-settings.ts';
import { openapiTools } from '../source.ts';

const secrets: Readonly<Record<string, string>> = {
  token: 'very-secret-token-1',
  pair: 'user:very-secret-pass',
  key: 'very-secret-key-12',
  broken: 'line\nend',
};
const env = { API_KEY: 'very-secret-env-key' };

interface Api extends WebHouse {
  readonly origin: string;
  readonly seen: Seen[];
}

interface ApiOptions {
  readonly more?: JsonObject;
  readonly settings?: Partial<OpenApiSettings>;
  readonly answer?: (seen: Seen) => Answer;
  /** Further origins that may be called. */
  readonly listed?: readonly string[];
}

/** A server of ours, and the tools of a document that describes it, behind a gate. */
async function api(paths: JsonValue, { more = {}, settings = {}, answer, listed = [] }: ApiOptions = {}): Promise<Api> {
  const { origin, seen } = await apiForTest(answer);
  const all = settingsForTest({ server: origin, ...settings });
  const { tools } = await makeTools(documentForTest(paths, more), all);
  const redactor = createRedactor();
  const needs = {
    env,
    secretValue: async (name: string) => secrets[name] ?? Promise.reject(new Error(`There is no secret ${name}.`)),
    registerSecret: redactor.register,
  };
  const house = await webHouse(openapiTools(tools, all, needs), { listed: [origin, ...listed], redactor });
  return { ...house, origin, seen };
}

const list = { type: 'array', items: { type: 'string' } };
const map = { type: 'object', additionalProperties: {} };

function query(name: string, schema: JsonValue, more: JsonObject = {}): JsonValue {
  return { '/q': { get: { operationId: 'q', parameters: [{ name, in: 'query', schema, ...more }] } } };
}

describe('a parameter, on the wire', () => {
  const color = ['blue', 'black brown'];
  const rgb = { R: 100, G: 'x&y' };
  it.each<[string, JsonValue, JsonObject, JsonValue, string]>([
    ['a text', {}, {}, 'a b&c=d/ü', 'c=a%20b%26c%3Dd%2F%C3%BC'],
    ['a large number', { type: 'integer' }, {}, 5, 'c=5'],
    ['form, exploded', list, {}, color, 'c=blue&c=black%20brown'],
    ['form', list, { explode: false }, color, 'c=blue,black%20brown'],
    ['form of an object, exploded', map, {}, rgb, 'R=100&G=x%26y'],
    ['form of an object', map, { explode: false }, rgb, 'c=R,100,G,x%26y'],
    ['spaceDelimited', list, { style: 'spaceDelimited', explode: false }, color, 'c=blue%20black%20brown'],
    ['pipeDelimited', list, { style: 'pipeDelimited', explode: false }, color, 'c=blue%7Cblack%20brown'],
    ['deepObject', map, { style: 'deepObject' }, { R: 1, deep: { x: ['y'] } }, 'c[R]=1&c[deep][x][0]=y'],
    ['reserved characters', {}, { allowReserved: true }, 'a/b:c&d', 'c=a/b:c%26d'],
    ['an empty list', list, {}, [], ''],
  ])('goes into the query as its style says: %s', async (_what, schema, more, value, expected) => {
    const { run, seen } = await api(query('c', schema, more));
    expect(await run('q', { c: value })).toMatchObject({ isError: false });
    expect(seen[0]?.url).toBe(expected === '' ? '/q' : `/q?${expected}`);
  });

  it('goes as JSON where its content says so', async () => {
    const parameter = { name: 'c', in: 'query', content: { 'application/json': { schema: map } } };
    const { run, seen } = await api({ '/q': { get: { operationId: 'q', parameters: [parameter] } } });
    await run('q', { c: { a: [1] } });
    expect(seen[0]?.url).toBe('/q?c=%7B%22a%22%3A%5B1%5D%7D');
  });

  it.each<[JsonObject, JsonValue, string]>([
    [{}, ['a b', 'c'], '/p/a%20b,c/end'],
    [{ style: 'label' }, ['a', 'c'], '/p/.a,c/end'],
    [{ style: 'label', explode: true }, ['a', 'c'], '/p/.a.c/end'],
    [{ style: 'matrix' }, ['a', 'c'], '/p/;id=a,c/end'],
    [{ style: 'matrix', explode: true }, ['a', 'c'], '/p/;id=a;id=c/end'],
    [{ explode: true }, { R: 1 }, '/p/R=1/end'],
  ])('goes into the path as its style says: %j', async (more, value, url) => {
    const parameters = [{ name: 'id', in: 'path', schema: {}, ...more }];
    const { run, seen } = await api({ '/p/{id}/end': { get: { operationId: 'p', parameters } } });
    await run('p', { id: value });
    expect(seen[0]?.url).toBe(url);
  });

  it('moves neither the host nor the folder above it', async () => {
    const { run, seen } = await api({ '/p/{id}': { get: { operationId: 'p' } } });
    for (const id of [
      '..',
      '../../admin',
      '%2e%2e',
      '//evil.example',
      '@evil.example',
      '?x=1',
      '#',
      'a\r\nHost: evil',
    ]) {
      await run('p', { id });
      for (const { url } of seen.splice(0)) expect(url).toMatch(/^\/p\/[^/?#]+$/);
    }
  });

  it('goes into headers and cookies, and a line end goes nowhere', async () => {
    const parameters = [
      { name: 'X-List', in: 'header', schema: list },
      { name: 'X-Object', in: 'header', schema: map, explode: true },
      { name: 'X-Text', in: 'header', schema: {} },
      { name: 'session', in: 'cookie', schema: {} },
      { name: 'flags', in: 'cookie', schema: list },
    ];
    const { run, seen } = await api({ '/h': { get: { operationId: 'h', parameters } } });
    await run('h', {
      'X-List': ['a', 'b'],
      'X-Object': { R: 1, G: 2 },
      'X-Text': 'é',
      session: 'a;b=c',
      flags: ['x', 'y'],
    });
    expect(seen[0]?.headers).toMatchObject({
      'x-list': 'a,b',
      'x-object': 'R=1,G=2',
      cookie: 'session=a%3Bb%3Dc; flags=x%2Cy',
      accept: 'application/json, */*;q=0.5',
    });
    expect(Buffer.from(String(seen[0]?.headers['x-text']), 'latin1').toString('utf8')).toBe('é');
    expect((await run('h', { 'X-Text': 'a\r\nX-Evil: 1' })).text).toMatch(/nothing was sent.*X-Text/s);
    expect(seen).toHaveLength(1);
  });
});

describe('a body, on the wire', () => {
  const post = (content: JsonObject): JsonValue => ({ '/b': { post: { operationId: 'b', requestBody: { content } } } });

  it('is JSON, with the digits that were given, and none where none was given', async () => {
    const { run, seen } = await api(post({ 'application/vnd.x+json': { schema: { type: 'object' } } }));
    await run('b', JSON.parse('{"body":{"a":[1,"ü"]}}') as JsonValue);
    await run('b', {});
    expect(seen[0]).toMatchObject({
      method: 'POST',
      body: '{"a":[1,"ü"]}',
      headers: { 'content-type': 'application/vnd.x+json' },
    });
    expect(seen[1]).toMatchObject({ method: 'POST', body: '' });
    expect(seen[1]?.headers['content-type']).toBeUndefined();
  });

  it('is a form, whose fields are written as the document says', async () => {
    const properties = { name: {}, tags: list, address: map, meta: map, csv: list };
    const encoding = { meta: { style: 'deepObject', explode: true }, csv: { style: 'form', explode: false } };
    const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties }, encoding } };
    const { run, seen } = await api(post(content));
    const body = {
      name: 'a b&c',
      tags: ['x', 'y'],
      address: { s: 1 },
      meta: { k: { l: 'v' } },
      csv: ['1', '2'],
      none: null,
    };
    await run('b', { body });
    expect(seen[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(seen[0]?.body).toBe('name=a%20b%26c&tags=x&tags=y&address=%7B%22s%22%3A1%7D&meta[k][l]=v&csv=1,2');
  });

  it('is in parts, of which none can end another', async () => {
    const properties = { 'na"me': {}, file: { type: 'string', format: 'binary' }, meta: map, tags: list };
    const content = { 'multipart/form-data': { schema: { type: 'object', properties } } };
    const { run, seen } = await api(post(content));
    await run('b', { body: { 'na"me': 'a\r\n--b', file: 'content', meta: { k: 1 }, tags: ['x', 'y'] } });
    const type = seen[0]?.headers['content-type'] ?? '';
    const form = await new Response(seen[0]?.body ?? '', { headers: { 'content-type': type } }).formData();
    expect(form.get('na"me')).toBe('a\r\n--b');
    expect(form.getAll('tags')).toEqual(['x', 'y']);
    const file = form.get('file');
    expect(file instanceof File ? [file.name, await file.text()] : null).toEqual(['file', 'content']);
    expect(seen[0]?.body).toContain('name="meta"\r\ncontent-type: application/json\r\n\r\n{"k":1}');
  });

  it.each([
    ['text/plain', 'text/plain; charset=utf-8'],
    ['application/octet-stream', 'application/octet-stream'],
    ['application/xml', 'application/xml'],
  ])('is the text that it is: %s', async (type, sent) => {
    const { run, seen } = await api(post({ [type]: { schema: { type: 'string', format: 'binary' } } }));
    await run('b', { body: '<a>ü</a>' });
    expect(seen[0]).toMatchObject({ body: '<a>ü</a>', headers: { 'content-type': sent } });
    expect((await run('b', { body: { a: 1 } })).outcome).toMatchObject({ kind: 'refused', code: 'invalid_arguments' });
  });
});

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api key' },
  variable: { type: 'apiKey', in: 'query', name: 'v' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
};
const secured = (security: JsonValue): JsonValue => ({
  '/s': { get: { operationId: 's', security, parameters: [{ name: 'a', in: 'query', schema: {} }] } },
});
const auth = {
  bearer: { secret: 'token' },
  basic: { secret: 'pair' },
  header: { env: 'API_KEY' },
  query: { secret: 'key' },
  variable: { env: 'API_KEY' },
  cookie: { secret: 'key' },
};
const withAuth = { more: { components: { securitySchemes } }, settings: { auth } };

describe('credentials, on the wire', () => {
  it.each<[string, JsonValue, JsonObject, string]>([
    ['bearer', [{ bearer: [] }], { authorization: 'Bearer very-secret-token-1' }, '/s?a=1'],
    ['basic', [{ basic: [] }], { authorization: `Basic ${btoa('user:very-secret-pass')}` }, '/s?a=1'],
    ['a header', [{ header: [] }], { 'x-api-key': 'very-secret-env-key' }, '/s?a=1'],
    ['the query', [{ query: [] }], {}, '/s?api%20key=very-secret-key-12&a=1'],
    ['the query, of a variable', [{ variable: [] }], {}, '/s?v=very-secret-env-key&a=1'],
    ['a cookie', [{ cookie: [] }], { cookie: 'sid=very-secret-key-12' }, '/s?a=1'],
    ['two at once', [{ bearer: [], query: [] }], { authorization: 'Bearer very-secret-token-1' }, '/s?api%20key=very-secret-key-12&a=1'],
  ])('go where the scheme says, and are told nowhere: %s', async (_what, security, headers, url) => {
    const answer = (seen: Seen) => ({ status: 500, body: `${JSON.stringify(seen.headers)} ${seen.url}` });
    const { run, seen, events } = await api(secured(security), { ...withAuth, answer });
    const { text, outcome } = await run('s', { a: '1' });
    expect(seen[0]).toMatchObject({ url, headers });
    const told = text + JSON.stringify(outcome) + JSON.stringify(await events());
    for (const secret of [...Object.values(secrets), ...Object.values(env), btoa('user:very-secret-pass')])
      expect(told).not.toContain(secret);
    expect(text).toContain('Status: 500');
  }); // prettier-ignore

  it.each<[string, Partial<OpenApiSettings>, RegExp]>([
    ['is not configured', { auth: {} }, /sources\.shop\.auth: \{ "bearer": \{ secret: NAME \} \}/],
    ['is not stored', { auth: { bearer: { secret: 'gone' } } }, /The secret gone: There is no secret gone\./],
    ['is not set', { auth: { bearer: { env: 'GONE' } } }, /The variable GONE: it is not set here/],
    ['cannot be sent', { auth: { bearer: { secret: 'broken' } } }, /The secret broken is empty or holds a line end/],
  ])('are asked for before anything is sent, where one %s', async (_what, settings, message) => {
    const { run, seen } = await api(secured([{ bearer: [] }]), { ...withAuth, settings });
    const { text, isError } = await run('s');
    expect(text).toMatch(/^s was not called: nothing was sent\./);
    expect(text).toMatch(message);
    expect(isError).toBe(true);
    expect(seen).toEqual([]);
  });

  it('are in headers that every request carries', async () => {
    const headers = { 'X-Own': { text: 'plain' }, Authorization: { secret: 'token', prefix: 'Token ' } };
    const { run, seen } = await api(secured([{ bearer: [] }]), { ...withAuth, settings: { headers } });
    expect((await run('s')).isError).toBe(false);
    expect(seen[0]?.headers).toMatchObject({ 'x-own': 'plain', authorization: 'Token very-secret-token-1' });
  });

  it('are taken by no redirect to another origin, and an internal one is refused', async () => {
    const other = await apiForTest();
    const answer = ({ url }: Seen) => {
      const location = url.includes('meta') ? 'http://169.254.169.254/latest/meta-data/' : `${other.origin}/elsewhere`;
      return { status: 302, headers: { location } };
    };
    const paths = { '/meta': { get: { operationId: 'meta' } }, '/away': { get: { operationId: 'away' } } };
    const security = [{ bearer: [], cookie: [], query: [] }];
    const more = { components: { securitySchemes }, security };
    const { run, seen } = await api(paths, { more, settings: { auth }, answer, listed: [other.origin] });
    expect((await run('meta')).outcome).toMatchObject({ kind: 'refused', code: 'address_refused' });
    expect(await run('away')).toMatchObject({ isError: false });
    expect(JSON.stringify(seen)).toMatch(/very-secret/);
    expect(other.seen).toMatchObject([{ method: 'GET', url: '/elsewhere' }]);
    expect(JSON.stringify(other.seen)).not.toMatch(/very-secret/);
  });
});

describe('an answer', () => {
  const paths = { '/r': { get: { operationId: 'r' }, head: { operationId: 'h' } } };
  const json = { 'content-type': 'application/json' };
  const ask = async (answer: Answer, tool = 'r') => (await api(paths, { answer: () => answer })).run(tool);

  it.each<[string, Answer, RegExp, boolean]>([
    ['JSON, made readable', { headers: json, body: '{"a":[1,12345678901234567890]}' }, /^\S*[\s\S]*Status: 200\nContent-Type: application\/json\n\n\{\n  "a": \[\n    1,\n    12345678901234567890\n/, false],
    ['what says it is JSON and is not', { headers: json, body: '{"a":' }, /\n\n\{"a":/, false],
    ['text as it is', { headers: { 'content-type': 'text/csv' }, body: 'a,b\n1,2' }, /\n\na,b\n1,2/, false],
    ['bytes by their size', { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(1_000, 1) }, /The body is no text \(image\/png, 1000 bytes\)/, false],
    ['nothing', { status: 204 }, /Status: 204\n\nIt has no body\./, false],
    ['an error with its body', { status: 422, headers: json, body: '{"message":"no"}' }, /Status: 422[\s\S]*"message": "no"/, true],
    ['where to go on', { headers: { ...json, link: '<https://x?page=2>; rel="next"', etag: '"1"' }, body: '[]' }, /link: <https:\/\/x\?page=2>; rel="next"\netag: "1"/, false],
  ])('is told with its status: %s', async (_what, answer, expected, isError) => {
    const result = await ask(answer);
    expect(result.text).toMatch(expected);
    expect(result.isError).toBe(isError);
  }); // prettier-ignore

  it('has structured content where it is JSON', async () => {
    const { outcome } = await ask({ headers: json, body: '{"a":1}' });
    expect(outcome).toMatchObject({ kind: 'completed', observation: { structured: { a: 1 } } });
  });

  it('is cut after 5 MiB, and that is said', async () => {
    const { text } = await ask({ headers: json, body: `[${'1,'.repeat(3_000_000)}1]` });
    expect(text).toContain('Only the first 5242880 bytes were read; there is more.');
  });

  it('of HEAD is its headers', async () => {
    expect((await ask({ headers: { etag: '"9"' } }, 'h')).text).toMatch(/etag: "9"\n\nIt has no body/);
  });

  it('that does not come is given up in time', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    // `listen` on a port makes the address an object.
    const server = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { run } = await api(paths, { settings: { timeoutMs: 300, server }, listed: [server] });
    expect((await run('r')).outcome).toMatchObject({ kind: 'failed', code: 'fetch_failed' });
  });
});
