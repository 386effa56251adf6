// Names as a provider takes them. What it takes already stays; any other becomes a readable part and a hash of itself, so that it is the same
// in every order of loading and can be turned back.
import { sha256Hex } from '../../text/index.ts';

export interface NameRule {
  /** What the whole name has to match; it allows at most 64 characters. */
  readonly pattern: RegExp;
  /** Each character that may not stand in it. */
  readonly illegal: RegExp;
}

const maxChars = 64;
/** Hash digits, more where fewer would make two names one. */
const digits = [8, 16, 32, 48] as const;

/** Name → name on the wire, each of them once. `reserved` are names that the request gives to something else. */
export function wireNames(
  names: readonly string[],
  rule: NameRule,
  reserved: readonly string[] = [],
): ReadonlyMap<string, string> {
  const fits = (name: string): boolean => rule.pattern.test(name) && !reserved.includes(name);
  const distinct = [...new Set(names)];
  const wire = new Map(distinct.filter(fits).map((name) => [name, name]));
  const taken = new Set([...wire.keys(), ...reserved]);
  let open = distinct.filter((name) => !wire.has(name));
  for (const length of digits) {
    const candidates = Map.groupBy(open, (name) => shortened(name, rule, length));
    const free = [...candidates].filter(([candidate, rivals]) => rivals.length === 1 && !taken.has(candidate));
    for (const [candidate, [name = '']] of free) {
      wire.set(name, candidate);
      taken.add(candidate);
    }
    open = open.filter((name) => !wire.has(name));
  }
  return wire;
}

function shortened(name: string, { pattern, illegal }: NameRule, length: number): string {
  const hash = sha256Hex(name.toWellFormed()).slice(0, length);
  const readable = name.replaceAll(illegal, '_').slice(0, maxChars - length - 2);
  const candidate = `${readable}_${hash}`;
  return pattern.test(candidate) ? candidate : `_${candidate}`;
}
