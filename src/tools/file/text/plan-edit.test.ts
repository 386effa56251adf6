import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planEdit, withPlainEnds } from './plan-edit.ts';

function edit(text: string, oldText: string, newText: string): string {
  const plan = planEdit(text, oldText, newText);
  return plan.kind === 'edit' ? text.slice(0, plan.start) + plan.replacement + text.slice(plan.end) : plan.kind;
}

describe('planning an edit', () => {
  it.each([
    ['one\ntwo\nthree\n', 'two', 'TWO', 'one\nTWO\nthree\n'],
    ['one\r\ntwo\r\nthree\r\n', 'one\ntwo', 'one\n1.5\ntwo', 'one\r\n1.5\r\ntwo\r\nthree\r\n'],
    ['one\r\ntwo\r\n', 'two', '2\n3', 'one\r\n2\r\n3\r\n'],
    ['one\ntwo\n', 'one\r\ntwo', '1\r\n2', '1\n2\n'],
    ['a\r\nb\nc\r\nd\n', 'b\nc', 'b\nC', 'a\r\nb\nC\r\nd\n'],
    ['a\r\nb\nc\r\nd\n', 'a\nb\nc\nd', 'a\nb\nc\nD', 'a\r\nb\nc\r\nD\n'],
    ['no newline', 'no', 'yes,\n', 'yes,\n newline'],
    ['last\r\nline', 'line', 'line\n', 'last\r\nline\r\n'],
    ['a\nb\n', 'a\n', '', 'b\n'],
    ['x', 'x', '', ''],
    ['aXb', 'X', '$&$1', 'a$&$1b'],
    ['a\rb', '\r', '-', 'a-b'],
    ['a\r\r\nb\r\r\n', 'b', 'c', 'a\r\r\nc\r\r\n'],
    ['😀 x', '😀', '😁', '😁 x'],
  ])('makes of %j with %j → %j', (...[text, oldText, newText, expected]) => {
    expect(edit(text, oldText, newText)).toBe(expected);
  });

  it.each([
    ['aaa', 'aa', { kind: 'many', count: 2, lines: [1, 1] }],
    ['x\ny\nx\r\ny\n', 'x\ny', { kind: 'many', count: 2, lines: [1, 3] }],
    ['a\n'.repeat(5_000), 'a', { kind: 'many', count: 1_000, lines: [1, 2, 3, 4, 5] }],
    ['abc', 'd', { kind: 'none' }],
    ['', 'd', { kind: 'none' }],
  ])('does not edit %j at %j', (text, oldText, expected) => {
    expect(planEdit(text, oldText, 'new')).toEqual(expected);
  });

  it('takes texts that differ in line ends only for the same', () => {
    expect(planEdit('a\r\nb', 'a\r\nb', 'a\nb')).toEqual({ kind: 'same' });
  });

  it('is done with a file of nothing but CR in time', () => {
    const start = performance.now();
    expect(planEdit('\r'.repeat(2_000_000), 'x', 'y')).toEqual({ kind: 'none' });
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('names the line where the place begins', () => {
    expect(planEdit('a\r\nb\r\nc\r\n', 'c', 'd')).toMatchObject({ line: 3 });
  });

  it('changes the place it means and not a byte around it', () => {
    const piece = fc.constantFrom('a', 'b', '\n', '\r\n', '\r', ' ');
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, text, text, (...[before, middle, after, newText]) => {
        // The mark makes the place the only one.
        const oldText = `<${middle}>`;
        const whole = before + oldText + after;
        const result = edit(whole, withPlainEnds(oldText), `[${newText}]`);
        expect(result.startsWith(before)).toBe(true);
        expect(result.endsWith(after)).toBe(true);
        const changed = result.slice(before.length, result.length - after.length);
        expect(withPlainEnds(changed)).toBe(withPlainEnds(`[${newText}]`));
      }),
    );
  });
});
