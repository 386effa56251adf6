import { describe, expect, it } from 'vitest';
import { spellingProblem } from './spelling.ts';

const bad: readonly (readonly [string, RegExp])[] = [
  ['', /empty/],
  ['a\0b', /control/],
  ['a\nb', /control/],
  ['a\u001b[2Jb', /control/],
  ['a\u0085b', /control/],
  ['a\u202etxt.exe', /direction/],
  ['a\u2028b', /control/],
  ['half\ud800', /half of a character/],
  ['~', /not expanded/],
  ['~/.ssh/id', /not expanded/],
  ['~root/x', /not expanded/],
  ['file:///etc/passwd', /URL/],
  ['https://example.com/a', /URL/],
  ['C:\\Windows\\win.ini', /Windows/],
  ['c:/x', /Windows/],
  ['\\\\server\\share', /Windows/],
  [`${'é'.repeat(128)}`, /longer than 255/],
  ['a/'.repeat(2_100), /longer than 4095/],
];

describe('the spelling of a path', () => {
  it.each(bad)('refuses %j', (asked, problem) => {
    expect(spellingProblem(asked)).toMatch(problem);
  });

  it.each(['.', '..', '...', '-rf', 'a b', 'a~b', '%2e%2e', '$HOME/x', 'naïve/👩‍💻.txt', 'a:b', 'x'.repeat(255)])(
    'takes %j',
    (asked) => {
      expect(spellingProblem(asked)).toBeNull();
    },
  );
});
