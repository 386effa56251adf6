import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleConfig } from '../example-config.ts';
import type { ServerEntry } from '../schema/mcp-schema.ts';
import { editServers, serversOf } from './edit-servers.ts';

const files: ServerEntry = { command: 'npx', args: ['-y', 'a: b', 'yes', '# c'], env: { KEY: { secret: 'KEY' } } };
const add = (text: string) => editServers(text, { add: { files }, remove: [] });
const remove = (text: string, ...names: readonly string[]) => editServers(text, { add: {}, remove: names });
const rendered =
  'files:\n  command: npx\n  args:\n    - -y\n    - "a: b"\n    - yes\n    - "# c"\n  env:\n    KEY:\n      secret: KEY\n';
const indented = (spaces: number) => rendered.replaceAll(/^(?=.)/gm, ' '.repeat(spaces));

describe('servers of a configuration', () => {
  it.each([
    ['nothing', '', `mcp:\n  servers:\n${indented(4)}`],
    ['remarks alone', exampleConfig(), `${exampleConfig()}\nmcp:\n  servers:\n${indented(4)}`],
    ['other settings, without a last line end', 'mode: readonly', `mode: readonly\n\nmcp:\n  servers:\n${indented(4)}`],
    [
      'servers, with remarks and an indent of its own',
      'mcp:\n    servers: # all\n        # mine\n        a: { command: x }   # short\n        # the end\n\npolicy: {}\n',
      `mcp:\n    servers: # all\n        # mine\n        a: { command: x }   # short\n${indented(8)}        # the end\n\npolicy: {}\n`,
    ],
    [
      'a server of many lines',
      'mcp:\n  servers:\n    a:\n      command: x\n      args:\n        - |\n          one\n          two\n\n# end\n',
      `mcp:\n  servers:\n    a:\n      command: x\n      args:\n        - |\n          one\n          two\n${indented(4)}\n# end\n`,
    ],
  ])('are written into a file of %s', (_what, text, expected) => {
    const changed = add(text);
    expect(changed).toBe(expected);
    expect(serversOf(changed)).toMatchObject({ files });
    expect(add(text.replaceAll('\n', '\r\n')).replaceAll('\r\n', '\n')).toBe(changed);
  });

  it.each([
    'mcp:\n',
    'mcp: {}\n',
    'mcp: { servers: { a: { command: x } } } # flow\n',
    'mcp:\n  servers:\n',
    '{ mode: readonly }\n',
    '"mcp":\n  "servers": &s\n    b: { command: y }\n',
  ])('are written into %j', (text) => {
    expect(serversOf(add(text))).toEqual({ ...serversOf(text), files });
    expect(add(text).includes('# flow')).toBe(text.includes('# flow'));
  });

  it('are cut out with nothing else', () => {
    const text =
      '# top\nmcp:\n  servers:\n    a: { command: x } # a\n    # about b\n    b:\n      command: y\n      args: [1]\n    c:\n      url: https://c\n# end\npolicy: {}\n';
    expect(remove(text, 'b')).toBe(text.replace('    b:\n      command: y\n      args: [1]\n', ''));
    expect(remove(text, 'a', 'b', 'c')).toBe('# top\n# end\npolicy: {}\n');
    expect(remove('mcp: { servers: { a: { command: x } } } # all\nmode: readonly\n', 'a')).toContain('mode: readonly');
  });

  it('are what was meant, and every line of other settings is as it was', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/).filter((text) => text !== '__proto__');
    const word = fc.string({
      unit: fc.constantFrom('a', ':', ' ', '#', '-', '\n', '"', "'", '{', 'é', '|', '&', '*', '%', '\t'),
    });
    const entry = fc.record({ command: word, args: fc.array(word, { maxLength: 3 }) });
    const some = fc.dictionary(name, entry, { maxKeys: 4, noNullPrototype: true });
    fc.assert(
      fc.property(some, some, fc.nat(4), (first, second, gone) => {
        const text = '# top\nmode: readonly # why\n\npolicy: { rules: [] }\n';
        const once = editServers(text, { add: first, remove: [] });
        expect(once.startsWith(text)).toBe(true);
        const remove = Object.keys(first).slice(0, gone);
        const both = {
          ...Object.fromEntries(Object.entries(first).filter(([key]) => !remove.includes(key))),
          ...second,
        };
        const twice = editServers(once, {
          add: Object.fromEntries(
            Object.entries(second).filter(([key]) => !Object.hasOwn(first, key) || remove.includes(key)),
          ),
          remove,
        });
        expect(twice.startsWith(text)).toBe(true);
        expect(Object.keys(serversOf(twice)).toSorted()).toEqual(Object.keys(both).toSorted());
      }),
      { numRuns: 300 },
    );
  });
});
