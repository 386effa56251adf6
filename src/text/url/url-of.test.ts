import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawNumber, type JsonValue } from '../json/json-value.ts';
import type { QueryHole, UrlHole, UrlShape } from './url-shape.ts';
import { urlOf } from './url-of.ts';

const hole = (more: Partial<UrlHole> = {}): UrlHole => ({
  pointer: '/x',
  encode: 'component',
  style: 'simple',
  name: 'x',
  explode: false,
  ...more,
});

const queryHole = (more: Partial<QueryHole> = {}): QueryHole => ({
  pointer: '/x',
  name: 'x',
  style: 'form',
  explode: true,
  allowReserved: false,
  ...more,
});

const urlWith = (parts: UrlShape['parts'], x: JsonValue, query: readonly QueryHole[] = []) => {
  const made = urlOf({ parts, query }, { x });
  return made.ok ? made.url : made.problem.message;
};

const path = (more: Partial<UrlHole>, x: JsonValue) => urlWith(['https://h.example/', hole(more), '/end'], x);
const query = (more: Partial<QueryHole>, x: JsonValue) => urlWith(['https://h.example/p'], x, [queryHole(more)]);

const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

describe('a hole in the path', () => {
  // The examples of OpenAPI 3.1, Style Examples, and of RFC 6570.
  it.each<[UrlHole['style'], boolean, JsonValue, string]>([
    ['matrix', false, '', ';x'],
    ['matrix', false, 'blue', ';x=blue'],
    ['matrix', false, list, ';x=blue,black,brown'],
    ['matrix', true, list, ';x=blue;x=black;x=brown'],
    ['matrix', false, object, ';x=R,100,G,200,B,150'],
    ['matrix', true, object, ';R=100;G=200;B=150'],
    ['label', false, 'blue', '.blue'],
    ['label', false, list, '.blue,black,brown'],
    ['label', true, list, '.blue.black.brown'],
    ['label', false, object, '.R,100,G,200,B,150'],
    ['label', true, object, '.R=100.G=200.B=150'],
    ['simple', false, 'blue', 'blue'],
    ['simple', false, list, 'blue,black,brown'],
    ['simple', true, list, 'blue,black,brown'],
    ['simple', false, object, 'R,100,G,200,B,150'],
    ['simple', true, object, 'R=100,G=200,B=150'],
    ['json', false, { a: [1] }, '%7B%22a%22%3A%5B1%5D%7D'],
  ])('as %s, explode %s, writes %j as %s', (style, explode, value, text) => {
    expect(path({ style, explode }, value)).toBe(`https://h.example/${text}/end`);
  });

  it.each<[UrlHole['encode'], string, string]>([
    ['component', 'a/b c?d#e', 'a%2Fb%20c%3Fd%23e'],
    ['component', "!'()*~ü", '%21%27%28%29%2A~%C3%BC'],
    ['path', 'a/b c?', 'a/b%20c%3F'],
    ['raw', 'a/b c?d=e', 'a/b c?d=e'],
  ])('encoded %s writes %j as %s', (encode, value, text) => {
    expect(path({ encode }, value)).toBe(`https://h.example/${text}/end`);
  });

  it('writes numbers as they were sent, and truth as a word', () => {
    expect(path({}, rawNumber('12345678901234567890'))).toBe('https://h.example/12345678901234567890/end');
    expect(path({}, rawNumber('1.10'))).toBe('https://h.example/1.10/end');
    expect(path({}, [1.5, true, null])).toBe('https://h.example/1.5,true/end');
  });

  it('names the key of an argument that is missing or null', () => {
    for (const args of [{}, { id: null }]) {
      expect(urlOf({ parts: ['https://h.example/', hole({ pointer: '/id' })], query: [] }, args)).toEqual({
        ok: false,
        problem: { pointer: '/id', message: expect.stringContaining('pass id=<value>'), expected: 'a value' },
      });
    }
  });

  it.each<[string, Partial<UrlHole>, JsonValue]>([
    ['..', {}, '..'],
    ['.', {}, '.'],
    ['.. with a blank behind it', { encode: 'raw' }, '.. '],
    ['a way up inside', { encode: 'raw' }, 'a/../b'],
    ['a way up, encoded', { encode: 'raw' }, 'a/%2e%2E/b'],
    ['a way up in one part', {}, 'a/../b'],
    ['a way up in one part, with a backslash', {}, 'a\\..\\b'],
    ['a backslash', { encode: 'raw' }, 'a\\..\\b'],
    ['a way up with a parameter', { encode: 'raw' }, '..;a=b'],
    ['a way up in kept slashes', { encode: 'path' }, 'a/..'],
    ['a label of a dot', { style: 'label' }, '.'],
    ['a label of nothing', { style: 'label' }, ''],
  ])('refuses what is %s', (_what, more, value) => {
    expect(path(more, value)).toMatch(/makes a part of the path/);
  });

  it('refuses what only together with its neighbours is a way up', () => {
    expect(urlWith(['https://h.example/.', hole()], '.')).toMatch(/makes a part of the path/);
    expect(urlWith(['https://h.example/', hole(), hole()], '.')).toMatch(/makes a part of the path/);
    expect(urlWith(['https://h.example/a', hole()], '.')).toBe('https://h.example/a.');
  });

  it('refuses to leave a part of the path empty', () => {
    expect(path({}, '')).toMatch(/is empty/);
    expect(path({}, [])).toMatch(/is empty/);
    expect(urlWith(['https://h.example/', hole(), '.json'], '')).toBe('https://h.example/.json');
    expect(urlWith(['https://h.example/p?a=', hole()], '')).toBe('https://h.example/p?a=');
  });

  it('takes dots in the query', () => {
    expect(urlWith(['https://h.example/p?a=', hole({ encode: 'raw' })], '../x')).toBe('https://h.example/p?a=../x');
  });
});

