import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../contract/index.ts';
import { checkTool } from '../../kernel/registry/check-tool.ts';
import { documentForTest, makeForTest } from './document-for-test.ts';

const text = { type: 'string' };
const parameter = (name: string, place: string, more: JsonObject = {}): JsonObject => ({
  name,
  in: place,
  schema: text,
  ...more,
});

describe('the tools of a document', () => {
  it('are its operations, each gated by its method alone', async () => {
    const operation = { operationId: 'x', 'x-readonly': true };
    const paths = Object.fromEntries(
      ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'].map((method) => [
        `/${method}`,
        { [method]: { ...operation, operationId: method } },
      ]),
    );
    const { tools } = await makeForTest(documentForTest(paths));
    expect(
      Object.fromEntries(tools.map(({ name, mode, risk, effects }) => [name, [mode, risk, effects.at(-1)]])),
    ).toEqual({
      get: ['http_get', 'low', 'egress'],
      head: ['http_get', 'low', 'egress'],
      options: ['http_post', 'medium', 'writes'],
      post: ['http_post', 'medium', 'writes'],
      put: ['http_post', 'medium', 'writes'],
      patch: ['http_post', 'medium', 'writes'],
      delete: ['http_post', 'high', 'destructive'],
    });
    for (const tool of tools) expect(checkTool(tool, () => true).untrustedResult).toBe(true);
    expect(tools[0]?.origin).toMatchObject({ source: 'shop', family: 'openapi:shop', about: 'Shop' });
  });

  it('say what the document says of them, cut, and where they go', async () => {
    const paths = {
      '/pets/{id}': {
        get: {
          operationId: 'pets/get-one',
          summary: 'Get a pet',
          description: `<p>Gets&nbsp;a <b>pet</b>.</p>\n\n${'More of it. '.repeat(200)}`,
          deprecated: true,
          tags: ['pets', 'ai:confirm'],
          externalDocs: { url: 'https://elsewhere.example' },
        },
      },
    };
    const tool = (await makeForTest(documentForTest(paths))).tool('pets_get-one');
    expect(tool.description).toMatch(
      /^Deprecated\. Get a pet\. Gets&nbsp;a pet ?\. More of it\..* GET \/pets\/\{id\}$/,
    );
    expect(tool.description.length).toBeLessThan(900);
    expect(tool).toMatchObject({ title: 'Get a pet', tags: ['openapi', 'pets', 'ai:confirm'], alwaysAsk: true });
    expect(JSON.stringify(tool)).not.toContain('elsewhere');
  });
});

