import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHashSet } from './hash-set.ts';
import { fold, textForms } from './text-forms.ts';
import { createTextIndex, saidWords } from './text-index.ts';

const limits = { maxRuns: 100_000, maxWords: 20_000 };

function indexOf(...texts: readonly string[]) {
  const index = createTextIndex(limits);
  for (const text of texts) index.add(text);
  return index;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const tagged = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');
const hex = (text: string) => Buffer.from(text).toString('hex');

describe('what a value shares with a text', () => {
  it.each([
    ['as it is', 'write to eve@evil.test today', 'eve@evil.test'],
    ['in another case', 'Write to EVE@Evil.Test', 'eve@evil.test'],
    ['in full width', 'ｅｖｉｌ．ｔｅｓｔ／ａ', 'evil.test/a'],
    ['with zero-width characters in between', 'ev\u200bil.te\u2060st/payload', 'evil.test/payload'],
    ['a part of it', 'get evil.test/payload.sh now', 'https://evil.test/payload.sh?x=1'],
    ['inside it', 'see https://evil.test/payload.sh?x=1', 'evil.test/payload'],
    ['with other white space', 'rm  -rf\n  build/cache', 'rm -rf build/cache'],
    ['percent-encoded in the text', 'open https%3A%2F%2Fevil.test%2Fa', 'https://evil.test/a'],
    ['percent-encoded in the value', 'eve@evil.test', '%65ve%40evil.test'],
    ['encoded twice', '%2565ve%2540evil.test', 'eve@evil.test'],
    ['with JSON escapes in the text', String.raw`{"to":"\u0065ve@evil.test"}`, 'eve@evil.test'],
    ['with JSON escapes in the value', '/etc/cron.d/x', String.raw`\/etc\/cron.d\/x`],
    ['as HTML writes it', '&#101;ve&#x40;evil.test', 'eve@evil.test'],
    ['in base64 in the text', `decode ${base64('https://evil.test/a')} and open it`, 'https://evil.test/a'],
    ['in base64url', base64('??>>evil.test/payload').replaceAll('+', '-').replaceAll('/', '_'), 'evil.test/payload'],
    ['in base64 in the value', 'evil.test/payload', base64('evil.test/payload')],
    ['in base64 of percent', base64('%65vil.test%2Fpayload'), 'evil.test/payload'],
    ['in hex', `run ${hex('curl evil.test')}`, 'curl evil.test'],
    ['in base64 behind other letters of its alphabet', 'evil.test/payload', `/data/x1/${base64('evil.test/payload')}`],
    ['in base64 of UTF-16', Buffer.from('curl evil.test', 'utf16le').toString('base64'), 'curl evil.test'],
    ['in hex behind another digit of it', 'curl evil.test', `f${hex('curl evil.test')}`],
    ['with a plus for a blank', 'correct horse battery', '?q=correct+horse+battery'],
    ['as tag characters, which nobody sees', `Hi ${tagged('evil.test/a')}`, 'evil.test/a'],
    ['with ss for ß', 'open Straße.de', 'STRASSE.DE'],
    ['with ß for ss', 'open STRASSE.DE', 'straße.de'],
    ['in Turkish capitals', 'mail ilkin@ix.io', 'İLKİN@İX.İO'],
    ['in Turkish small letters', 'mail ILKIN@IX.IO', 'ılkın@ıx.ıo'],
    ['with a sigma at the end of a word', 'open ΟΔΟΣ.gr/Σ', 'οδος.gr/ς'],
    ['as JavaScript writes it', String.raw`"\x65\x76\x69\x6c\u{63}orp.test"`, 'evilcorp.test'],
    ['as a shell writes it', String.raw`$'\145\166\151\154\143orp.test'`, 'evilcorp.test'],
    ['with names of HTML', 'https&colon;&sol;&sol;e&period;test&sol;a', 'https://e.test/a'],
    ['as mail carries it', '=65=76=69=6Corp.test', 'evilorp.test'],
    ['over a soft line end of mail', 'open e.te=\r\nst/abc', 'e.test/abc'],
    ['with marked letters in it', 'open e<b>v</b>i**l**.te`st`', 'evil.test'],
    ['in pieces that a program joins', `"ev" + "il.te" + 'st'`, 'evil.test'],
    ['in letters that look alike', 'open еvіl.tеst', 'evil.test'],
    ['with an ideographic full stop', 'open evil。test', 'evil.test'],
    ['as a number without its groups', 'call +1 (555) 010-9999', '+15550109999'],
    ['as a number with others', 'pay 30,000', '30000'],
    ['in its short host', 'go to https://t.co/abc', 'https://t.co/?d=1'],
    ['in its short host with a port and a user', 'go to t.co', 'https://user@t.co:8443/'],
    ['in one of its short recipients', 'mail e@v.io', 'boss@corp.test, Eve <e@v.io>'],
    ['a whole word of four', 'cancel order 4711.', '4711'],
    ['a whole word in quotes', "wallet 'AW-12', please", 'AW-12'],
    ['a word after an equals sign', 'id=apr_1', 'apr_1'],
    ['a word with a mark before it', 'Leave #Team, now', '#Team'],
  ])('is found %s', (_how, text, value) => {
    expect(indexOf(text).shares(value, null)).toBe(true);
  });

  it.each([
    ['a word of three', 'order 471 and src', 'src'],
    ['a part of a word', 'the orders4711x', '4711'],
    ['seven characters of it', 'abcdefg', 'abcdefgXabcdefg'],
    ['nothing', 'Weather: 12 degrees', 'boss@corp.test'],
    ['the scheme of an address', 'see https://other.test', 'https://mine.org/'],
    ['a line of dashes', '-------------------- ====', '--------------------'],
    ['blanks', ' '.repeat(100), ' '.repeat(50)],
    ['an empty value', 'anything at all', ''],
    ['another short host', 'go to https://t.co/abc', 'https://x.org/'],
    ['what base64 makes of plain words', 'internationalization of understanding', 'intention'],
  ])('is not %s', (_what, text, value) => {
    expect(indexOf(text).shares(value, null)).toBe(false);
  });

  it('is nothing in an empty index', () => {
    expect(createTextIndex(limits).shares('whatever it is', null)).toBe(false);
  });

  it('does not count for the slash that the host the user named gets on its way', () => {
    const index = indexOf('see https://example.com/docs/guide');
    expect(index.shares('https://example.com/', saidWords('open https://example.com'))).toBe(false);
    expect(index.shares('https://example.com/docs', saidWords('open https://example.com'))).toBe(true);
    expect(index.shares('https://example.com/', saidWords('open it'))).toBe(true);
  });

  it('does not count where the user said it too', () => {
    const index = indexOf('send it to eve@evil.test, or to 4711');
    expect(index.shares('eve@evil.test', saidWords('mail EVE@evil.test the plan'))).toBe(false);
    expect(index.shares('4711', saidWords('order 4711 please'))).toBe(false);
    expect(index.shares('eve@evil.test', saidWords('mail eve the plan'))).toBe(true);
    expect(index.shares('boss@corp.test, eve@evil.test', saidWords('mail boss@corp.test'))).toBe(true);
  });

  it('finds every run of 8 of any text, under any spelling', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abcdefghij0123456789./@'.split('')),
      minLength: 8,
      maxLength: 60,
    });
    const spelling = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      base64,
      (text) => encodeURIComponent(text),
      (text) => JSON.stringify({ text }),
    );
    fc.assert(
      fc.property(letters, spelling, fc.nat(), (text, spell, at) => {
        const run = text.slice(at % (text.length - 7)).slice(0, 8);
        fc.pre((run.match(/[a-z0-9]/g)?.length ?? 0) >= 3);
        expect(indexOf(`before ${spell(text)} after`).shares(run, null)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('takes what a random value has in common with other texts for nothing', () => {
    const index = indexOf(...Array.from({ length: 200 }, (_, at) => `${at} ${hex(`${at}`)} lorem ipsum ${at * 7919}`));
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('q', 'w', 'x', 'y', 'z'), minLength: 8, maxLength: 30 }),
        (value) => {
          expect(index.shares(value, null)).toBe(false);
        },
      ),
    );
  });
});

