import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutTable } from './columns.ts';
import { displayWidth } from './display-width.ts';

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['日本', 4],
    ['한글', 4],
    ['Ａ', 2],
    ['ｱ', 1],
    ['😀', 2],
    ['👩‍💻', 2],
    ['👍🏽', 2],
    ['❤️', 2],
    ['\u200b', 0],
    ['a\u0300\u0301\u0302', 1],
    ['…', 1],
    ['│', 1],
    ['Привет', 6],
    ['שלום', 4],
    ['\u{20000}', 2],
  ])('of %j is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('layoutTable', () => {
  it('aligns the columns and leaves no trailing spaces', () => {
    const table = layoutTable(
      [
        ['file_read', 'low', 'Reads a file.'],
        ['shell', 'critical', ''],
      ],
      { width: 80, headers: ['NAME', 'RISK', 'DESCRIPTION'] },
    );
    expect(table).toBe(
      ['NAME       RISK      DESCRIPTION', 'file_read  low       Reads a file.', 'shell      critical'].join('\n'),
    );
  });

  it('wraps the last column below itself', () => {
    expect(
      layoutTable(
        [
          ['a', 'one two three four'],
          ['bb', 'x'],
        ],
        { width: 13 },
      ),
    ).toBe(['a   one two', '    three', '    four', 'bb  x'].join('\n'));
    expect(layoutTable([['a', 'abcdefghijklmnop xy']], { width: 13 })).toBe(
      ['a  abcdefghij', '   klmnop xy'].join('\n'),
    );
  });

  it('cuts the last column when asked', () => {
    expect(layoutTable([['a', 'one two three four']], { width: 13, overflow: 'cut' })).toBe('a  one two t…');
  });

  it('counts columns and not characters', () => {
    expect(
      layoutTable(
        [
          ['日本', 'x'],
          ['e\u0301', 'y'],
          ['abcd', 'z'],
        ],
        { width: 40 },
      ),
    ).toBe(['日本  x', 'e\u0301     y', 'abcd  z'].join('\n'));
    expect(layoutTable([['日本語日本語']], { width: 5, overflow: 'cut' })).toBe('日本…');
  });

  it('cuts the widest of the other columns where they leave no room', () => {
    const table = layoutTable([['n'.repeat(60), 'ok', 'a description of some length']], { width: 50 });
    expect(table).toBe(`${'n'.repeat(23)}…  ok  a description of\n${' '.repeat(30)}some length`);
  });

  it('lets no cell break the table or reach the terminal', () => {
    expect(layoutTable([['a\nb', '\u001b[31mred\t\u202e']], { width: 80 })).toBe(
      'a\\u{0A}b  \\u{1B}[31mred\\u{09}\\u{202E}',
    );
  });

  it('fills short rows, and has no lines without rows', () => {
    expect(layoutTable([['a'], ['b', 'c', 'd'], []], { width: 20 })).toBe(['a', 'b  c  d', ''].join('\n'));
    expect(layoutTable([], { width: 20, headers: ['A'] })).toBe('');
  });

  it('takes long cells and many rows', () => {
    const start = performance.now();
    const rows = Array.from({ length: 150_000 }, () => ['a', 'b']);
    expect(layoutTable(rows, { width: 20 })).toHaveLength(150_000 * 5 - 1);
    expect(layoutTable([['x'.repeat(300_000), 'y'.repeat(300_000)]], { width: 80 }).split('\n')).toHaveLength(15_000);
    expect(performance.now() - start).toBeLessThan(4000);
  });

  it('ends at any width, even one that holds nothing', () => {
    for (const width of [0, 1, 5, -3]) {
      expect(layoutTable([['name', '日本語 text']], { width })).toContain('name');
      expect(layoutTable([['name', '日本語 text']], { width, overflow: 'cut' })).toContain('name');
    }
  });

  it('keeps every line within the width, and every word of the last column', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '日', 'e\u0301', '👩‍💻', '-'), maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 30, max: 90 }),
        (rows, width) => {
          const lines = layoutTable(rows, { width }).split('\n');
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
          const squeezed = lines.join('').replaceAll(/\s+/g, '');
          const alone = rows.filter((row) => row[0] === '' && row[1] === '').map((row) => row[2].replaceAll(' ', ''));
          expect(alone.filter((text) => !squeezed.includes(text))).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
