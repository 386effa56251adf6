// Texts with secrets planted in them, cut into pieces anywhere: none survives, nothing else changes, and pieces give what the whole gives.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRedactor } from '../../src/host/index.ts';
import { fuzz, fuzzTestMs } from './fuzz.ts';

const registered = [
  'Zq9-Tür/7+kk_0815',
  'correct horse battery',
  `line one 4711\nline two ${'q'.repeat(40)} end`,
  '0123456789',
];
const redactor = createRedactor();
for (const [at, value] of registered.entries()) redactor.register(`SECRET_${at}`, value);

const word = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const base64 = `${word}+/`;
const some = (letters: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...letters.split('')), minLength: length, maxLength: length });

const tokens = fc.oneof(
  some(word, 36).map((rest) => `ghp_${rest}`),
  some('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16).map((rest) => `AKIA${rest}`),
  some(word, 24).map((rest) => `sk_live_${rest}`),
  some(`${word}-_`, 93).map((rest) => `sk-ant-api03-${rest}`),
  some(word, 20).map((rest) => `glpat-${rest}`),
  some(`${word}-_`, 43).map((rest) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${rest}`),
);

const keys = fc
  .array(some(base64, 64), { minLength: 1, maxLength: 60 })
  .map((lines) => [`-----BEGIN ${'RSA PRIVATE'} KEY-----`, ...lines, `-----END ${'RSA PRIVATE'} KEY-----`].join('\n'));

const values = fc.constantFrom(...registered).chain((value) => {
  const bytes = Buffer.from(value);
  return fc.constantFrom(
    value,
    value.toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    Buffer.concat([Buffer.from('u:'), bytes]).toString('base64'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
  );
});

/** Nothing of it looks like a secret, alone or beside anything else of these. */
const innocent = fc.oneof(
  fc.constantFrom(
    ' ',
    '\n',
    '\r\n',
    '\t',
    ', ',
    '😀 ',
    'ß ',
    '\u0000 ',
    'the quick brown fox ',
    '[x] ',
    '<p> ',
    '"quoted" ',
  ),
  fc.constantFrom(
    'commit 77841cd7abcde503f1c99fc3f71534882ab12aca\n',
    'a=1;\n',
    '# password rules\n',
    '-----\n',
    'sk-learn ',
  ),
  // Long enough to be told before it ends.
  fc.integer({ min: 1, max: 90_000 }).map((length) => `${'lorem ipsum '.repeat(Math.ceil(length / 12))}\n`),
);

const secret = fc.oneof(tokens, keys, values);
const piece = fc.oneof({ weight: 3, arbitrary: innocent }, { weight: 1, arbitrary: secret.map((text) => ({ text })) });
const texts = fc.array(piece, { minLength: 1, maxLength: 12 });
const cuts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 40 });

function cutAt(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let from = 0, at = 0; from < text.length; at++) {
    const size = sizes[at % sizes.length] ?? 1;
    pieces.push(text.slice(from, from + size));
    from += size;
  }
  return pieces;
}

function streamed(pieces: readonly string[]): string {
  const stream = redactor.stream();
  return pieces.map((each) => stream.push(each)).join('') + stream.end();
}

it(
  'no secret survives in any form or any pieces, and the rest stays',
  async () => {
    const tried = await fuzz(
      fc.record({ parts: texts, sizes: cuts }),
      ({ parts, sizes }) => {
        // A secret stands between signs that belong to no token.
        const text = parts.map((each) => (typeof each === 'string' ? each : ` ${each.text}\n`)).join('');
        const planted = parts.flatMap((each) => (typeof each === 'string' ? [] : [each.text]));
        const whole = redactor.redact(text);
        const folded = whole.toLowerCase();
        for (const value of planted) expect(folded).not.toContain(value.toLowerCase());
        for (const line of planted.flatMap((value) => value.split('\n')).filter((each) => /^[\w+/]{64}$/.test(each)))
          expect(whole).not.toContain(line);
        const pattern = parts.map((each) => (typeof each === 'string' ? each : null));
        if (planted.length === 0) expect(whole).toBe(text);
        const rest = pattern.filter((each) => each !== null);
        expect(rest.every((each) => whole.includes(each.trim()))).toBe(true);
        expect(streamed(cutAt(text, sizes))).toBe(whole);
      },
      { sharedBy: 2 },
    );
    expect(tried).toBeGreaterThan(100);
  },
  fuzzTestMs,
);

it(
  'whatever the text, pieces give what the whole gives, and bytes that are no text come back',
  async () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(
        'password=',
        'token: "',
        '-----BEGIN PRIVATE KEY-----\n',
        '-----END PRIVATE KEY-----',
        '\\n',
        'eyJ',
        '://a:',
      ),
      some(base64, 64).map((line) => `${line}\n`),
      some(word, 12),
    );
    const tried = await fuzz(
      fc.record({ parts: fc.array(odd, { maxLength: 60 }), sizes: cuts }),
      ({ parts, sizes }) => {
        const text = parts.join('');
        expect(streamed(cutAt(text, sizes))).toBe(redactor.redact(text));
        const bytes = Buffer.from(text).toString('latin1');
        expect(streamed(cutAt(bytes, sizes))).toBe(redactor.redact(bytes));
      },
      {
        // A key that is cut, with a line behind its last one.
        corpus: [
          { parts: ['-----BEGIN PRIVATE KEY-----\n', `${'A'.repeat(64)}\n`, 'AAAAAAAA\n', 'AAAAAAAA'], sizes: [1] },
        ],
        sharedBy: 2,
      },
    );
    expect(tried).toBeGreaterThan(100);
  },
  fuzzTestMs,
);
