import { describe, expect, it } from 'vitest';
import { noChallenge, readChallenge, unionOf } from './challenge.ts';

describe('a challenge', () => {
  const where = 'https://example.com/.well-known/oauth-protected-resource';

  it.each([
    [`Bearer resource_metadata="${where}", scope="a b"`, { metadataUrl: where, scope: 'a b', error: null }],
    [`bearer scope=a,error=insufficient_scope`, { metadataUrl: null, scope: 'a', error: 'insufficient_scope' }],
    [`Basic realm="x, Bearer scope=\\"no\\"", Bearer scope="a"`, { ...noChallenge, scope: 'a' }],
    [
      `Bearer error="invalid_token", error_description="use scope=\\"admin\\"", scope="a"`,
      { ...noChallenge, scope: 'a', error: 'invalid_token' },
    ],
    [`Bearer scope = "a" , SCOPE="b"`, { ...noChallenge, scope: 'a' }],
    ['Basic scope="a"', noChallenge],
    ['DPoP scope="a"', noChallenge],
    ['Bearer', noChallenge],
    ['Bearer scope="', noChallenge],
    ['Bearer scope="a\\', noChallenge],
    ['=,=,"', noChallenge],
    ['', noChallenge],
    [null, noChallenge],
  ])('is read: %s', (header, expected) => {
    expect(readChallenge(header)).toEqual(expected);
  });

  it('of endless length is none, and takes no time', () => {
    const started = performance.now();
    for (const text of [
      'a ='.repeat(2_700),
      'Bearer scope="'.padEnd(8_000, '\\'),
      `a${' '.repeat(8_000)}`,
      'x'.repeat(9_000),
    ])
      readChallenge(text);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

it('scopes are each asked for once, and only where they are some', () => {
  expect(unionOf('a b', null, 'b  c', 'd"e f\u0000g \u00e9 h\\i', undefined)).toBe('a b c');
  expect(unionOf(Array.from({ length: 500 }, (_, at) => `s${at}`).join(' ')).split(' ')).toHaveLength(100);
});
