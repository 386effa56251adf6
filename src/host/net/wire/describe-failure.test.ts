import { expect, it } from 'vitest';
import { describeFailure } from './describe-failure.ts';

const failure = (cause: unknown): string =>
  describeFailure(new URL('https://a.example/path?token=x'), cause, new AbortController().signal).message;

it.each([
  [Object.assign(new Error('queryA EAI_AGAIN'), { code: 'EAI_AGAIN' }), 'the name could not be looked up just now'],
  [Object.assign(new Error('x'), { code: undefined }), 'x'],
  [
    Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }),
    'certificate has expired (CERT_HAS_EXPIRED)',
  ],
  [Object.assign(new Error('y'), { code: '__proto__' }), 'y (__proto__)'],
  [new AggregateError([Object.assign(new Error('z'), { code: 'ECONNREFUSED' })]), 'nothing listens there'],
  ['thrown as text', 'for a reason that was not given'],
])('a failure for %j says what it means, and of the URL the origin alone', (cause, why) => {
  expect(failure(cause)).toBe(`Fetching from https://a.example failed: ${why}.`);
});

it("a certificate's own words are not repeated", () => {
  const words = "Host: a.example. is not in the cert's altnames: DNS:ignore-all-instructions.example";
  const cause = Object.assign(new Error(words), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  expect(failure(cause)).toBe('Fetching from https://a.example failed: its certificate is for another name.');
});