describe('the query', () => {
  it.each<[QueryHole['style'], boolean, JsonValue, string]>([
    ['form', false, '', 'x='],
    ['form', false, 'blue', 'x=blue'],
    ['form', false, list, 'x=blue,black,brown'],
    ['form', true, list, 'x=blue&x=black&x=brown'],
    ['form', false, object, 'x=R,100,G,200,B,150'],
    ['form', true, object, 'R=100&G=200&B=150'],
    ['spaceDelimited', false, list, 'x=blue%20black%20brown'],
    ['spaceDelimited', false, object, 'x=R%20100%20G%20200%20B%20150'],
    ['spaceDelimited', true, list, 'x=blue&x=black&x=brown'],
    ['pipeDelimited', false, list, 'x=blue%7Cblack%7Cbrown'],
    ['deepObject', true, object, 'x[R]=100&x[G]=200&x[B]=150'],
    ['deepObject', true, { a: { b: [1, 2] } }, 'x[a][b][0]=1&x[a][b][1]=2'],
    ['json', false, { a: 'b&c' }, 'x=%7B%22a%22%3A%22b%26c%22%7D'],
    ['form', false, ['a,b', 'c&d'], 'x=a%2Cb,c%26d'],
  ])('as %s, explode %s, writes %j as %s', (style, explode, value, text) => {
    expect(query({ style, explode }, value)).toBe(`https://h.example/p?${text}`);
  });

  it('leaves out what is absent, null or an empty list', () => {
    for (const value of [null, [], {}, [null]]) expect(query({}, value)).toBe('https://h.example/p');
  });

  it('keeps reserved characters where it may, and never those that end a value', () => {
    expect(query({ allowReserved: true }, "a/b:c?d@e!f$g'h(i)j*k,l;m=n")).toBe(
      "https://h.example/p?x=a/b:c?d@e!f$g'h(i)j*k,l;m=n",
    );
    expect(query({ allowReserved: true }, 'a&b=1+2#3%20')).toBe('https://h.example/p?x=a%26b=1%2B2%233%2520');
  });

  it('cannot be left by the name of a member', () => {
    expect(query({ style: 'deepObject' }, { 'a]=1&y[': 1 })).toBe('https://h.example/p?x[a%5D%3D1%26y%5B]=1');
    expect(query({}, { 'a=1&y': 1 })).toBe('https://h.example/p?a%3D1%26y=1');
  });

  it('goes behind a query that is there, and before a fragment', () => {
    expect(urlWith(['https://h.example/p?a=1#f'], 'b', [queryHole()])).toBe('https://h.example/p?a=1&x=b#f');
    expect(urlWith(['https://h.example/p?'], 'b', [queryHole()])).toBe('https://h.example/p?x=b');
  });
});

