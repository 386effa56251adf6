// Fuzzes the URL guard: what it lets through is what `new URL` reads, and what is dialled is what was judged.
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCapabilityError } from '../../src/contract/index.ts';
import { checkUrl, createNetAccess, createNetPolicy } from '../../src/host/index.ts';
import { fuzz, fuzzTestMs } from './fuzz.ts';

type Hop = Parameters<NonNullable<Parameters<typeof createNetAccess>[0]['dial']>>[0];

const policy = createNetPolicy({ internalOrigins: [], blockedHosts: ['blocked.example', '9.9.9.9'], allowedHosts: [] });

/** Node's own reading of what is not public, apart from ours: the ranges of the IANA registries and no library. */
const internal4 = new BlockList();
// Apart, since a list checks IPv4 addresses against IPv6 ranges too, as mapped ones.
const internal6 = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  internal4.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [
  ['::', 4],
  ['1000::', 4],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  internal6.addSubnet(address, bits, 'ipv6');

const embedded = /^(?:::ffff:|64:ff9b::)(?<high>[0-9a-f]{1,4}):(?<low>[0-9a-f]{1,4})$/;

function isPublic(address: string): boolean {
  const plain = new URL(`http://${isIP(address) === 6 ? `[${address}]` : address}/`).hostname.replaceAll(/[[\]]/g, '');
  const { high, low } = embedded.exec(plain)?.groups ?? {};
  if (high !== undefined && low !== undefined) {
    const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    return !internal4.check([left >> 8, left & 255, right >> 8, right & 255].join('.'), 'ipv4');
  }
  return isIP(plain) === 6 ? !internal6.check(plain, 'ipv6') : !internal4.check(plain, 'ipv4');
}

const octet = fc.nat(255);
const internalFirst = fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255, 8, 93);
const quad = fc.tuple(internalFirst, octet, octet, octet);

/** The same address as people who look for a hole write it: short, octal, hexadecimal, full-width, escaped, with odd dots. */
const disguised = fc
  .tuple(quad, fc.array(fc.nat(8), { minLength: 4, maxLength: 4 }), fc.nat(5))
  .map(([parts, styles, form]) => {
    const [a, b, c, d] = parts;
    const number = ((a * 256 + b) * 256 + c) * 256 + d;
    const each = parts.map((part, at) => disguise(part, styles[at] ?? 0));
    return (
      [
        each.join('.'),
        String(number),
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        `${each[0]}.${b * 65_536 + c * 256 + d}`,
        each.join('。'),
      ][form] ?? ''
    );
  });

function disguise(part: number, style: number): string {
  const full = (text: string): string =>
    text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  const written = [
    String(part),
    `0x${part.toString(16)}`,
    `0${part.toString(8)}`,
    full(String(part)),
    String(part).replaceAll(/[0-9]/g, '%3$&'),
  ];
  return written[style] ?? String(part);
}

