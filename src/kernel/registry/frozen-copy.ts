// Makes of a value from outside one that nobody can change, neither its giver nor its readers.
import { isRawNumber } from '../../text/index.ts';

/** Of a value that `checkJsonValue` has passed. Raw numbers stay what they are: structuredClone would make ordinary objects of them. */
export function frozenCopy<Value>(value: Value): Value {
  // A copy has the members of the original and no others.
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(copyOf));
  // Defined where assigning would make no member.
  const copy: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__') Object.defineProperty(copy, key, { value: copyOf(child), enumerable: true });
    else copy[key] = copyOf(child);
  }
  return Object.freeze(copy);
}
