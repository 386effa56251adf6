import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShellWords } from './shell-words.ts';

/** Words of each command, joined by bars; files after their signs. */
function read(line: string): readonly string[] {
  return readShellWords(line).map(({ words, inputs, outputs, documents }) =>
    [words.join('|'), ...inputs.map((file) => `<${file}`), ...outputs.map((file) => `>${file}`), ...documents].join(
      ' ',
    ),
  );
}

describe('splitting a shell line', () => {
  it.each([
    ['ls -la  src', ['ls|-la|src']],
    ['a; b && c || d & e | f\ng', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    [`echo 'a b' "c d" e\\ f g'h'"i"`, ['echo|a b|c d|e f|ghi']],
    [`echo "a \\"b\\" \\x" ''`, ['echo|a "b" \\x|']],
    ['echo $(rm x) y', ['rm|x', 'echo|y']],
    ['echo "a $(rm "x y") b"', ['rm|x y', 'echo|a | b']],
    ['echo `rm x`', ['rm|x', 'echo']],
    ['echo "`rm x`"', ['rm|x', 'echo|']],
    ['diff <(rm a) >(rm b)', ['rm|a', 'rm|b', 'diff']],
    ['(cd x; rm y) > z', ['cd|x', 'rm|y', ' >z']],
    ['f(){ rm x; }; f', ['f', '{|rm|x', '}', 'f']],
    ['a > b 2>&1 < c >> d 2>e <> g &> h', ['a <c >b >1 >d >e >g >h']],
    ['a 2 >b', ['a|2 >b']],
    ['a # b; c\nd', ['a', 'd']],
    ["a # don't\nrm x", ['a', 'rm|x']],
    ['a#b', ['a#b']],
    ['a \\\nb', ['a|b']],
    ["cat <<'E' > f; b\nit's; rm x\nE\nc", ["cat >f it's; rm x", 'b', 'c']],
    ['cat <<-E\n\tx\n\tE\nc', ['cat \tx', 'c']],
    ['cat <<<word', ['cat <word']],
    ["a 'b; c", ['a|b; c']],
    ['a $(b', ['b', 'a']],
    ['a ) b', ['a', 'b']],
    ['', []],
  ])('reads %j', (line, commands) => {
    expect(read(line)).toEqual(commands);
  });

  it('takes any text, and is done in time that grows with its length', () => {
    const signs = fc.constantFrom(
      'a',
      ' ',
      '\n',
      "'",
      '"',
      '\\',
      '$(',
      '`',
      ')',
      '(',
      '<',
      '<<',
      '>',
      '&',
      '|',
      ';',
      '#',
      '{',
    );
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 200 }), (parts) => {
        const commands = readShellWords(parts.join(''));
        expect(commands.length).toBeLessThanOrEqual(parts.length + 1);
      }),
      { numRuns: 2_000 },
    );
    const start = performance.now();
    for (const part of ['$(', '"$(', '`', '<<a\n', "'", '(', 'a;']) readShellWords(part.repeat(16_384));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