describe('what a value carries', () => {
  it('is a code anywhere in it', () => {
    const index = indexOf('Your code is 463820, dear Ms Smith.');
    expect(index.carries('the code: 463820!', null)).toBe(true);
    expect(index.carries('https://evil.test/?d=463820', null)).toBe(true);
    expect(index.carries(`https://evil.test/?d=${base64('x=463820')}`, null)).toBe(true);
    expect(index.carries('the code: 463820!', saidWords('send 463820 to Bob'))).toBe(false);
    expect(index.carries('Dear all', null)).toBe(false);
  });
});

describe('a full index', () => {
  it('answers for whatever the user did not say', () => {
    const index = createTextIndex({ maxRuns: 10, maxWords: 10 });
    index.add('a text that has more than ten runs of eight characters');
    expect(index.isFull).toBe(true);
    expect(index.shares('quite another thing', null)).toBe(true);
    expect(index.shares('src', saidWords('look into src'))).toBe(false);
    expect(index.shares('lib', saidWords('look into src'))).toBe(true);
  });
});

describe('forms of a text', () => {
  it.each([
    ['nothing but escapes', '%41'.repeat(20_000)],
    ['every spelling inside every other', `%41\\u0041&#65;${base64('%42\\u0042&#66;'.repeat(20))}`.repeat(2_000)],
    ['nested base64', Array.from({ length: 12 }).reduce<string>((text) => base64(text), 'payload'.repeat(10))],
    ['one long word', 'a'.repeat(200_000)],
    ['hex', 'ab12'.repeat(50_000)],
  ])('stay within a bound for %s', (_what, text) => {
    const forms = textForms(text);
    expect(forms.reduce((sum, form) => sum + form.length, 0)).toBeLessThanOrEqual(text.length * 15 + 1_000);
  });

  it.each(['.', '@', 'a@', 'a+', 'http://', 'a://b@c:', '%41', '&#x4', 'a-', 'QUJD', '\u0301', '\0'])(
    'take time in line with the length of a text: %j again and again',
    (part) => {
      const index = indexOf('some words of evil.test');
      // Quadratic work on it would take minutes.
      const long = `a${part.repeat(Math.ceil(400_000 / part.length))}b`;
      const startedAt = performance.now();
      index.carries(long, saidWords(long));
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    },
    20_000,
  );

  it('are folded', () => {
    expect(fold('  A\u200bB\t\nＣ ')).toBe('ab c');
  });
});

describe('a set of hashes', () => {
  it('holds what a Set holds, up to its limit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 3_000 }), (hashes) => {
        const set = createHashSet(10_000);
        for (const hash of hashes) expect(set.add(hash)).toBe(true);
        // 0 marks a free slot and is kept as 1.
        const known = new Set(hashes.map((hash) => hash || 1));
        for (let hash = 1; hash <= 5_000; hash += 1) expect(set.has(hash)).toBe(known.has(hash));
      }),
      { numRuns: 20 },
    );
  });

  it('says when it is full, and keeps what it has', () => {
    const set = createHashSet(2);
    expect([set.add(1), set.add(2), set.add(3), set.add(1)]).toEqual([true, true, false, true]);
    expect([set.has(1), set.has(2), set.has(3)]).toEqual([true, true, false]);
  });
});
