import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, escapeVisible } from '../../../text/index.ts';
import { layoutFields, layoutLines, layoutParagraph, layoutText } from './fields.ts';

describe('laying out fields', () => {
  it('puts labels in a column and values beside it', () => {
    expect(layoutFields([['tool', 'note'], null, ['a longer one', 'x']], 80)).toBe(
      '  tool          note\n  a longer one  x',
    );
  });

  it('gives a label that is too long for the column a line of its own', () => {
    const long = 'x'.repeat(30);
    expect(layoutFields([[long, 'value']], 80)).toBe(`  ${long}\n${' '.repeat(28)}value`);
  });

  it('continues a text of several lines below, with its line feeds still to be seen', () => {
    expect(layoutFields([['content', 'one\n  two\n']], 80)).toBe(
      '  content     one\\u{0A}\n                two\\u{0A}',
    );
  });

  it('lays out lines that are only read without their line feeds, and each of them indented', () => {
    expect(layoutLines('one\r\n\nto do  accept it\u001b', 80)).toBe(
      `${layoutText('one', 80)}\n\n${layoutText('to do  accept it\\u{1B}', 80)}`,
    );
    expect(layoutLines('a\nb', 80)).toMatch(/^ +a\n +b$/);
  });

  it('breaks behind a space or a comma, and inside a word only where there is neither near the end', () => {
    const text = 'aaaa bbbb,cccc dddddddddddddddddddddddddddddddd';
    expect(
      layoutFields([['v', text]], 40)
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['v           aaaa bbbb,cccc', 'dddddddddddddddddddddddddd', 'dddddd']);
  });

  it.each(['x', 'xy ', '漢'])('lays out a megabyte of %j in little time', (unit) => {
    const text = unit.repeat((1024 * 1024) / unit.length);
    const started = performance.now();
    const lines = layoutFields([['content', text]], 80).split('\n');
    expect(lines.length).toBeGreaterThan(5_000);
    // A second pass over the rest for every line would take a minute.
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom(' ', '\n', ',', 'a', '漢', '👩‍👩‍👧', '\u202E', '\u001B', '\u200B', 'é'),
      maxLength: 300,
    }),
  );

  it('loses no character of any text and never breaks the width', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 40, max: 200 }), (text, width) => {
        const lines = layoutFields([['label', text]], width).split('\n');
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        const joined = lines.map((line) => line.slice(14)).join('');
        // Spaces at the end of a line are not to be seen, and are all that may be missing.
        expect(joined.replaceAll(' ', '')).toBe(escapeVisible(text).replaceAll(' ', ''));
      }),
    );
  });

  it('lets no value begin a line where labels stand', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 40, max: 120 }), (text, width) => {
        const [, ...rest] = layoutFields([['label', text]], width).split('\n');
        for (const line of rest) expect(line.slice(0, 14).trim()).toBe('');
      }),
    );
  });
});

describe('laying out text', () => {
  it('indents it, and what is continued by more', () => {
    expect(layoutText(`${'x'.repeat(30)} ${'y'.repeat(30)}`, 40, 4)).toBe(
      `  ${'x'.repeat(30)}\n      ${'y'.repeat(30)}`,
    );
    expect(layoutParagraph(`${'x'.repeat(30)} ${'y'.repeat(30)}`, 40)).toBe(`${'x'.repeat(30)}\n${'y'.repeat(30)}`);
  });

  it('leaves one line one line where there is no width', () => {
    expect(layoutParagraph('x '.repeat(500), Number.POSITIVE_INFINITY).split('\n')).toHaveLength(1);
  });
});
