import { describe, expect, it } from 'vitest';
import { createMemoryResults } from '../../testing/index.ts';
import { runForTest, textOf } from '../../../test/harness/run-tool.ts';
import type { NewResult } from '../../contract/index.ts';
import { lastOutput } from './last-output.ts';
import { readContent } from './read-content.ts';

const scope = { session: 'session-1', principal: 'user:1000' };
const label = { source: 'mcp:x', tool: 'fetch', trust: 'untrusted', private: true } as const;

async function withResults(...texts: readonly (string | Partial<NewResult>)[]) {
  const results = createMemoryResults();
  const refs: string[] = [];
  for (const given of texts) {
    const more = typeof given === 'string' ? { text: given } : given;
    refs.push(
      await results.keep({
        ...scope,
        label,
        callId: 'call',
        text: '',
        hidden: null,
        shown: null,
        alsoShown: '',
        use: 'last',
        ...more,
      }),
    );
  }
  const ports = {
    results: { last: () => results.last(scope), read: (ref: string) => results.read(scope, ref) },
  };
  return { refs, ports };
}

const cut = (text: string, from: number, to: number): Partial<NewResult> => ({ text, hidden: { from, to } });

describe('last_output', () => {
  it('gives the last result again, with its label', async () => {
    const { ports, refs } = await withResults('first', 'second');
    const result = await runForTest(lastOutput, {}, { ports });
    expect(textOf(result)).toBe(`[${refs[1]}, from fetch: characters 0 to 6 of 6; this is the end.]\nsecond`);
    expect(result.label).toEqual(label);
    expect(result.structured).toEqual({ ref: refs[1], offset: 0, end: 6, total: 6 });
  });

  it('goes on, by ref, where the shown part ended', async () => {
    const { ports, refs } = await withResults(cut(`${'.'.repeat(64)}0123456789`, 68, 74), 'other');
    const [ref = ''] = refs;
    expect(textOf(await runForTest(lastOutput, { ref, length: 3 }, { ports }))).toBe(
      `[${ref}, from fetch: characters 4 to 7 of 74; read on with ref ${ref} and offset 7.]\n...`,
    );
    expect(textOf(await runForTest(lastOutput, { ref, offset: 71 }, { ports }))).toContain('\n789');
  });

  it('begins a little before what was left out, so that what stands across the cut is seen whole', async () => {
    const text = `${'head '.repeat(60)}evil.test/payload${' tail'.repeat(60)}`;
    const from = text.indexOf('vil.test');
    const { ports, refs } = await withResults(cut(text, from, text.length));
    const [ref = ''] = refs;
    const first = textOf(await runForTest(lastOutput, { ref, length: 200 }, { ports }));
    expect(first).toContain('evil.test/payload');
    const next = Number(/offset (\d+)/.exec(first)?.[1]);
    expect(next).toBeLessThan(from - 64 + 200);
    expect(next).toBeGreaterThan(from);
  });

  it('honours an offset without a ref', async () => {
    const { ports } = await withResults('0123456789');
    expect(textOf(await runForTest(lastOutput, { offset: 8 }, { ports }))).toMatch(/\n89$/);
  });

  it('says so where nothing has run', async () => {
    const { ports } = await withResults();
    const result = await runForTest(lastOutput, {}, { ports });
    expect([textOf(result), result.isError]).toEqual(['No tool has returned anything in this session yet.', true]);
  });
});

describe('read_content', () => {
  it('reads every window of a text, and together they are the text', async () => {
    const text = `start 😀😀😀 ${'body '.repeat(50)}end`;
    const { ports, refs } = await withResults(text);
    const [ref = ''] = refs;
    let read = '';
    for (let offset = 0; offset < text.length; offset = read.length)
      read += textOf(await runForTest(readContent, { ref, offset, length: 7 }, { ports })).replace(/^\[[^\]]*\]\n/, '');
    expect(read).toBe(text);
  });

  it('splits no character, whatever the offset and the length', async () => {
    const { ports, refs } = await withResults('a😀b');
    const [ref = ''] = refs;
    for (const offset of [0, 1, 2, 3])
      for (const length of [1, 2, 3])
        expect(textOf(await runForTest(readContent, { ref, offset, length }, { ports })).isWellFormed()).toBe(true);
    expect(textOf(await runForTest(readContent, { ref, offset: 2, length: 1 }, { ports }))).toMatch(/\n😀$/);
  });

  it.each([
    ['at the end', 6, 'nothing begins at 6'],
    ['far behind it', 100, 'nothing begins at 100'],
  ])('tells the length for an offset %s', async (_where, offset, words) => {
    const { ports, refs } = await withResults('0123 6');
    expect(textOf(await runForTest(readContent, { ref: refs[0] ?? '', offset }, { ports }))).toContain(words);
  });

  it('answers an empty text', async () => {
    const { ports, refs } = await withResults('');
    expect(textOf(await runForTest(readContent, { ref: refs[0] ?? '' }, { ports }))).toContain('0 to 0 of 0');
  });

  it('has the same words for a foreign ref as for one that never was, but for the ref', async () => {
    const { ports, refs } = await withResults({ text: 'theirs', session: 'session-2' });
    const told = async (ref: string) => {
      const result = await runForTest(readContent, { ref }, { ports });
      return JSON.stringify(result).replaceAll(ref, 'REF');
    };
    expect(await told(refs[0] ?? '')).toBe(await told('res_00000000000000000000'));
  });
});