describe('names', () => {
  const named = async (paths: JsonValue, prefix = ''): Promise<readonly string[]> =>
    (await makeForTest(documentForTest(paths), { prefix })).tools.map(({ name }) => name);

  it('are made plain, or made of the method and the path', async () => {
    expect(
      await named({
        '/a': { get: { operationId: 'a.b/c d' }, post: { operationId: '' }, put: {} },
        '/v1/{id}/über': { get: { operationId: '日本' } },
        '/': { get: { operationId: 5 } },
      }),
    ).toEqual(['a_b_c_d', 'post_a', 'put_a', 'get_v1_id_ber', 'get']);
    expect(await named({ '/a': { get: {} } }, 'shop')).toEqual(['shop_get_a']);
  });

  it('are told apart by a hash of both, whatever their order, and end at 64 letters', async () => {
    const twice = { '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'X' } } };
    const [a = '', b = ''] = await named(twice);
    expect([a, b].every((name) => /^[xX]_[0-9a-f]{8}$/.test(name))).toBe(true);
    expect(a).not.toBe(b);
    expect(await named(Object.fromEntries(Object.entries(twice).toReversed()))).toEqual([b, a]);
    const [long = ''] = await named({ '/a': { get: { operationId: 'y'.repeat(200) } } });
    expect(long).toMatch(/^y{55}_[0-9a-f]{8}$/);
  });
});

describe('arguments', () => {
  it('are the parameters by their names, those of the path above, and the body', async () => {
    const paths = {
      '/a/{id}': {
        parameters: [parameter('id', 'path', { required: true }), parameter('page', 'query', { description: 'above' })],
        put: {
          parameters: [
            parameter('page', 'query', { required: true, description: 'own' }),
            parameter('X-Trace', 'header'),
          ],
          requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    };
    const [tool] = (await makeForTest(documentForTest(paths))).tools;
    expect(tool?.parameters).toEqual({
      type: 'object',
      properties: {
        id: text,
        page: { type: 'string', description: 'own' },
        'X-Trace': text,
        body: { type: 'object' },
      },
      required: ['id', 'page', 'body'],
      additionalProperties: false,
    });
    expect(tool?.targets[0]?.url).toEqual({
      parts: [
        'https://api.example/v1',
        '/a/',
        { pointer: '/id', encode: 'component', style: 'simple', name: 'id', explode: false },
      ],
      query: [{ pointer: '/page', name: 'page', style: 'form', explode: true, allowReserved: false }],
    });
  });

  it('of one name say where they go, and one called body makes way for the body', async () => {
    const paths = {
      '/a/{id}': {
        post: {
          parameters: [
            parameter('id', 'path'),
            parameter('id', 'query'),
            parameter('body', 'query'),
            parameter('a/b~', 'query'),
            parameter('__proto__', 'query'),
          ],
          requestBody: { content: { 'text/plain': {} } },
        },
      },
    };
    const { tools, made } = await makeForTest(documentForTest(paths));
    const properties = tools[0]?.parameters['properties'] as JsonObject;
    expect(Object.keys(properties)).toEqual(['id_path', 'id_query', 'body_query', 'a/b~', '__proto__', 'body']);
    expect(tools[0]?.targets[0]?.url?.query.map(({ pointer, name }) => [pointer, name])).toEqual([
      ['/id_query', 'id'],
      ['/body_query', 'body'],
      ['/a~1b~0', 'a/b~'],
      ['/__proto__', '__proto__'],
    ]);
    expect(made[0]?.plan.args.body).toEqual({ kind: 'text', mediaType: 'text/plain', fields: {} });
  });

  it('are none of the headers that make a request, nor what the configuration fills', async () => {
    const headers = ['Accept', 'content-type', 'Authorization', 'Host', 'Cookie', 'X-Key', 'X-Own', 'X-Free'];
    const paths = {
      '/a': { get: { parameters: headers.map((name) => parameter(name, 'header', { required: true })) } },
    };
    const components = { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } };
    const { tools } = await makeForTest(documentForTest(paths, { components, security: [{ key: [] }] }), {
      auth: { key: { secret: 'k' } },
      headers: { 'x-own': { text: 'a' } },
    });
    expect(tools[0]?.parameters).toMatchObject({ properties: { 'X-Free': text }, required: ['X-Free'] });
    expect(Object.keys(tools[0]?.parameters['properties'] as JsonObject)).toEqual(['X-Free']);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['application/json before forms', { 'application/x-www-form-urlencoded': {}, 'application/json; charset=utf-8': {} }, { kind: 'json', mediaType: 'application/json' }],
    ['one of the JSON types', { 'application/vnd.api+json': {} }, { kind: 'json', mediaType: 'application/vnd.api+json' }],
    ['anything', { '*/*': {} }, { kind: 'json', mediaType: 'application/json' }],
    ['a form', { 'application/x-www-form-urlencoded': {} }, { kind: 'form' }],
    ['parts', { 'multipart/form-data': {} }, { kind: 'multipart' }],
    ['XML as text', { 'application/xml': {} }, { kind: 'text', mediaType: 'application/xml' }],
    ['bytes as text', { 'application/octet-stream': {} }, { kind: 'text', mediaType: 'application/octet-stream' }],
    ['no type that can be sent', { 'a b\r\nx: y': {} }, { kind: 'text', mediaType: 'text/plain' }],
    ['none', {}, { kind: 'json', mediaType: 'application/json' }],
  ])('choose for the body %s', async (_what, content, expected) => {
    const { made, tools } = await makeForTest(documentForTest({ '/a': { post: { requestBody: { content } } } }));
    expect(made[0]?.plan.args.body).toMatchObject(expected);
    const isText = made[0]?.plan.args.body?.kind === 'text';
    expect(/cannot be sent/.test(tools[0]?.description ?? '')).toBe(
      made[0]?.plan.args.body?.kind === 'multipart' || (isText && made[0]?.plan.args.body?.mediaType !== 'text/plain'),
    );
  }); // prettier-ignore
});

describe('what is wrong in one place', () => {
  const good = { get: { operationId: 'good' } };
  it.each<[string, JsonObject, RegExp, number]>([
    ['a path item that is none', { '/a': 5 }, /#\/paths\/~1a: there is no object/, 0],
    ['an operation that is none', { '/a': { get: 'x' } }, /#\/paths\/~1a\/get: there is no object/, 0],
    ['an unknown method', { '/a': { fetch: {}, get: {} } }, /#\/paths\/~1a\/fetch: no method that is known/, 1],
    ['TRACE', { '/a': { trace: {} } }, /TRACE is not sent/, 0],
    ['a reference to nothing', { '/a': { $ref: '#/components/pathItems/A' } }, /#\/paths\/~1a: \$ref leads to nothing: /, 0],
    ['a reference to itself', { '/a': { $ref: '#/paths/~1a' } }, /\$ref leads back to itself/, 0],
    ['parameters that are no list', { '/a': { get: { parameters: {} } } }, /~1a\/get\/parameters: there is no list/, 1],
    ['a parameter without a place', { '/a': { get: { parameters: [{ name: 'x' }] } } }, /parameters\/0: the parameter is left out/, 1],
    ['a parameter that leads nowhere', { '/a': { get: { parameters: [{ $ref: '#/x' }] } } }, /parameters\/0: \$ref leads to nothing.*left out/, 1],
    ['an undeclared parameter of the path', { '/a/{b}': { get: {} } }, /~1a~1\{b\}\/get: the path needs "b"/, 1],
    ['a header that is none', { '/a': { get: { parameters: [{ name: 'a b', in: 'header' }] } } }, /cannot be the name of a header/, 1],
    ['a body of a GET', { '/a': { get: { requestBody: {} } } }, /a GET has no body/, 1],
    ['a body that leads nowhere', { '/a': { post: { requestBody: { $ref: '#/x' } } } }, /requestBody: \$ref leads to nothing.*left out/, 1],
    ['a schema that leads nowhere', { '/a': { get: { parameters: [{ name: 'a', in: 'query', schema: { $ref: '#/x/y' } }] } } }, /#\/x\/y: there is no schema/, 1],
    ['a schema elsewhere', { '/a': { get: { parameters: [{ name: 'a', in: 'query', schema: { $ref: 'other.json#/A' } }] } } }, /~1a\/get: it is left out: \$ref leads out of the document/, 0],
    ['a body elsewhere', { '/a': { post: { requestBody: { $ref: 'https://evil.example/b.json' } } } }, /~1a\/post: it is left out: \$ref leads out/, 0],
    ['a server that is none', { '/a': { get: { servers: [{ url: 'ftp://x' }] } } }, /"ftp:\/\/x" is no http or https address/, 0],
    ['a server whose variable has no value', { '/a': { get: { servers: [{ url: 'https://{r}.example' }] } } }, /the variable r of its server has no value/, 0],
    ['a path that is none', { 'https://evil.example/': { get: {} } }, /is no path/, 0],
    ['missing responses', { '/a': { get: { responses: 5, summary: 6, description: [], tags: 'x', security: {} } } }, /^$/, 1],
  ])('is told with its place, and the rest is there: %s', async (_what, paths, told, count) => {
    const { tools, left } = await makeForTest(documentForTest({ ...paths, '/good': good }));
    expect(left.join('\n')).toMatch(told);
    for (const line of left) expect(line).toMatch(/^shop\.json#\//);
    expect(tools.map(({ name }) => name)).toContain('good');
    expect(tools).toHaveLength(count + 1);
    for (const tool of tools) checkTool(tool, () => true);
  }); // prettier-ignore

  it('leaves out whoever refers out of the document by a definition, and says which', async () => {
    const schemas = {
      A: { properties: { b: { $ref: '#/components/schemas/B' } } },
      B: { items: { $ref: './b.yaml' } },
    };
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } };
    const paths = { '/a': { post: { requestBody: body } }, '/good': good };
    const { tools, left } = await makeForTest(documentForTest(paths, { components: { schemas } }));
    expect(tools.map(({ name }) => name)).toEqual(['good']);
    expect(left).toEqual([
      'shop.json#/paths/~1a/post: it is left out: $ref leads out of the document, which is not followed: ./b.yaml.',
    ]);
  });

  it('is told once, and 200 times at most', async () => {
    const paths = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`/p${n}`, { get: {}, foo: {} }]));
    const { tools, left } = await makeForTest(documentForTest(paths));
    expect(tools).toHaveLength(3_000);
    expect(left).toHaveLength(201);
    expect(left.at(-1)).toBe('shop.json: and 2800 more.');
  });
});

describe('where operations are', () => {
  const paths = { '/a': { get: { operationId: 'a' } } };
  const at = async (servers: JsonValue, more: Parameters<typeof makeForTest>[1] = {}): Promise<unknown> => {
    const { tools, left } = await makeForTest({ ...documentForTest(paths), servers }, more);
    return tools[0]?.targets[0]?.url?.parts.map(String).join('') ?? left[0];
  };
  const region = {
    url: 'https://{region}.api.example:{port}/',
    variables: { region: { default: 'eu', enum: ['eu', 'us'] }, port: { default: 8443 } },
  };
  it.each<[string, JsonValue, Parameters<typeof makeForTest>[1], RegExp]>([
    ['the first server', [{ url: 'https://one.example/x/' }, { url: 'https://two.example' }], {}, /^https:\/\/one\.example\/x\/a$/],
    ['a server with variables', [region], {}, /^https:\/\/eu\.api\.example:8443\/a$/],
    ['a server with variables that are set', [region], { variables: { region: 'us' } }, /^https:\/\/us\.api/],
    ['not where a variable cannot be', [region], { variables: { region: 'evil' } }, /variable region of its server cannot be "?\\?"?evil/],
    ['below the document', [{ url: '../v2' }], { documentUrl: 'https://docs.example/v1/openapi.json' }, /^https:\/\/docs\.example\/v2\/a$/],
    ['beside a document without servers', [], { documentUrl: 'https://docs.example/v1/openapi.json' }, /^https:\/\/docs\.example\/a$/],
    ['nowhere', [{ url: '/v2' }], {}, /#\/servers: the document names no host.*Set sources\.shop\.server/],
    ['where the operator says', [{ url: 'https://one.example' }], { server: 'https://mine.example/base/' }, /^https:\/\/mine\.example\/base\/a$/],
    ['on the host that the operator says', [{ url: '/v2' }], { server: 'https://mine.example' }, /^https:\/\/mine\.example\/v2\/a$/],
    ['nowhere with a password', [{ url: 'https://u:p@one.example' }], {}, /is no http or https address/],
  ])('%s', async (_what, servers, more, expected) => {
    expect(await at(servers, more)).toMatch(expected);
  }); // prettier-ignore
});

describe('credentials', () => {
  const securitySchemes: JsonObject = {
    header: { type: 'apiKey', in: 'header', name: 'X-Key' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    bearer: { type: 'http', scheme: 'Bearer' },
    login: { type: 'oauth2', flows: {} },
    tls: { type: 'mutualTLS' },
  };
  const access = async (security: JsonValue | undefined, names: readonly string[], more: JsonObject = {}) => {
    const get = security === undefined ? {} : { security };
    const root = documentForTest({ '/a': { get } }, { components: { securitySchemes }, ...more });
    const auth = Object.fromEntries(names.map((name) => [name, { secret: `s_${name}` }]));
    const { tools } = await makeForTest(root, { auth });
    return { secrets: tools[0]?.secrets, setup: tools[0]?.requiresSetup, url: tools[0]?.targets[0]?.url };
  };

  it.each<[string, JsonValue | undefined, readonly string[], readonly string[], RegExp | null]>([
    ['none are wanted', [], ['bearer'], [], null],
    ['one is there', [{ bearer: [] }], ['bearer'], ['s_bearer'], null],
    ['a login is a bearer', [{ login: ['scope'] }], ['login'], ['s_login'], null],
    ['the second way is there', [{ bearer: [] }, { header: [], query: [] }], ['header', 'query'], ['s_header', 's_query'], null],
    ['half of a way is there', [{ header: [], query: [] }], ['header'], [], /auth: \{ "query": \{ secret: NAME \} \}/],
    ['none is there', [{ bearer: [] }, { header: [] }], [], [], /"bearer".* Or: .*"header"/],
    ['it may be public', [{ bearer: [] }, {}], [], [], null],
    ['it may be public and one is there', [{}, { bearer: [] }], ['bearer'], ['s_bearer'], null],
    ['the document does not describe it', [{ other: [] }], [], [], /does not describe its security scheme other/],
    ['nobody can', [{ tls: [] }], ['tls'], [], /tls \(mutualTLS\) cannot be used/],
  ])('are those of the first way that is whole: %s', async (_what, security, names, secrets, setup) => {
    const found = await access(security, names);
    expect(found.secrets).toEqual(secrets);
    if (setup === null) expect(found.setup).toBeNull();
    else expect(found.setup).toMatch(setup);
  }); // prettier-ignore

  it('hold for all operations where the document says so, and stand in an address by their names alone', async () => {
    const { url, secrets } = await access(undefined, ['query'], { security: [{ query: [] }] });
    expect(secrets).toEqual(['s_query']);
    expect(url?.parts.map(String).join('')).toBe('https://api.example/v1/a?key={secret s_query}');
  });

  it('go to no other origin than the owner named', async () => {
    const paths = {
      '/a': { get: { operationId: 'a' } },
      '/b': { servers: [{ url: 'https://evil.example' }], get: { operationId: 'b' } },
    };
    const root = documentForTest(paths, { components: { securitySchemes }, security: [{ bearer: [] }] });
    const auth = { bearer: { secret: 's' } };
    const fromFile = await makeForTest(root, { auth });
    expect([fromFile.tool('a').secrets, fromFile.tool('b').secrets]).toEqual([['s'], []]);
    expect(fromFile.tool('b').requiresSetup).toMatch(/It is at https:\/\/evil\.example, which is not the origin/);
    const fetched = await makeForTest(root, { auth, documentUrl: 'https://docs.example/openapi.json' });
    expect([fetched.tool('a').secrets, fetched.tool('b').secrets]).toEqual([[], []]);
    const named = await makeForTest(root, {
      auth,
      documentUrl: 'https://docs.example/o.json',
      server: 'https://api.example/v1',
    });
    expect([named.tool('a').secrets, named.tool('b').secrets]).toEqual([['s'], ['s']]);
    expect(named.tool('b').targets[0]?.url?.parts[0]).toBe('https://api.example/v1');
  });

  it('that the settings name and the document does not are told', async () => {
    const { left } = await makeForTest(documentForTest({ '/a': { get: {} } }), { auth: { nope: { secret: 's' } } });
    expect(left).toEqual([
      'shop.json#/components/securitySchemes: there is no security scheme nope, which auth names.',
    ]);
  });
});

describe('the operator chooses', () => {
  const paths = {
    '/repos/{owner}': {
      get: { operationId: 'repo_get', tags: ['repos'] },
      delete: { operationId: 'repo_delete', tags: ['repos'] },
    },
    '/repos/{owner}/issues': { get: { operationId: 'issues_list', tags: ['issues', 'x'] } },
    '/meta': { get: { operationId: 'meta' }, post: { operationId: 'denied', tags: ['ai:deny'] } },
  };
  const all = { tags: [], paths: [], methods: [], tools: [] };
  it.each<[string, Parameters<typeof makeForTest>[1], readonly string[]]>([
    ['all but what is denied', {}, ['repo_get', 'repo_delete', 'issues_list', 'meta']],
    ['by tag', { include: [{ ...all, tags: ['repos'] }] }, ['repo_get', 'repo_delete']],
    ['by tag and method', { include: [{ ...all, tags: ['repos'], methods: ['get'] }] }, ['repo_get']],
    ['one or the other', { include: [{ ...all, tags: ['issues'] }, { ...all, tools: ['^meta$'] }] }, ['issues_list', 'meta']],
    ['by path', { include: [{ ...all, paths: ['/repos/*'] }] }, ['repo_get', 'repo_delete']],
    ['by path and all below', { include: [{ ...all, paths: ['/repos/**'] }] }, ['repo_get', 'repo_delete', 'issues_list']],
    ['those without a tag', { include: [{ ...all, tags: [''] }] }, ['meta']],
    ['all but some', { exclude: [{ ...all, methods: ['delete'] }, { ...all, paths: ['/meta'] }] }, ['repo_get', 'issues_list']],
    ['none by what is denied', { include: [{ ...all, tags: ['ai:deny'] }] }, []],
  ])('%s', async (_what, more, names) => {
    expect((await makeForTest(documentForTest(paths), more)).tools.map(({ name }) => name)).toEqual(names);
  }); // prettier-ignore

  it('with a pattern that is one, or is told which is none', async () => {
    const include = [{ ...all, tools: ['('] }];
    await expect(makeForTest(documentForTest(paths), { include })).rejects.toThrow(
      /^sources\.shop\.include\.tools: "\(": /,
    );
  });
});
