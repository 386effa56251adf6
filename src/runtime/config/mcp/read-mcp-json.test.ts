import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readMcpJson } from './read-mcp-json.ts';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-mcp-json-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function read(
  content: unknown,
  { trusted = true, taken = [] as readonly string[], sources = [] as readonly string[] } = {},
) {
  writeFileSync(join(folder, '.mcp.json'), typeof content === 'string' ? content : JSON.stringify(content));
  return readMcpJson(folder, { trustedFolders: trusted ? [folder] : [], taken, sources });
}

describe('.mcp.json', () => {
  it('gives programs and addresses as other clients read them', () => {
    const { servers, warnings } = read({
      mcpServers: {
        'my files': { command: 'npx', args: ['-y', 'x'], env: { A: '${B:-c}' } },
        web: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
        old: { type: 'sse', url: 'https://example.com/sse' },
        off: { command: 'x', disabled: true },
      },
      inputs: [],
    });
    expect(warnings).toEqual([]);
    expect(servers).toMatchObject([
      {
        name: 'my files',
        expands: true,
        policyClass: 'external_api',
        trustReadOnly: false,
        reach: { kind: 'program', argv: ['npx', '-y', 'x'], directory: folder, env: { A: { text: '${B:-c}' } } },
      },
      { name: 'web', reach: { kind: 'web', url: 'https://example.com/mcp' } },
      { name: 'old', reach: { kind: 'web', url: 'https://example.com/sse', transport: 'sse' } },
      { name: 'off', disabled: true },
    ]);
  });

  it.each([
    { command: 'gatehouse', args: ['mcp'] },
    { command: '/usr/bin/node', args: ['/opt/gatehouse/bin/gatehouse.mjs', 'mcp', '--read-only'] },
    { command: 'npm', args: ['--prefix', '/home/ada/gatehouse', 'start', '--', 'mcp'] },
    { type: 'http', url: 'http://127.0.0.1:7420/mcp?readOnly=1' },
  ])('never has itself as a server: %j', (entry) => {
    expect(
      read({ mcpServers: { gate: entry, other: { command: 'npm', args: ['start', '--', 'mcp'] } } }),
    ).toMatchObject({
      servers: [{ name: 'other' }],
      warnings: [],
    });
  });

  it('does not act where the folder is not trusted', () => {
    expect(read({ mcpServers: { a: { command: 'x' } } }, { trusted: false })).toMatchObject({
      servers: [],
      isUntrusted: true,
    });
  });

  it('does not act where it is a link to elsewhere', () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'a.json'), '{"mcpServers":{"a":{"command":"x"}}}');
    symlinkSync(join(elsewhere, 'a.json'), join(folder, '.mcp.json'));
    const { servers, warnings } = readMcpJson(folder, { trustedFolders: [folder], taken: [], sources: [] });
    expect([servers, warnings]).toEqual([[], [expect.stringContaining('it is a link')]]);
  });

  it.each([
    ['no JSON', '{', 'does not act'],
    ['a list', [], 'no map mcpServers'],
    ['no servers', {}, 'no map mcpServers'],
    ['a key twice', '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}', 'does not act'],
  ])('that is %s is told and does not act', (_what, content, message) => {
    const { servers, warnings } = read(content);
    expect([servers, warnings]).toEqual([[], [expect.stringContaining(message)]]);
  });

  it.each([
    ['no map', 7, 'it is no map'],
    ['nothing', {}, 'neither a command nor the url'],
    ['an address of another kind', { url: 'file:///etc/passwd' }, 'neither a command nor the url'],
    ['arguments that are no texts', { command: 'x', args: [1] }, 'args is no list'],
    ['an argument with NUL', { command: 'x', args: ['a\0b'] }, 'args is no list'],
    ['a variable that is no text', { command: 'x', env: { A: 1 } }, 'env is no map'],
    ['headers that are no map', { url: 'https://example.com', headers: [] }, 'headers is no map'],
  ])('leaves out a server that is %s, and no other', (_what, entry, message) => {
    const { servers, warnings } = read({ mcpServers: { bad: entry, good: { command: 'x' } } });
    expect(servers.map(({ name }) => name)).toEqual(['good']);
    expect(warnings).toEqual([expect.stringContaining(message)]);
  });

  it('yields to the names of the owner', () => {
    const { servers, warnings } = read({ mcpServers: { a: { command: 'x' } } }, { taken: ['a'] });
    expect([servers, warnings]).toEqual([[], [expect.stringContaining('your own configuration holds')]]);
  });

  it('has no server of the name of a source of the owner', () => {
    const { servers, warnings } = read(
      { mcpServers: { a: { command: 'x' }, a_b: { command: 'x' } } },
      { sources: ['a'] },
    );
    expect(servers.map(({ name }) => name)).toEqual(['a_b']);
    expect(warnings).toEqual([
      expect.stringContaining('"a" is left out: a source of your own configuration has its name'),
    ]);
  });

  it.each(['git_hub', 'git_hub ', 'git hub', 'git.hub', 'git_hub_delete'])(
    'leaves out a server named %j, whose tools would read like the owner’s',
    (name) => {
      const content = { mcpServers: { [name]: { command: 'x' }, 'git-hub': { command: 'x' }, git: { command: 'x' } } };
      const { servers, warnings } = read(content, { taken: ['git_hub'] });
      expect(servers.map((server) => server.name)).toEqual(['git-hub', 'git']);
      expect(warnings).toEqual([expect.stringContaining('your own configuration')]);
    },
  );

  it.each(['', 'a\nb', 'x'.repeat(33), 'Ü', '-a', 'a<b>'])('leaves out a server named %j', (name) => {
    const { servers, warnings } = read({ mcpServers: { [name]: { command: 'x' } } });
    expect([servers, warnings]).toEqual([[], [expect.stringContaining('its name is not')]]);
  });

  it('may name a server like a property of all objects', () => {
    const { servers } = read('{"mcpServers":{"__proto__":{"command":"x"},"constructor":{"command":"y"}}}');
    expect(servers.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  });

  it("takes tools away and loosens nothing: class, trust, limits, names and words are the owner's", () => {
    const tools = {
      a: { hidden: true },
      b: {
        hidden: false,
        policyClass: 'network',
        trustReadOnly: true,
        timeout: '1h',
        rename: 'x',
        description: 'Safe.',
      },
    };
    const more = {
      include: ['a', 'b'],
      exclude: ['c*'],
      tools,
      policyClass: 'read_write',
      trustReadOnly: true,
      sampling: true,
    };
    const { servers, warnings } = read({ mcpServers: { s: { command: 'x', ...more } } });
    expect(servers).toMatchObject([
      {
        include: ['a', 'b'],
        exclude: ['c*'],
        policyClass: 'external_api',
        trustReadOnly: false,
        sampling: false,
        tools: [{ tool: 'a', hidden: true, policyClass: null, trustReadOnly: null, rename: null }],
      },
    ]);
    for (const key of ['policyClass', 'trustReadOnly', 'timeout', 'rename', 'description'])
      expect(warnings).toContainEqual(expect.stringContaining(`tools.b.${key} is not read here`));
    for (const key of ['trustReadOnly', 'sampling'])
      expect(warnings).toContainEqual(expect.stringContaining(`"s": ${key} is not read here`));
  });

  it('takes away what it says so of in words that are neither yes nor no', () => {
    const entry = { command: 'x', disabled: 'true', tools: { a: { hidden: 'yes' } } };
    const { servers, warnings } = read({ mcpServers: { s: entry } });
    expect(servers).toMatchObject([{ disabled: true, tools: [{ tool: 'a', hidden: true }] }]);
    expect(warnings).toEqual([
      expect.stringContaining('"s": disabled is neither true nor false, and counts as true'),
      expect.stringContaining('"s": tools.a.hidden is neither true nor false, and counts as true'),
    ]);
  });

  it.each([
    ['include', 7, { include: [] }],
    ['exclude', ['[a'], { exclude: ['*'] }],
  ])('takes no tool where its %s cannot be read', (key, value, settings) => {
    const { servers, warnings } = read({ mcpServers: { s: { command: 'x', [key]: value } } });
    expect(servers).toMatchObject([settings]);
    expect(warnings).toEqual([expect.stringContaining('none of its tools is taken')]);
  });
});
