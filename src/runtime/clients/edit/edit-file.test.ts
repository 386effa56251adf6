import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../contract/index.ts';
import { jsonEditor } from './edit-json.ts';
import { tomlEditor } from './edit-toml.ts';
import type { Editor, MapChange } from './server-maps.ts';

const gate = { command: 'gatehouse', args: ['mcp'] };
const put = (path: readonly string[]) => ({ path, name: 'gatehouse', entry: gate });

function change(editor: Editor, text: string, { remove, put: entry }: MapChange): string {
  return editor.change({ path: 'f', text }, { remove, put: entry });
}

describe('JSON with comments', () => {
  const path = ['mcpServers'];

  it('takes entries out and puts one in, and leaves remarks, tabs, line ends and trailing commas as they are', () => {
    const text = [
      '// mine',
      '{',
      '\t"theme": "dark", // never light',
      '\t"mcpServers": {',
      '\t\t// files',
      '\t\t"files": { "command": "npx", /* pinned */ "args": ["a"] },',
      '\t\t"git": {',
      '\t\t\t"command": "uvx",',
      '\t\t},',
      '\t\t"kept": { "command": "k" }, // stays',
      '\t\t"last": { "command": "l" },',
      '\t},',
      '\t"other": [1, 2,],',
      '}',
      '',
    ].join('\r\n');
    const changed = change(jsonEditor, text, { remove: [{ path, names: ['files', 'git', 'last'] }], put: put(path) });
    expect(changed.split('\r\n')).toEqual([
      '// mine',
      '{',
      '\t"theme": "dark", // never light',
      '\t"mcpServers": {',
      '\t\t// files',
      '\t\t"kept": { "command": "k" },',
      '\t\t"gatehouse": {',
      '\t\t\t"command": "gatehouse",',
      '\t\t\t"args": [',
      '\t\t\t\t"mcp"',
      '\t\t\t]',
      '\t\t}, // stays',
      '\t},',
      '\t"other": [1, 2,],',
      '}',
      '',
    ]);
  });

  it.each([
    [
      'an empty file',
      '',
      `{\n  "mcpServers": {\n    "gatehouse": ${JSON.stringify(gate, null, 2).replaceAll('\n', '\n    ')}\n  }\n}\n`,
    ],
    ['one line', '{"a":1,"mcpServers":{}}', /^\{"a":1,"mcpServers":\{\n {2}"gatehouse": /],
    [
      'one line with a server',
      '{"mcpServers":{"x":{}},"b":2}',
      /^\{"mcpServers":\{"x":\{\}, "gatehouse": \{"command":"gatehouse","args":\["mcp"\]\}\},"b":2\}$/,
    ],
    [
      'a map of remarks',
      '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
      /\{\n {4}"gatehouse": [^]*\}\n {4}\/\/ none yet\n {2}\}\n\}\n$/,
    ],
    ['no map', '{\n    "a": 1\n}\n', /^\{\n {4}"a": 1,\n {4}"mcpServers": \{\n {8}"gatehouse": \{/],
    [
      'an older entry',
      '{"mcpServers": {"gatehouse": {"command": "old"}, "b": {}}}',
      /"command": "gatehouse"[^]*, "b": \{\}\}\}$/,
    ],
  ])('puts an entry into %s', (_what, text, expected) => {
    const changed = change(jsonEditor, text, { remove: [], put: put(path) });
    if (typeof expected === 'string') expect(changed).toBe(expected);
    else expect(changed).toMatch(expected);
  });

  it('changes nothing but the map of servers, whatever else stands there', () => {
    const key = fc
      .string({ minLength: 1, maxLength: 6 })
      .filter((name) => name !== 'mcpServers' && name !== '__proto__');
    const server = fc.record({ command: fc.string(), args: fc.array(fc.string(), { maxLength: 2 }) });
    const servers = fc.dictionary(
      fc.string({ maxLength: 6 }).filter((name) => name !== '__proto__'),
      server,
      { noNullPrototype: true },
    );
    const others = fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3, noNullPrototype: true });
    const noise = fc.constantFrom('', ' ', '// x\n', '/* , } */', '\r\n', '\t');
    fc.assert(
      fc.property(
        others,
        servers,
        others,
        fc.tuple(noise, noise, noise),
        fc.nat(3),
        fc.constantFrom('', '  ', '\t'),
        (before, map, after, [n1, n2, n3], keep, indent) => {
          const inner = JSON.stringify(map, null, indent).replace(/\}$/, `${n1}}`);
          const members = (from: object) =>
            Object.entries(from).map(([name, value]) => `${JSON.stringify(name)}:${n2}${JSON.stringify(value)}`);
          const [head, tail] = [
            members(before)
              .map((item) => `${item},`)
              .join(n3),
            members(after)
              .map((item) => `,${item}`)
              .join(n3),
          ];
          const text = `{${head}${n1}"mcpServers":${n2}${inner}${n3}${tail}${n1}}`;
          const [start, end] = [`{${head}${n1}"mcpServers":${n2}`, `${n3}${tail}${n1}}`];
          const names = Object.keys(map).slice(keep);
          const changed = change(jsonEditor, text, { remove: [{ path, names }], put: put(path) });
          expect(changed.startsWith(start) && changed.endsWith(end)).toBe(true);
          const [read] = jsonEditor.read({ path: 'f', text: changed }, [path]);
          expect(new Set(read?.entries.keys())).toEqual(
            new Set([
              ...Object.keys(map)
                .slice(0, keep)
                .filter((name) => name !== 'gatehouse'),
              'gatehouse',
            ]),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{\n  "mcpServers": {,}\n}', 'f:2:18: '],
    ['{\n  "a": 1', 'f:2:9: '],
    ['[]', 'f:1:1: A map is expected'],
    ['{"mcpServers": []}', 'mcpServers is no map'],
  ])('says where %j cannot be read', (text, message) => {
    expect(() => jsonEditor.read({ path: 'f', text }, [path])).toThrow(message);
  });

  it('says of a name that stands there twice that it stays, and knows every project', () => {
    const text = '{"projects":{"/a":{"mcpServers":{"x":{},"x":{}}},"/b":{},"/c":{"mcpServers":{"__proto__":{}}}}}';
    const maps = jsonEditor.read({ path: 'f', text }, [['projects', '*', 'mcpServers']]);
    expect(maps.map((map) => map.path[1])).toEqual(['/a', '/c']);
    expect([...(maps[0]?.fixed.keys() ?? [])]).toEqual(['x']);
    expect([...(maps[1]?.entries.keys() ?? [])]).toEqual(['__proto__']);
  });
});

describe('TOML', () => {
  const path = ['mcp_servers'];
  const text = [
    '# mine',
    'model = "o5" # [mcp_servers.no]',
    'note = """',
    '[mcp_servers.neither]',
    '"""',
    '',
    '# the files',
    '[mcp_servers.files]',
    'command = "npx"',
    'args = [',
    '  "a", # [x]',
    ']',
    '',
    '[mcp_servers.files.env]',
    "KEY = 'v]'",
    '',
    '[mcp_servers."my git"]',
    'command = "uvx"',
    '',
    '# profiles',
    '[profiles.fast]',
    'model = "o4"',
    '',
  ].join('\n');

  it('takes tables out and puts one in, and leaves the rest', () => {
    const changed = change(tomlEditor, text, { remove: [{ path, names: ['files', 'my git'] }], put: put(path) });
    expect(changed).toBe(
      [
        '# mine',
        'model = "o5" # [mcp_servers.no]',
        'note = """',
        '[mcp_servers.neither]',
        '"""',
        '',
        '# the files',
        '',
        '# profiles',
        '[profiles.fast]',
        'model = "o4"',
        '',
        '[mcp_servers.gatehouse]',
        'command = "gatehouse"',
        'args = [ "mcp" ]',
        '',
      ].join('\n'),
    );
  });

  it('keeps CRLF, and replaces an entry of that name', () => {
    const crlf = text.replaceAll('\n', '\r\n');
    const once = change(tomlEditor, crlf, { remove: [], put: put(path) });
    expect(once.startsWith(crlf)).toBe(true);
    expect(once.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(change(tomlEditor, once, { remove: [], put: put(path) })).toBe(once);
  });

  it('says of an entry that is no table of its own that it stays', () => {
    const inline = '[mcp_servers]\na = { command = "x" }\n\n[mcp_servers.b]\ncommand = "y"\n';
    const [map] = tomlEditor.read({ path: 'f', text: inline }, [path]);
    expect([[...(map?.entries.keys() ?? [])], [...(map?.fixed.keys() ?? [])]]).toEqual([['a', 'b'], ['a']]);
    expect(change(tomlEditor, inline, { remove: [{ path, names: ['b'] }], put: put(path) })).toContain(
      'a = { command = "x" }',
    );
    expect(() =>
      change(tomlEditor, 'mcp_servers = { a = { command = "x" } }\n', { remove: [], put: put(path) }),
    ).toThrow(/cannot be changed safely/);
  });

  it.each(['a = 1\nb = \n', '[a\n', 'a = 1\na = 2\n'])('says where %j cannot be read', (broken) => {
    expect(() => tomlEditor.read({ path: 'f', text: broken }, [path])).toThrow(/^f:\d+:\d+: /);
  });

  it('changes nothing but the tables of servers', () => {
    const text1 = fc.string({ unit: fc.constantFrom('a', '[', ']', '"', "'", '#', '\\', '{', '\n', '=') });
    const values = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,4}$/),
      fc.oneof(text1, fc.array(text1, { maxLength: 3 })),
      { maxKeys: 3, noNullPrototype: true },
    );
    fc.assert(
      fc.property(
        values,
        fc.dictionary(fc.stringMatching(/^[a-z .]{1,4}$/), values, { maxKeys: 3, noNullPrototype: true }),
        (others, servers) => {
          const [own, tables] = [stringify(others), stringify({ mcp_servers: servers })];
          const whole = `${own}\n${tables}\n# end\n[z-end]\nz = 1\n`;
          const names = Object.keys(servers);
          const changed = change(tomlEditor, whole, { remove: [{ path, names }], put: null });
          expect(changed.startsWith(own) && changed.endsWith('# end\n[z-end]\nz = 1\n')).toBe(true);
        },
      ),
    );
  });
});

it('takes two hundred servers out of a long file', () => {
  const servers = Object.fromEntries(Array.from({ length: 200 }, (_, at): [string, JsonValue] => [`s${at}`, gate]));
  const text = JSON.stringify({ mcpServers: servers, history: 'x'.repeat(2_000_000) }, null, 2);
  const changed = change(jsonEditor, text, {
    remove: [{ path: ['mcpServers'], names: Object.keys(servers) }],
    put: put(['mcpServers']),
  });
  expect(changed.length).toBeLessThan(2_000_300);
});
