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
  // By entries: assigning to `__proto__` would make no member.
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, child]) => [key, copyOf(child)])));
}
