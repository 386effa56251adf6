import { describe, expect, it } from 'vitest';
import { httpEntry, httpHouse } from '../../../test/harness/http-house.ts';

const url = 'https://api.example.com';
const one = async (line: string, more: Parameters<typeof httpHouse>[0] = {}) => {
  const { tools, left } = await httpHouse({ lines: line, ...more });
  return { tool: tools[0]?.tool, left };
};

describe('a tools file', () => {
  it('gives what its lines say, and each problem with file and line', async () => {
    const lines = [
      '\uFEFF# head',
      '',
      `  good | Does good | mode=http_get | url=${url}/ | summary=When good is wanted | keywords=a, b`,
      `three|fields|mode=http_get`,
      `alone`,
      `shelly|Runs|command=ls {x} > out|args=x`,
      `reads|Reads|mode=read_text|path_arg=p`,
      `looks|Looks|mode=browser`,
      `odd|Odd|mode=teleport|url=${url}/`,
      `bad name|x|mode=http_get|url=${url}/`,
      `again|first|mode=http_get|url=${url}/1`,
      `again|second|mode=http_get|url=${url}/2`,
      `no_colon|x|mode=http_get|url=${url}/|headers=X-A: 1;;Broken`,
      `bad_name|x|mode=http_get|url=${url}/|headers=X A: 1`,
      `no_url|x|mode=http_get|url=ftp://files.example.com/`,
      `bad_filter|x|mode=http_get|url=${url}/|filter=.a[`,
      `piped|x|mode=http_get|url=${url}/|filter=.a | .b`,
      `bad_arg|x|mode=http_get|url=${url}/|args=a-b`,
      `warned|x|mode=HTTP_GET|url=${url}/|timeout=soon|colour=red|host=1|extract=body|arg_types=a:date|args=a|body={}`,
    ].join('\r\n');
    const { names, left, tools } = await httpHouse({ lines });
    expect(names).toEqual(['good', 'again', 'piped', 'warned']);
    expect(tools[0]?.tool).toMatchObject({
      description: 'Does good',
      whenToUse: 'When good is wanted',
      tags: ['a', 'b'],
      mode: 'http_get',
      policyClass: 'network',
      untrustedResult: true,
      timeoutMs: 30_000,
      origin: { source: 'api', family: 'http:api', owner: null },
    });
    expect(tools[1]?.tool.description).toBe('second');
    const saysIn = (line: number) => left.filter((text) => text.startsWith(`tools.txt:${line}: `)).join('\n');
    expect(saysIn(3)).toBe('');
    expect(saysIn(4)).toMatch(/three stays out: it has no url/);
    expect(saysIn(5)).toMatch(/alone stays out: it has no mode, which means shell/);
    expect(saysIn(6)).toMatch(/shelly stays out: its command needs a shell \(>\)/);
    expect(saysIn(7)).toMatch(/file_read does this here/);
    expect(saysIn(8)).toMatch(/"browser", and no HTTP request/);
    expect(saysIn(9)).toMatch(/"teleport", which is unknown/);
    expect(saysIn(10)).toMatch(/bad name stays out: a name has/);
    expect(saysIn(11)).toMatch(/line 12 has the same name/);
    expect(saysIn(13)).toMatch(/the header "Broken" has no ":"/);
    expect(saysIn(14)).toMatch(/"X A" can be no name of a header/);
    expect(saysIn(15)).toMatch(/its url cannot be one/);
    expect(saysIn(16)).toMatch(/its filter is none\. jq said: .*syntax error/);
    expect(saysIn(17)).toMatch(/"\.b" is no key=value/);
    expect(saysIn(18)).toMatch(/"a-b" cannot be named/);
    for (const said of [
      /timeout=soon.*25 holds/,
      /"colour" is unknown/,
      /host does nothing/,
      /extract=body/,
      /"date"/,
      /body does nothing/,
    ])
      expect(saysIn(19)).toMatch(said);
  });

  it('makes a description of a name that has none', async () => {
    expect((await one(`get_page-title||mode=http_get|url=${url}/`)).tool?.description).toBe('Get page title');
  });

  it('types its arguments, and requires those that are not optional', async () => {
    const { tool } = await one(
      `t|x|mode=http_get|url=${url}/|args=a, b,c,d|optional=b,zzz|arg_types=b:Integer,c:array,d:boolean`,
    );
    expect(tool?.parameters).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'array' }, d: { type: 'boolean' } },
      required: ['a', 'c', 'd'],
      additionalProperties: false,
    });
  });

  it('goes before the configuration, but for the time', async () => {
    const tools = {
      t: httpEntry({ url: `${url}/config`, filter: '.config | .b', timeoutMs: 3000, description: 'config' }),
      u: httpEntry({ url: `${url}/config`, method: 'DELETE', parameters: { id: { type: 'integer' } } }),
    };
    const lines = `t|line|mode=http_get|url=${url}/line|timeout=9\nu|line`;
    const house = await httpHouse({ lines, tools });
    expect(house.left).toEqual([]);
    expect(house.tools.map(({ tool }) => tool)).toMatchObject([
      { description: 'line', timeoutMs: 11_000, targets: [{ url: { parts: [`${url}/line`] } }] },
      {
        mode: 'http_post',
        targets: [{ action: 'delete', url: { parts: [`${url}/config`] } }],
        parameters: { required: ['id'] },
      },
    ]);
  });

  it('takes values from text, from variables and from secrets, and shows no credential', async () => {
    const { tool, left } = await one(`t|x|mode=http_get|url={base}/{region}/{key}?p={pass}`, {
      values: { base: url, region: { env: 'REGION' }, key: { secret: 'KEY' }, pass: { env: 'API_TOKEN' } },
      env: { REGION: 'eu', API_TOKEN: 'hidden-value' },
    });
    expect(left).toEqual([]);
    const texts = tool?.targets[0]?.url?.parts.map((part) => (typeof part === 'string' ? part : part.pointer));
    expect(texts?.join('')).toBe(`${url}/eu/{secret KEY}?p={secret env-API_TOKEN}`);
    expect(tool?.secrets).toEqual(['KEY', 'API_TOKEN']);
    expect(JSON.stringify(tool)).not.toContain('hidden-value');
  });

  it('says which variable has no value', async () => {
    const { left } = await one('t|x|mode=http_get|url={base}/', { values: { base: { env: 'BASE_URL' } } });
    expect(left[0]).toMatch(/the variable BASE_URL is not set here: set sources\.api\.values\.base/);
  });

  it('has another fingerprint when a header, a body or a filter is another', async () => {
    const prints = await Promise.all(
      ['headers=A: 1', 'headers=A: 2', 'body={"a":1}', 'filter=.a', ''].map(async (more) => {
        const { tool } = await one(`t|x|mode=http_post|url=${url}/|${more}`);
        return tool?.origin.fingerprint;
      }),
    );
    expect(new Set(prints).size).toBe(5);
  });

  it.each(['', '\n\n# nothing\n', '|||', '|x|mode=http_get|url=https://a.example/', '\0', 'a'.repeat(100_000)])(
    'with nothing in it gives nothing: %j',
    async (lines) => {
      expect((await httpHouse({ lines })).names).toEqual([]);
    },
  );

  it('of a thousand lines is read in no time, its filters in one thread', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => `t${at}|x|mode=http_get|url=${url}/|filter=.a${at}`).join(
      '\n',
    );
    const began = performance.now();
    expect((await httpHouse({ lines })).names).toHaveLength(1000);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('a line that is a command', () => {
  it('is gated like shell, with the whole line as its target', async () => {
    const line =
      'find_text | Finds text | command=grep -rn --include={glob} {flags} "{text} x" {{}} {dir} | args=glob,text,flags,dir | optional=flags | arg_types=flags:array';
    const { tool, left } = await one(line, { values: { dir: 'never', home: '/x' } });
    expect(left).toEqual([]);
    expect(tool).toMatchObject({
      mode: 'shell',
      policyClass: 'exec',
      description: `Finds text Runs: grep -rn '--include={glob}' '{flags}' '{text} x' '{}' '{dir}'`,
      timeoutMs: 35_000,
      parameters: { required: ['glob', 'text', 'dir'] },
      targets: [
        {
          pointer: '',
          line: {
            directory: '.',
            words: [
              'grep',
              '-rn',
              { parts: ['--include=', { pointer: '/glob' }] },
              { pointer: '/flags' },
              { parts: [{ pointer: '/text' }, ' x'] },
              '{}',
              { pointer: '/dir' },
            ],
          },
        },
      ],
    });
  });

  it('takes values of the configuration as they are, and needs what is a part of a word', async () => {
    const { tool, left } = await one(`t|x|mode=shell|command=ls {place}/{sub} '{place}'|args=sub|optional=sub`, {
      values: { place: '/srv/a b' },
    });
    expect(tool?.targets[0]?.line).toMatchObject({
      words: ['ls', { parts: ['/srv/a b/', { pointer: '/sub' }] }, '/srv/a b'],
    });
    expect([tool?.parameters['required'], left]).toEqual([
      ['sub'],
      [expect.stringMatching(/sub is a part of a word of its command, so it is not optional/)],
    ]);
  });

  it.each([
    ['ls {x} | wc -l', /split|no key=value|needs a shell/],
    ['ls $HOME', /needs a shell \(\$\)/],
    ['echo "$HOME"', /needs a shell \(\$ in double quotes\)/],
    ['a && b', /needs a shell \(&\)/],
    ['ls *.txt', /needs a shell \(\*\)/],
    ['A=1 env', /needs a shell \(the assignment/],
    ["echo 'x", /has a ' without an end/],
    ['echo {nope}', /names \{nope\}, and nothing stands for it: add nope to args/],
    ['echo {a,b}', /a brace that is no place for an argument/],
    ['{x} -la', /the program of its command may be no argument/],
    ['echo {key}', /names the secret \{key\}/],
    ['', /its command is empty/],
  ])('%j stays out or says why', async (command, message) => {
    const { left } = await one(`t|x|mode=shell|args=x|command=${command}`, { values: { key: { secret: 'KEY' } } });
    expect(left.join('\n')).toMatch(message);
  });
});

describe('an entry', () => {
  it.each([
    [{}, /it has no url/],
    [{ url: 'api.example.com/' }, /its url cannot be one/],
    [{ url, method: 'GET', body: '{}' } as const, /a GET has no body/],
    [{ url, parameters: { 'a b': {} } }, /cannot be named/],
    [{ url, filter: '.[' }, /its filter is none/],
    [{ url, headers: { 'a:b': '1' } }, /can be no name of a header/],
    [{ url, headers: { a: 'x\r\nb: 1' } }, /holds what a header cannot/],
    [{ url: `${url}/{id}` }, /its url name \{id\}/],
    [{ url: `${url}/{?id}` }, /its url name \{id\}/],
  ])('%j says what is wrong with it', async (entry, message) => {
    const { left } = await httpHouse({ tools: { t: httpEntry(entry) } });
    expect(left).toEqual([expect.stringMatching(message)]);
    expect(left[0]).toMatch(/^sources\.api\.tools\.t: /);
  });

  it('keeps the schema of each parameter, and of required only what a schema says', async () => {
    const parameters = {
      a: { type: 'string', pattern: '^x', required: false },
      b: { type: 'object', required: ['c'], properties: { c: {} } },
      d: { type: 'integer', default: 3 },
    };
    const { tools } = await httpHouse({ tools: { t: httpEntry({ url: `${url}/`, parameters }) } });
    expect(tools[0]?.tool.parameters).toMatchObject({
      properties: { a: { type: 'string', pattern: '^x' }, b: parameters.b, d: parameters.d },
      required: ['b'],
    });
  });
});
