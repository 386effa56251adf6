// Which host names and ports may be asked for at all, before any name is looked up.

/** Names that mean this machine, this network, or a system other than DNS (RFC 6761, 6762, 7686, 8375, ICANN's `internal`). */
const specialNames = ['localhost', 'local', 'internal', 'home.arpa', 'onion'];

/** Ports of other protocols that a web request could be made to speak to (Fetch standard, "bad port"), and 0. */
const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** The name without the dot that marks it as fully qualified, so that `localhost.` is `localhost`. */
export function plainName(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

/** A host as `URL` writes it, without the brackets of IPv6, which resolvers and diallers do not take. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Why a name (as `URL` normalises it) is malformed, else null. */
export function malformedName(hostname: string): string | null {
  const name = plainName(hostname);
  if (name.length > 253) return 'is longer than 253 characters';
  if (!name.split('.').every((part) => label.test(part))) return 'has a malformed label';
  return null;
}

/** Why a well-formed name can only be internal, else null. A public resolver may answer such a name all the same. */
export function internalName(hostname: string): string | null {
  const name = plainName(hostname);
  const special = specialNames.find((suffix) => name === suffix || name.endsWith(`.${suffix}`));
  if (special !== undefined) return `is a special-use name (${special})`;
  return name.includes('.') ? null : 'has no dot, so it names a machine of the local network';
}

/** True for a port that no web server is asked on. */
export function isBadPort(port: number): boolean {
  return badPorts.has(port);
}
