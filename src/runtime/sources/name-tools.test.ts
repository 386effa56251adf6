import { describe, expect, it } from 'vitest';
import { toolForTest } from '../../../test/harness/tool-for-test.ts';
import { nameTools, type SourceTools } from './name-tools.ts';

const none = () => null;
const loader = () => Promise.reject(new Error('nothing runs here'));

function source(name: string, ...tools: readonly string[]): SourceTools {
  return { source: name, tools: tools.map((tool) => ({ tool: toolForTest({ name: tool }), loader })) };
}

const namesOf = (all: ReturnType<typeof nameTools>) =>
  Object.fromEntries(all.map(({ source: of, tools }) => [of, tools.map(({ tool }) => tool.name)]));

describe('names of the tools of sources', () => {
  it('stay as they are where nobody else has them', () => {
    const all = nameTools([source('a', 'x', 'y'), source('b', 'z')], none);
    expect(namesOf(all)).toEqual({ a: ['x', 'y'], b: ['z'] });
    expect(all.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  it('get the source before them on both sides, in whatever order the sources come', () => {
    const [a, b] = [source('a', 'x'), source('b', 'x', 'y')];
    for (const order of [
      [a, b],
      [b, a],
    ])
      expect(namesOf(nameTools(order, none))).toEqual({ a: ['a_x'], b: ['b_x', 'y'] });
  });

  it('yield to what is there already, and say so', () => {
    const [named] = nameTools([source('a', 'shell')], (name) => (name === 'shell' ? 'the tool shell' : null));
    expect(named?.tools.map(({ tool }) => tool.name)).toEqual(['a_shell']);
    expect(named?.warnings).toEqual(['shell is called a_shell: the tool shell has that name.']);
  });

  it('keep apart what only the fingerprint tells apart, such as the headers of a request', () => {
    const printOf = (fingerprint: string) => {
      const tool = toolForTest({ name: 'x' });
      const entry = { tool: { ...tool, origin: { ...tool.origin, fingerprint } }, loader };
      return nameTools([{ source: 'a', tools: [entry] }], (name) => (name === 'x' ? 'the tool x' : null))[0]?.tools[0]
        ?.tool.origin.fingerprint;
    };
    expect(printOf('a'.repeat(64))).not.toBe(printOf('b'.repeat(64)));
    expect(printOf('a'.repeat(64))).toBe(printOf('a'.repeat(64)));
  });

  it('stay out where the longer one is taken too', () => {
    const all = nameTools([source('a', 'x', 'a_x'), source('b', 'x')], none);
    expect(namesOf(all)).toEqual({ a: ['a_x'], b: ['b_x'] });
    expect(all[0]?.warnings).toEqual([expect.stringContaining('x stays out: a tool of the source b')]);
    // `a` of b_c and `a_b` of c are one name.
    const both = nameTools([source('a', 'b_c', 'c'), source('a_b', 'c', 'b_c')], none);
    expect(new Set(both.flatMap(({ tools }) => tools.map(({ tool }) => tool.name))).size).toBe(
      both.flatMap(({ tools }) => tools).length,
    );
  });

  it('are cut to what a name may be, and still told apart', () => {
    const long = 'x'.repeat(60);
    const names = Object.values(namesOf(nameTools([source('first', long), source('other', long)], none))).flat();
    expect(names.every((name) => name.length === 64)).toBe(true);
    expect(new Set(names).size).toBe(2);
  });

  it('make another definition, with another fingerprint', () => {
    const [a] = nameTools([source('a', 'x'), source('b', 'x')], none);
    const [before] = source('a', 'x').tools;
    expect(a?.tools[0]?.tool.origin.fingerprint).not.toBe(before?.tool.origin.fingerprint);
  });
});
