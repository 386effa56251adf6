// JSON pointers (RFC 6901): where in a value something stands. Reads own members only.
import { isRawNumber } from './json-value.ts';
import type { JsonValue } from './json-value.ts';

/** One member name as it stands in a pointer: `~` is `~0`, `/` is `~1`. */
export function escapePointerSegment(segment: string): string {
  return segment.includes('~') || segment.includes('/') ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment;
}

/** The pointer to a path of member names and indexes; an empty path is the whole value, ''. */
export function pointerOf(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const segment of path) pointer += `/${typeof segment === 'number' ? segment : escapePointerSegment(segment)}`;
  return pointer;
}

/**
 * What stands at the pointer, or undefined: nothing there, or no pointer at all. `-`, `01` and `length` are no index of an
 * array, and nothing inherited is found: `/constructor` is a member like any other.
 */
export function pointerGet(value: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) return undefined;
  let found: JsonValue | undefined = value;
  for (const escaped of pointer.slice(1).split('/')) {
    const segment = unescapeSegment(escaped);
    if (segment === undefined) return undefined;
    found = memberOf(found, segment);
    if (found === undefined) return undefined;
  }
  return found;
}

function memberOf(value: JsonValue, segment: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return undefined;
  if (isArray(value)) return /^(?:0|[1-9]\d{0,15})$/.test(segment) ? value[Number(segment)] : undefined;
  return Object.hasOwn(value, segment) ? value[segment] : undefined;
}

function unescapeSegment(segment: string): string | undefined {
  if (!segment.includes('~')) return segment;
  if (/~(?![01])/.test(segment)) return undefined;
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Array.isArray does not narrow a union with a readonly array. */
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
