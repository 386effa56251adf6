// Which addresses may be dialled: public unicast only, after whatever a transition mechanism wraps has been unwrapped.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IANA special-purpose registry and multicast. Blocks with globally reachable exceptions are refused whole. */
const refused4 = onDemand((text) => ipaddr.IPv4.parseCIDR(text), {
  'this network': ['0.0.0.0/8'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  'carrier-grade NAT': ['100.64.0.0/10'],
  loopback: ['127.0.0.0/8'],
  'link-local (cloud metadata)': ['169.254.0.0/16'],
  // Azure's virtual host: a public address by its number, answered by the machine's own hypervisor.
  'cloud platform': ['168.63.129.16/32'],
  'protocol assignments': ['192.0.0.0/24'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  'relay or sink': ['192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.175.48.0/24'],
  benchmarking: ['198.18.0.0/15'],
  multicast: ['224.0.0.0/4'],
  reserved: ['240.0.0.0/4'],
});

/** Inside 2000::/3, the only space from which global unicast is assigned. */
const refused6 = onDemand((text) => ipaddr.IPv6.parseCIDR(text), {
  'protocol assignments (Teredo and others)': ['2001::/23'],
  documentation: ['2001:db8::/32', '3fff::/20'],
  '6to4': ['2002::/16'],
  'relay or sink': ['2620:4f:8000::/48'],
});

const spaces6 = onDemand((text) => ipaddr.IPv6.parseCIDR(text), {
  'global unicast': ['2000::/3'],
  NAT64: ['64:ff9b::/96'],
});

/**
 * Why an address may not be dialled, else null. Takes only what resolvers and `URL` write: four decimal parts, or IPv6 without
 * a zone; anything else is refused as malformed.
 */
export function addressProblem(text: string): string | null {
  const address = innermost(text);
  if (address === null) return 'not an address';
  if (address instanceof ipaddr.IPv4) return noneOf(ipaddr.subnetMatch(address, refused4(), 'public'));
  if (ipaddr.subnetMatch(address, spaces6(), 'none') !== 'global unicast') return 'outside the public IPv6 space';
  return noneOf(ipaddr.subnetMatch(address, refused6(), 'public'));
}

/** One spelling per machine that an address leads to, for comparing; null for what is no address. */
export function canonicalAddress(text: string): string | null {
  return innermost(text)?.toString() ?? null;
}

/** IPv4-mapped addresses and NAT64 reach the IPv4 host they embed. */
function innermost(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // ipaddr.js alone would read `127.1` and `0x7f.1`; a zone (`fe80::1%eth0`) is never public.
  if (isIP(text) === 0 || text.includes('%')) return null;
  if (!text.includes(':')) return ipaddr.IPv4.parse(text);
  // Without dots: ipaddr.js takes `::8.8.8.8` (IPv4-compatible, as resolvers write it) for `::ffff:8.8.8.8`.
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]/`).hostname.slice(1, -1));
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (ipaddr.subnetMatch(address, spaces6(), 'none') === 'NAT64')
    return new ipaddr.IPv4(address.toByteArray().slice(12));
  return address;
}

function noneOf(name: string): string | null {
  return name === 'public' ? null : name;
}

/** Read when the first address is judged: most starts judge none. */
function onDemand<Address>(
  read: (text: string) => [Address, number],
  names: Record<string, readonly string[]>,
): () => Record<string, [Address, number][]> {
  let blocks: Record<string, [Address, number][]> | null = null;
  return () =>
    (blocks ??= Object.fromEntries(
      Object.entries(names).map(([name, texts]) => [name, texts.map((text) => read(text))]),
    ));
}
