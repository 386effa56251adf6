// Takes a JSON value out of the hands of whoever made it: what is checked, shown, approved and run is one copy that nobody else can change.
import type { JsonValue } from '../../../contract/index.ts';
import { checkJsonValue, isRawNumber } from '../../../text/index.ts';

export interface CopyLimits {
  readonly maxDepth: number;
  readonly maxBytes: number;
  /** `drop`: a member that is undefined is left out, as JSON.stringify does. */
  readonly undefinedMembers: 'refuse' | 'drop';
}

export type JsonCopy =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly path: string; readonly message: string };

/** Never throws, whatever getters and proxies do. Each member is read once. */
export function copyJson(value: unknown, limits: CopyLimits): JsonCopy {
  try {
    const copy = copyValue(value, { ...limits, left: limits.maxBytes }, 0);
    if (copy !== notPlain) return checked(copy, limits);
    // Says better what is wrong. A value that answers differently when it is asked again is refused all the same.
    const again = checked(value, limits);
    return again.ok ? { ok: false, path: '', message: 'The value is not plain JSON.' } : again;
  } catch {
    return { ok: false, path: '', message: 'The value cannot be read: it is not plain JSON.' };
  }
}

function checked(value: unknown, { maxDepth, maxBytes }: CopyLimits): JsonCopy {
  const check = checkJsonValue(value, { maxDepth, maxBytes });
  return check.ok ? check : { ok: false, path: check.problem.path, message: check.problem.message };
}

const notPlain = Symbol('not plain');

interface Copying extends CopyLimits {
  /** Values that may still be copied: a value takes a byte or more. */
  left: number;
}

function copyValue(value: unknown, copying: Copying, depth: number): unknown {
  copying.left -= 1;
  if (copying.left < 0) return notPlain;
  if (typeof value !== 'object' || value === null) return value;
  // Frozen, and made by the language alone.
  if (isRawNumber(value)) return value;
  if (depth >= copying.maxDepth) return notPlain;
  return Array.isArray(value) ? copyItems(value, copying, depth + 1) : copyMembers(value, copying, depth + 1);
}

function copyItems(items: readonly unknown[], copying: Copying, depth: number): unknown {
  if (Object.getPrototypeOf(items) !== Array.prototype) return notPlain;
  const copy: unknown[] = [];
  const { length } = items;
  for (let index = 0; index < length; index += 1) {
    const item = copyValue(items[index], copying, depth);
    if (item === notPlain) return notPlain;
    copy.push(item);
  }
  return copy;
}

function copyMembers(members: object, copying: Copying, depth: number): unknown {
  const prototype: unknown = Object.getPrototypeOf(members);
  if ((prototype !== Object.prototype && prototype !== null) || Object.getOwnPropertySymbols(members).length > 0)
    return notPlain;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(members)) {
    // Own and enumerable: Object.keys has just named it.
    const member = copyValue((members as Record<string, unknown>)[key], copying, depth);
    if (member === notPlain) return notPlain;
    if (member === undefined && copying.undefinedMembers === 'drop') continue;
    put(copy, key, member);
  }
  return copy;
}

/** `__proto__` is a member like any other. */
function put(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
  else members[key] = value;
}
