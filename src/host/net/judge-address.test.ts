import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressProblem, canonicalAddress } from './judge-address.ts';

describe('an address', () => {
  it.each([
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.0',
    '100.128.0.0',
    '223.255.255.255',
    '2606:4700::1',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('%s is public', (address) => expect(addressProblem(address)).toBeNull());

  it.each([
    ['127.0.0.1', 'loopback'],
    ['168.63.129.16', 'cloud platform'],
    ['192.0.0.9', 'protocol assignments'],
    ['192.52.193.1', 'relay or sink'],
    ['239.1.2.3', 'multicast'],
    ['::1', 'outside'],
    ['fe80::1', 'outside'],
    ['ff02::1', 'outside'],
    ['5f00::1', 'outside'],
    ['::ffff:0:8.8.8.8', 'outside'],
    ['::8.8.8.8', 'outside'],
    ['::198.0.0.0', 'outside'],
    ['0:0::8.8.8.8', 'outside'],
    ['64:ff9b:1::8.8.8.8', 'outside'],
    ['::ffff:10.0.0.1', 'private'],
    ['64:ff9b::a9fe:a9fe', 'link-local'],
    ['2001:db8::1', 'documentation'],
    ['3fff:fff::1', 'documentation'],
    ['2002:808:808::1', '6to4'],
    ['2001:0:1::1', 'Teredo'],
    ['2001:1ff:ffff::1', 'protocol assignments'],
    ['2620:4f:8000::1', 'relay'],
  ])('%s is refused as %s', (address, why) => expect(addressProblem(address)).toContain(why));

  it.each([
    '',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '017700000001',
    '999.1.1.1',
    'fe80::1%eth0',
    '2606:4700::1%1',
    ' 8.8.8.8',
    '8.8.8.8\n',
    'example.com',
  ])('%j is malformed', (text) => expect(addressProblem(text)).toBe('not an address'));

  it('of private IPv4 space is refused in every IPv6 form that embeds it', () => {
    const octet = fc.nat(255);
    fc.assert(
      fc.property(fc.constantFrom('10', '127', '0', '240'), fc.tuple(octet, octet, octet), (first, rest) => {
        const inner = [first, ...rest].join('.');
        for (const prefix of ['', '::ffff:', '64:ff9b::', '::', '::ffff:0:'])
          expect(addressProblem(prefix + inner)).not.toBeNull();
      }),
    );
  });

  it('never makes the judge throw, and is malformed wherever Node says so', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        const problem = addressProblem(text);
        expect(problem === 'not an address').toBe(isIP(text) === 0 || text.includes('%'));
      }),
    );
  });

  it('has one spelling per machine', () => {
    expect(['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1'].map(canonicalAddress)).toEqual(
      Array(4).fill('127.0.0.1'),
    );
    expect(canonicalAddress('2606:4700:0:0:0:0:0:1')).toBe(canonicalAddress('2606:4700::1'));
    expect(canonicalAddress('fe80::1%eth0')).toBeNull();
  });
});