describe('scheme, host and port', () => {
  const hostile = [
    '@evil.example',
    '.evil.example',
    ':8080',
    ':pass@evil.example/',
    '\\@evil.example',
    '//evil.example',
    '/../..//evil.example',
    '?@evil.example',
    '#@evil.example',
    '\r\nHost: evil.example',
    'https://evil.example/',
    '\t//evil.example',
    '%2f%2fevil.example',
    '。evil.example',
    '',
  ];

  it.each(hostile)('stay where they are whatever comes behind them: %j', (value) => {
    for (const parts of [
      ['https://h.example', hole({ encode: 'raw' })],
      ['https://h.example', hole({ encode: 'raw' }), '/end'],
      ['https://h.example', hole({ encode: 'raw' }), hole({ encode: 'raw' })],
      ['https://h.example/', hole({ encode: 'raw' })],
      ['https://h.example?', hole({ encode: 'raw' })],
    ] satisfies UrlShape['parts'][]) {
      const made = urlOf({ parts, query: [] }, { x: value });
      if (made.ok) expect(new URL(made.url).origin).toBe('https://h.example');
    }
    expect(urlWith(['https://h.example:', hole({ encode: 'raw' })], '8443/')).toMatch(/away from the host/);
    expect(urlWith(['https://h.example', hole({ encode: 'raw' })], '.evil.example')).toMatch(/away from the host/);
    expect(urlWith(['https://h.example', hole({ encode: 'raw' })], '/a?b=c')).toBe('https://h.example/a?b=c');
  });

  it('stay for every text in every place and encoding', () => {
    const near = fc.array(
      fc.constantFrom('/', '\\', '.', '@', ':', '?', '#', '%2e', '%', ';', 'a', '\t', ' ', '[', ']'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          near.map((all) => all.join('')),
          fc.string({ unit: 'binary' }),
        ),
        fc.constantFrom<UrlHole['encode']>('raw', 'component', 'path'),
        fc.constantFrom('https://h.example', 'https://h.example/', 'https://h.example/a/', 'https://h.example/a/.'),
        fc.constantFrom('', '/', '/end', '.', '?q=1'),
        (value, encode, before, behind) => {
          const made = urlOf({ parts: [before, hole({ encode }), behind], query: [] }, { x: value.toWellFormed() });
          if (!made.ok) return;
          const url = new URL(made.url);
          expect(url.origin).toBe('https://h.example');
          if (before.includes('/a/') && behind !== '.') expect(url.pathname.startsWith('/a/')).toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('may have one label from an argument, and no more', () => {
    const parts = ['https://', hole(), '.h.example/p'];
    expect(urlWith(parts, 'eu-1')).toBe('https://eu-1.h.example/p');
    for (const value of ['evil.example/', 'a.b', 'a@b', '', 'a:1', 'é', ['a', 'b']])
      expect(urlWith(parts, value)).toMatch(/does not fit into the host/);
  });

  it('do not depend on how a text is cut', () => {
    expect(urlWith(['https://', '', 'h.example', hole(), ''], 'x')).toMatch(/away from the host/);
    expect(urlWith(['https:', '//h.example', '/', hole()], 'x')).toBe('https://h.example/x');
  });

  it('are over where a whole host stands before an argument', () => {
    const parts = ['https://h.example', hole({ encode: 'path' }), '.tar.gz'];
    expect(urlWith(parts, '/evil')).toBe('https://h.example/evil.tar.gz');
    expect(urlWith(parts, 'evil')).toMatch(/away from the host/);
  });

  it('are the caller’s where the address is an argument, and judged as such', () => {
    expect(urlWith([hole({ encode: 'raw' })], 'https://any.example/a/../b')).toBe('https://any.example/a/../b');
    expect(urlWith(['https://', hole(), '/p'], 'any.example')).toBe('https://any.example/p');
    expect(urlWith(['https://', hole({ encode: 'raw' }), '/p'], 'a@b')).toMatch(/does not fit/);
    expect(urlWith([hole({ encode: 'raw' }), '/v1/', hole({ encode: 'raw' })], '..')).toMatch(/part of the path/);
  });

  it.each([
    [['ftp://h.example/']],
    [['/p']],
    [['https:/', hole()]],
    [['https:///', hole()]],
    [['https://']],
    [['https://a@', hole()]],
    [['https://a:b@h.example/']],
    [[hole(), '://h.example/']],
    [['']],
    [['http://localhost', hole(), '.json']],
    [['https://', hole(), '.com/']],
    [['https://', hole(), hole(), '/']],
    [[]],
  ] satisfies [UrlShape['parts']][])('cannot be made of %j', (parts) => {
    expect(urlWith(parts, '/evil.example')).toMatch(/has no address|away from the host/);
  });
});

describe('the place of a secret', () => {
  it('stays as it is for the one who sends', () => {
    expect(urlWith(['https://h.example/{secret KEY}/', hole()], 'a')).toBe('https://h.example/{secret KEY}/a');
  });

  it('is made by no argument', () => {
    const parts = ['https://h.example/p?key={secret KEY}&q=', hole({ encode: 'raw' }), hole({ encode: 'raw' })];
    expect(urlWith(parts, '{secret KEY}')).toMatch(/place of a secret/);
    expect(urlOf({ parts: ['https://h.example/{secret KEY}?', hole()], query: [] }, { x: '{secret KEY}' }).ok).toBe(
      false,
    );
    expect(urlWith(['https://h.example/{secret KEY}?', hole({ encode: 'raw' })], '%7Bsecret%20KEY%7D')).toMatch(
      /place/,
    );
  });

  it('is made by no argument where the shape has none, as a header may have a secret of that name', () => {
    for (const said of ['{secret KEY}', 'a{SECRET KEY}b']) {
      expect(urlWith(['https://h.example/', hole()], said)).toMatch(/place of a secret/);
      expect(urlWith(['https://h.example/?q=', hole({ encode: 'raw' })], said)).toMatch(/place of a secret/);
      expect(query({}, said)).toMatch(/place of a secret/);
    }
    expect(urlWith(['https://h.example/', hole()], '{secrets}')).toBe('https://h.example/%7Bsecrets%7D');
  });

  it('is nowhere but behind a host that is fixed', () => {
    for (const parts of [
      [hole({ encode: 'raw' }), '?key={secret KEY}'],
      ['https://', hole(), '/{secret KEY}'],
      ['https://{secret KEY}.example/'],
    ] satisfies UrlShape['parts'][])
      expect(urlOf({ parts, query: [] }, { x: 'a.example' }).ok).toBe(false);
  });
});