const ipv6 = fc.oneof(
  fc.ipV6(),
  fc
    .tuple(
      fc.constantFrom(
        '::ffff:',
        '::',
        '64:ff9b::',
        '64:ff9b:1::',
        '::ffff:0:',
        '2002:',
        'fe80::',
        'fd00::',
        '2606:4700::',
      ),
      quad,
    )
    .map(([prefix, parts]) => prefix + parts.join('.')),
);
const labels = fc.constantFrom(
  'example',
  'com',
  'localhost',
  'local',
  'internal',
  'home',
  'arpa',
  'onion',
  'blocked',
  'xn--bcher-kva',
  'bücher',
  'ａ',
  '-a',
  'a_b',
  '%6c',
  '\u00ad',
  '\u200d',
  '',
  '127',
  '0x7f',
  'a'.repeat(64),
  'İ',
  'ß',
  'ℂ',
);
const names = fc.array(labels, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
const host = fc.oneof(
  names,
  disguised,
  ipv6.map((address) => `[${address}]`),
  fc.string({ maxLength: 8 }),
  fc.domain(),
);
const asked = fc
  .tuple(
    fc.constantFrom(
      'http://',
      'https://',
      'HTTP:',
      'http:/',
      'https:\\\\',
      'ht\ntp://',
      ' http://',
      '//',
      'ftp://',
      'javascript:',
      'http:////',
    ),
    fc.constantFrom('', '', '', 'user@', 'user:pw@', '@', 'example.com\\@', 'example.com%2F@', 'a@b@'),
    host,
    fc.constantFrom('', '.', '', '..', '%2e', '%00', '\t', '#', '\\'),
    fc.constantFrom('', '', ':80', ':', ':22', ':0', ':65536', ':8443', ':０８０', ':%38'),
    fc.constantFrom('/', '', '/a?b#c', '/../x', '\\..\\', '/@127.0.0.1', '?@localhost', '#@localhost'),
  )
  .map((parts) => parts.join(''));

const corpus = readFileSync(join(import.meta.dirname, '../vectors/ssrf.dev.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  // A file of ours, whose lines have a url.
  .map((line) => (JSON.parse(line) as { readonly url: string }).url);

/** A URL of the vectors with a piece of it doubled, dropped or exchanged. */
const changed = fc
  .tuple(fc.constantFrom(...corpus), fc.nat(40), fc.nat(4), fc.string({ maxLength: 3, unit: 'binary' }))
  .map(([url, at, cut, piece]) => url.slice(0, at) + piece + url.slice(at + cut));

const urls = fc.oneof(
  { weight: 5, arbitrary: asked },
  { weight: 3, arbitrary: changed },
  fc.webUrl(),
  fc.string({ unit: 'binary' }),
);

const special = /(?:^|\.)(?:localhost|local|internal|home\.arpa|onion)$/;

it(
  'a URL that passes is what `new URL` reads, on a host that may be public',
  async () => {
    let passed = 0;
    const tried = await fuzz(
      urls,
      (text) => {
        const verdict = checkUrl(text, policy);
        if (!verdict.ok) return expect(verdict.text).not.toBe('');
        passed += 1;
        const url = new URL(text);
        const name = url.hostname.replaceAll(/^\[|\]$/g, '');
        expect(verdict.url).toMatchObject({ href: url.href, host: name });
        expect(new URL(verdict.url.href).href, 'reads the same a second time').toBe(url.href);
        expect(url.protocol).toMatch(/^https?:$/);
        expect(url.username + url.password).toBe('');
        const plain = name.replace(/\.$/, '');
        if (isIP(plain) > 0) return expect(isPublic(plain), plain).toBe(true);
        expect(plain).not.toMatch(special);
        expect(plain).toMatch(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/);
        return expect(plain).not.toMatch(/(?:^|\.)blocked\.example$/);
      },
      { corpus, sharedBy: 2 },
    );
    console.log(`URLs: ${tried} inputs, ${passed} passed`);
    expect(passed).toBeGreaterThan(0);
  },
  fuzzTestMs,
);

const resolved = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('93.184.215.14', '2606:4700::1', '8.8.8.8') },
    quad.map((parts) => parts.join('.')),
    ipv6,
    fc.string({ maxLength: 12 }),
  ),
  { maxLength: 4 },
);

it(
  'every hop of a fetch is dialled where it was judged, through redirects',
  async () => {
    let dialled = 0;
    const answers = fc.array(resolved, { minLength: 1, maxLength: 3 });
    const tried = await fuzz(
      fc.tuple(urls, fc.array(urls, { maxLength: 3 }), answers),
      async ([first, redirects, lookups]) => {
        const verdict = checkUrl(first, policy);
        if (!verdict.ok) return;
        const hops: Hop[] = [];
        const asks: { readonly name: string; readonly answer: readonly string[] }[] = [];
        const access = createNetAccess({
          policy,
          ownAddresses: () => ['93.184.215.15'],
          async resolve(name) {
            const answer = lookups[asks.length % lookups.length] ?? [];
            asks.push({ name, answer });
            return answer;
          },
          async dial(hop) {
            const location = redirects[hops.push(hop) - 1];
            const headers: Record<string, string> = location === undefined ? {} : { location };
            return { status: location === undefined ? 200 : 302, headers, body: new Uint8Array(), cut: false };
          },
        });
        const headers = { authorization: 'secret' };
        try {
          await access.fetch(verdict.url, {
            method: 'GET',
            headers,
            maxBytes: 1,
            signal: new AbortController().signal,
          });
        } catch (cause) {
          expect(isCapabilityError(cause) ? cause.code : cause).toMatch(/^(?:address_refused|fetch_failed)$/);
        }
        for (const [at, hop] of hops.entries()) {
          dialled += 1;
          const name = hop.url.hostname.replaceAll(/^\[|\]$/g, '');
          const answer =
            isIP(name) > 0 ? [name] : asks.find((ask) => ask.name === name && ask.answer === hop.addresses)?.answer;
          expect(hop.addresses, 'what was looked up for this very name').toBe(isIP(name) > 0 ? hop.addresses : answer);
          if (isIP(name) > 0) expect(hop.addresses).toEqual([name]);
          for (const address of hop.addresses) expect(isPublic(address), address).toBe(true);
          expect(hop.url.username + hop.url.password).toBe('');
          const before = hops.slice(0, at + 1).every(({ url }) => url.origin === hops[0]?.url.origin);
          expect('authorization' in hop.headers, 'only within the origin it was given for').toBe(before);
          if (hops[at - 1]?.url.protocol === 'https:') expect(hop.url.protocol).toBe('https:');
        }
      },
      { sharedBy: 2 },
    );
    console.log(`fetches: ${tried} inputs, ${dialled} hops dialled`);
    expect(dialled).toBeGreaterThan(0);
  },
  fuzzTestMs,
);
