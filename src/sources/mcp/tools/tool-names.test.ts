import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exposedName, isNameFor, namesFor, offeredName } from './tool-names.ts';

describe('the name of a tool of a server', () => {
  it.each([
    ['files', 'read_file', 'mcp_files_read_file'],
    ['files', 'read-file', 'mcp_files_read-file'],
    ['files', 'constructor', 'mcp_files_constructor'],
    ['a', '__proto__', 'mcp_a___proto__'],
  ])('of %s and %s is %s', (server, tool, name) => {
    expect(exposedName(server, tool, [server])).toBe(name);
  });

  it.each([
    ['files', 'read.file'],
    ['files', 'read file'],
    ['my files', 'read_file'],
    ['files', 'ÄÖ'],
    ['files', ''],
    ['files', 'n'.repeat(300)],
  ])('of %s and %s ends with a hash where letters are replaced or left out', (server, tool) => {
    const name = exposedName(server, tool, [server]);
    if (tool === '') expect(name).toBe('mcp_files_');
    else expect(name).toMatch(/^mcp_[A-Za-z0-9_-]+_[0-9a-f]{8}$/);
    expect(name.length).toBeLessThanOrEqual(64);
  });

  it('is another one where it would read like one of another server, whichever is configured first', () => {
    const servers = ['a', 'a_b'];
    const both = [exposedName('a', 'b_c', servers), exposedName('a_b', 'c', servers)];
    expect(both).toEqual([expect.stringMatching(/^mcp_a_b_c_[0-9a-f]{8}$/), 'mcp_a_b_c']);
    expect([exposedName('a', 'b_c', servers.toReversed()), exposedName('a_b', 'c', servers.toReversed())]).toEqual(
      both,
    );
    expect(exposedName('a', 'b_c', ['a'])).toBe('mcp_a_b_c');
  });

  it('is one that is taken everywhere, and no two tools of whatever servers share it', () => {
    const word = fc.oneof(
      fc.string({ minLength: 1, maxLength: 80 }),
      fc
        .array(fc.constantFrom('a', 'b', '_', '-', '.', ' '), { minLength: 1, maxLength: 6 })
        .map((parts) => parts.join('')),
    );
    const pairs = fc.uniqueArray(fc.tuple(word, word), { maxLength: 30, selector: (pair) => JSON.stringify(pair) });
    fc.assert(
      fc.property(pairs, (tools) => {
        const servers = [...new Set(tools.map(([server]) => server))];
        const names = tools.map(([server, tool]) => exposedName(server, tool, servers));
        expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});

describe('a tool that the operator renamed', () => {
  const named = (renames: Readonly<Record<string, string>>, name = 's') => ({
    name,
    tools: Object.entries(renames).map(([tool, rename]) => ({
      tool,
      rename,
      description: null,
      policyClass: null,
      hidden: null,
      timeoutMs: null,
      trustReadOnly: null,
    })),
  });

  it('to one of the names that Gatehouse has for each server takes no name of ours', () => {
    const { name } = namesFor(named({ x: 'read_resource' }), ['s'])('x');
    expect(name).toMatch(/^mcp_s_read_resource_[0-9a-f]{8}$/);
  });

  it('has the new name below that of its server, and keeps the old one as an alias', () => {
    const names = namesFor(named({ 'read.file': 'read' }), ['s']);
    expect(names('read.file')).toEqual({ name: 'mcp_s_read', aliases: [expect.stringMatching(/^mcp_s_read_file_/)] });
    expect(names('other')).toEqual({ name: 'mcp_s_other', aliases: [] });
  });

  it('has its name alone, whatever else the server calls so', () => {
    const names = namesFor(named({ a: 'b' }), ['s']);
    expect(names('a').name).toBe('mcp_s_b');
    expect(names('b')).toEqual({ name: expect.stringMatching(/^mcp_s_b_[0-9a-f]{8}$/), aliases: [] });
  });

  it('may swap names with another one', () => {
    const names = namesFor(named({ a: 'b', b: 'a' }), ['s']);
    expect([names('a'), names('b')]).toEqual([
      { name: 'mcp_s_b', aliases: [] },
      { name: 'mcp_s_a', aliases: [] },
    ]);
  });

  it('never reads like one of another server', () => {
    expect(namesFor(named({ x: 'b_c' }, 'a'), ['a', 'a_b'])('x').name).toMatch(/^mcp_a_b_c_[0-9a-f]{8}$/);
  });

  it.each([
    ['s', 'x'.repeat(58), true],
    ['s', 'x'.repeat(59), false],
    ['s', 'a.b', false],
    ['s', 'ä', false],
    ['s', '__proto__', true],
  ])('of %s to %s: %j', (server, rename, isOne) => {
    expect(isNameFor(server, rename)).toBe(isOne);
  });
});

describe('a tool that Gatehouse has for a server', () => {
  it('has its name whatever the server calls its own', () => {
    expect(offeredName('s', 'read_resource', ['s'])).toBe('mcp_s_read_resource');
    expect(exposedName('s', 'read_resource', ['s'])).toMatch(/^mcp_s_read_resource_[0-9a-f]{8}$/);
  });

  it.each([
    ['a server with other letters', 'my files', ['my files']],
    ['a server whose name begins another one', 's', ['s', 's_read']],
  ])('has a hash of its own for %s', (_what, server, servers) => {
    const name = offeredName(server, 'read_resource', servers);
    expect(name).toMatch(/_read_resource_[0-9a-f]{8}$/);
    expect(name).not.toBe(exposedName(server, 'read_resource', servers));
  });
});
