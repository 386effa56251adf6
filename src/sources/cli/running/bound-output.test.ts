import { expect, it } from 'vitest';
import { boundOutput, keptBytes } from './bound-output.ts';

const bound = (text: string, stdoutOmitted = 0) => boundOutput({ stdout: Buffer.from(text), stdoutOmitted });
const mark = '\n...[output truncated]...\n';

it('keeps all of what fits', () => {
  expect(bound('x'.repeat(65_536))).toEqual({ output: 'x'.repeat(65_536), isCut: false });
  expect(bound('')).toEqual({ output: '', isCut: false });
});

it('keeps two halves of what does not, also where the port left something out', () => {
  const [half, rest] = ['a'.repeat(32_768), 'b'.repeat(32_768)];
  expect(bound(`${half}x${rest}`)).toEqual({ output: half + mark + rest, isCut: true });
  const kept = `${half}${'x'.repeat(keptBytes - 65_536)}${rest}`;
  expect(bound(kept, 1_000_000)).toEqual({ output: half + mark + rest, isCut: true });
});

it.each(['é', '€', '😀'])('cuts no %s in two', (letter) => {
  for (let shift = 0; shift < 4; shift += 1) {
    const { output } = bound('x'.repeat(shift) + letter.repeat(40_000));
    expect(output).not.toContain('\ufffd');
    expect(output.replace(mark, '').replaceAll(letter, '').replaceAll('x', '')).toBe('');
  }
});
