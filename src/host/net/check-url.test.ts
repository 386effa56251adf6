import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkUrl } from './check-url.ts';
import { createNetPolicy, type NetSettings } from './net-policy.ts';

const open = { internalOrigins: [], blockedHosts: [], allowedHosts: [] };
const check = (url: string, settings: Partial<NetSettings> = {}): string => {
  const verdict = checkUrl(url, createNetPolicy({ ...open, ...settings }));
  return verdict.ok ? (verdict.internal ? 'internal' : 'public') : verdict.problem;
};

describe('a URL', () => {
  it.each([
    ['https://example.com/a', 'public'],
    ['https://example.com./a', 'public'],
    ['http://[2606:4700::1]:8080/', 'public'],
    ['http://my_bucket.example.com/', 'public'],
    ['http://localhost./', 'internal_address'],
    ['http://a.LOCALHOST/', 'internal_address'],
    ['http://printer.local/', 'internal_address'],
    ['http://metadata.google.internal/', 'internal_address'],
    ['http://intranet/', 'internal_address'],
    ['http://127.0.0.1./', 'internal_address'],
    ['http://①②⑦.⓪.⓪.①/', 'internal_address'],
    ['http://%31%32%37%2e0.0.1/', 'internal_address'],
    ['http://127.0.0.1%E3%80%82/', 'internal_address'],
    ['http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'internal_address'],
    ['http://a.localhost%2e/', 'internal_address'],
    ['http://[::8.8.8.8]/', 'internal_address'],
    ['http://[0:0:0:0:0:FFFF:127.0.0.1]/', 'internal_address'],
    ['http://[64:ff9b::10.0.0.1]/', 'internal_address'],
    ['http://[fe80::5efe:8.8.8.8]/', 'internal_address'],
    ['http://[::ffff:8.8.8.8]/', 'public'],
    ['http://8.8.2056/', 'public'],
    ['http://1.1.1.1 &@2.2.2.2# @3.3.3.3/', 'bad_url'],
    ['http://example.0x7f/', 'bad_url'],
    ['http://example.com:22/', 'bad_url'],
    ['http://example.com:0/', 'bad_url'],
    ['http://exa$mple.com/', 'bad_url'],
    ['http://-a.example.com/', 'bad_url'],
    ['http://user@example.com/', 'bad_url'],
    ['ftp://example.com/', 'bad_url'],
    ['javascript:alert(1)', 'bad_url'],
    [`https://example.com/${'a'.repeat(9000)}`, 'bad_url'],
  ])('%s is %s', (url, expected) => expect(check(url)).toBe(expected));

  it('keeps what was asked beside the normalised form', () => {
    const verdict = checkUrl('HTTP:\\\\EXAMPLE.com/%7e/../a b', createNetPolicy(open));
    expect(verdict).toMatchObject({
      ok: true,
      url: { asked: 'HTTP:\\\\EXAMPLE.com/%7e/../a b', href: 'http://example.com/a%20b', host: 'example.com' },
    });
  });

  it('never makes the judge throw, and passes only as what `new URL` calls http(s) without credentials', () => {
    const pieces = fc.constantFrom(
      'http://',
      'https:',
      '//',
      '@',
      ':',
      '[',
      ']',
      '127.0.0.1',
      'localhost',
      '.',
      '%00',
      '\\',
      '\t',
      '8.8.8.8',
      '/',
      '#',
      '?',
      'a.example',
    );
    const policy = createNetPolicy(open);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 }))).map((parts) => parts.join('')),
        ),
        (text) => {
          const verdict = checkUrl(text, policy);
          if (!verdict.ok) return;
          const url = new URL(text);
          expect(url.href).toBe(verdict.url.href);
          expect(['http:', 'https:']).toContain(url.protocol);
          expect(url.username + url.password).toBe('');
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("the operator's lists", () => {
  it.each([
    ['https://example.com/', { blockedHosts: ['example.com'] }, 'blocked_host'],
    ['https://a.b.example.com./', { blockedHosts: ['EXAMPLE.com.'] }, 'blocked_host'],
    ['https://notexample.com/', { blockedHosts: ['example.com'] }, 'public'],
    ['https://b%C3%BCcher.example/', { blockedHosts: ['bücher.example'] }, 'blocked_host'],
    ['http://0x8080808/', { blockedHosts: ['8.8.8.8'] }, 'blocked_host'],
    ['http://[2606:4700:0::1]/', { blockedHosts: ['2606:4700::1'] }, 'blocked_host'],
    ['https://other.com/', { allowedHosts: ['example.com'] }, 'blocked_host'],
    ['https://api.example.com/', { allowedHosts: ['example.com'] }, 'public'],
    ['https://api.example.com/', { allowedHosts: ['example.com'], blockedHosts: ['api.example.com'] }, 'blocked_host'],
    ['http://127.0.0.1/', { allowedHosts: ['127.0.0.1'] }, 'internal_address'],
    ['http://localhost:8080/x', { internalOrigins: ['http://localhost:8080'] }, 'internal'],
    ['http://localhost:8081/x', { internalOrigins: ['http://localhost:8080'] }, 'internal_address'],
    ['https://localhost:8080/x', { internalOrigins: ['http://localhost:8080'] }, 'internal_address'],
    ['http://sub.localhost:8080/x', { internalOrigins: ['http://localhost:8080'] }, 'internal_address'],
    ['http://u@localhost:8080/x', { internalOrigins: ['http://localhost:8080'] }, 'bad_url'],
    [
      'http://localhost:8080/',
      { internalOrigins: ['http://localhost:8080'], allowedHosts: ['example.com'] },
      'internal',
    ],
    [
      'http://localhost:8080/',
      { internalOrigins: ['http://localhost:8080'], blockedHosts: ['localhost'] },
      'blocked_host',
    ],
  ])('judge %s under %j as %s', (url, settings, expected) => expect(check(url, settings)).toBe(expected));

  it.each([
    { internalOrigins: ['127.0.0.1:8080'] },
    { internalOrigins: ['http://127.0.0.1:8080/path'] },
    { internalOrigins: ['ftp://127.0.0.1'] },
    { internalOrigins: ['http://u:p@127.0.0.1'] },
    { blockedHosts: ['https://example.com'] },
    { blockedHosts: ['example.com:80'] },
    { blockedHosts: [''] },
    { blockedHosts: ['*.example.com'] },
    { blockedHosts: ['[::1]:80'] },
    { allowedHosts: ['a b'] },
    { allowedHosts: ['example.com/x'] },
  ])('stop the start where an entry cannot be read: %j', (settings) => {
    expect(() => createNetPolicy({ ...open, ...settings })).toThrow(
      expect.objectContaining({ code: 'invalid_config' }),
    );
  });
});
