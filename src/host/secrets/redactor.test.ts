import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';

function redactorOf(secrets: Readonly<Record<string, string>>): (text: string) => string {
  const redactor = createRedactor();
  for (const [name, value] of Object.entries(secrets)) redactor.register(name, value);
  return redactor.redact;
}

const secret = 'pa+ss/w"ö rd(7)?';
const utf8 = Buffer.from(secret);

describe('the redactor', () => {
  it('returns the same text when nothing is registered, or nothing is found', () => {
    expect(createRedactor().redact('hello')).toBe('hello');
    expect(redactorOf({ KEY: secret })('hello')).toBe('hello');
    expect(redactorOf({ KEY: secret })('')).toBe('');
  });

  it('takes tokens of ours out by their form, known or not', () => {
    const token = `gh_${'0a'.repeat(32)}`;
    expect(createRedactor().redact(`"Bearer ${token}"`)).toBe('"Bearer [redacted: a token of Gatehouse]"');
    expect(redactorOf({ KEY: token })(token)).toBe('[redacted: KEY]');
    expect(createRedactor().redact('gh_0a')).toBe('gh_0a');
  });

  it.each([
    ['as it is', secret],
    ['base64', utf8.toString('base64')],
    ['base64 without padding', utf8.toString('base64').replace(/=+$/, '')],
    ['base64url', utf8.toString('base64url')],
    ['hex', utf8.toString('hex')],
    ['hex in capitals', utf8.toString('hex').toUpperCase()],
    ['URL encoding', encodeURIComponent(secret)],
    [
      'URL encoding of all reserved characters',
      encodeURIComponent(secret).replaceAll('(', '%28').replaceAll(')', '%29'),
    ],
    ['URL encoding with small digits', encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase())],
    ['form encoding', new URLSearchParams({ v: secret }).toString().slice(2)],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
  ])('takes a value out in the form: %s', (_form, text) => {
    expect(redactorOf({ KEY: secret })(`before ${text} after`)).toBe('before [redacted: KEY] after');
  });

  it.each(['', 'u', 'us', 'user', 'user:', 'user name:'])('finds a value in HTTP Basic credentials of %j', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const header = Buffer.from(`${before}${secret}!`).toString(encoding);
      const redacted = redactorOf({ KEY: secret })(`Basic ${header}`);
      expect(redacted).toContain('[redacted: KEY]');
      const rest = redacted.replace('Basic ', '').split('[redacted: KEY]');
      // Only what stands before and behind, and the edges of three bytes, may be left.
      expect(rest.join('').length).toBeLessThanOrEqual(Math.ceil((before.length + 1) / 3) * 4 + 4);
    }
  });

  it('finds a long value in base64 of many lines, in a whole text and in pieces', () => {
    const long = 'a-long-value-'.repeat(20);
    const redactor = createRedactor();
    redactor.register('KEY', long);
    for (const width of [64, 76]) {
      const text = `a\n${Buffer.from(long)
        .toString('base64')
        .replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n')}\nb\n`;
      expect(redactor.redact(text)).toBe('a\n[redacted: KEY]\nb\n');
      const stream = redactor.stream();
      expect(text.split('').map(stream.push).join('') + stream.end()).toBe('a\n[redacted: KEY]\nb\n');
    }
  });

  it('finds a value that was read from a file with its line end', () => {
    const redact = redactorOf({ KEY: 'abcdefgh12\n' });
    expect(redact('x=abcdefgh12;')).toBe('x=[redacted: KEY];');
    expect(redact('abcdefgh12\n.')).toBe('[redacted: KEY].');
  });

  it('takes out the longest where one value begins with another', () => {
    const redact = redactorOf({ SHORT: 'abcdefgh', LONG: 'abcdefghijkl' });
    expect(redact('abcdefghijkl abcdefgh')).toBe('[redacted: LONG] [redacted: SHORT]');
  });

  it('takes values that overlap out together, so that no piece of either is left', () => {
    const redact = redactorOf({ FIRST: 'aaaabbbbcccc', SECOND: 'bbbbccccdddd1', THIRD: 'ccccdddd1eee' });
    expect(redact('-aaaabbbbccccdddd1eee-')).toBe('-[redacted: SECOND]-');
    expect(redact('bbbbccccdddd1aaaabbbbcccc')).toBe('[redacted: SECOND][redacted: FIRST]');
  });

  it('takes a value out that overlaps itself', () => {
    expect(redactorOf({ KEY: 'abababab' })('abababababab')).toBe('[redacted: KEY]');
  });

  it('leaves values of less than 8 characters where they are', () => {
    expect(redactorOf({ PIN: '1234567' })('1234567 12345678')).toBe('1234567 12345678');
    expect(redactorOf({ PIN: '12345678' })('1234567 12345678')).toBe('1234567 [redacted: PIN]');
    expect(redactorOf({ EMPTY: '', BLANK: '         ' })('a b')).toBe('a b');
  });

  it('knows a value registered after the first use, and the earlier value of a name', () => {
    const redactor = createRedactor();
    redactor.register('KEY', 'old-value-1');
    expect(redactor.redact('old-value-1 new-value-2')).toBe('[redacted: KEY] new-value-2');
    redactor.register('KEY', 'new-value-2');
    expect(redactor.redact('old-value-1 new-value-2')).toBe('[redacted: KEY] [redacted: KEY]');
  });

  it('names a value of two names after the first', () => {
    const redactor = createRedactor();
    redactor.register('FIRST', secret);
    redactor.register('SECOND', secret);
    expect(redactor.redact(secret)).toBe('[redacted: FIRST]');
  });

  it('takes the meaning of no character from a value or a name', () => {
    expect(redactorOf({ 'A$&B': '.*(a|b)+$^' })('.*(a|b)+$^ xaxbx')).toBe('[redacted: A$&B] xaxbx');
    expect(redactorOf({ __proto__x: 'constructor' })('constructor')).toBe('[redacted: __proto__x]');
  });

  it('takes a value with half of a surrogate pair out as it is', () => {
    expect(redactorOf({ KEY: 'abcdefgh\ud800' })('xabcdefgh\ud800y')).toBe('x[redacted: KEY]y');
  });

  it('leaves nothing of a registered value in any text, and changes nothing else', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '%'), minLength: 8, maxLength: 12 });
    const between = fc.string({ unit: fc.constantFrom('x', '\n', 'é', '😀'), maxLength: 20 });
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 1, maxLength: 5 }),
        fc.array(between, { minLength: 1, maxLength: 6 }),
        (values, gaps) => {
          const redact = redactorOf(Object.fromEntries(values.map((value, at) => [`N${at}`, value])));
          const text = gaps.map((gap, at) => `${gap}${values[at % values.length]}`).join('');
          const redacted = redact(text);
          expect(values.filter((value) => redacted.includes(value))).toEqual([]);
          expect(redacted.replaceAll(/\[redacted: N\d\]/g, '').replaceAll(/[ab%]/g, '')).toBe(gaps.join(''));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('searches 4 MiB for 1,000 values without comparing each at each place', () => {
    // 15,000 forms at 4 million places: comparing them one by one would take minutes.
    const module = JSON.stringify(new URL('redactor.ts', import.meta.url).href);
    const program = `
      import { createRedactor } from ${module};
      const redactor = createRedactor();
      for (let at = 0; at < 1000; at++) redactor.register('N' + at, 'secret-value-' + (at * 7919).toString(36).padStart(8, 'q'));
      const text = 'The quick brown fox jumps over the lazy dog. '.repeat(93206);
      process.exitCode = redactor.redact(text) === text ? 0 : 1;`;
    expect(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 15_000 }),
    ).toBe('');
  });
});
