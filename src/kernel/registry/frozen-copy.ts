// Makes of a value from outside one that nobody can change, neither its giver nor its readers.
import { isRawNumber } from '../../text/index.ts';

/** What nobody can change already, all the way down: the definitions that many tools of one source share are kept once. */
const unchangeable = new WeakSet<object>();

/** Of a value that `checkJsonValue` has passed. Raw numbers stay what they are: structuredClone would make ordinary objects of them. */
export function frozenCopy<Value>(value: Value): Value {
  // A copy has the members of the original and no others.
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isRawNumber(value) || unchangeable.has(value)) return value;
  const copy = Array.isArray(value) ? value.map(copyOf) : copyOfMembers(value);
  if (!isUnchangeable(value, copy)) return Object.freeze(copy);
  unchangeable.add(value);
  return value;
}

function copyOfMembers(value: object): object {
  // Defined where assigning would make no member.
  const copy: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__') Object.defineProperty(copy, key, { value: copyOf(child), enumerable: true });
    else copy[key] = copyOf(child);
  }
  return copy;
}

/** Frozen, of an ordinary kind, and of members that are values which are so too: one that is computed could be another next time. */
function isUnchangeable(value: object, copy: object): boolean {
  if (!Object.isFrozen(value) || Object.getPrototypeOf(value) !== Object.getPrototypeOf(copy)) return false;
  const copied: Readonly<Record<string, PropertyDescriptor>> = Object.getOwnPropertyDescriptors(copy);
  return Object.entries(Object.getOwnPropertyDescriptors(value)).every(
    ([key, member]) => 'value' in member && member.value === copied[key]?.value,
  );
}
