// Whether what somebody gave as the shape of an address can be one: an address that cannot be made would be seen by no guard.
import { secretNames } from './secret-places.ts';
import { fixedOrigin, urlLayout } from './url-layout.ts';
import type { QueryHole, UrlHole, UrlShape } from './url-shape.ts';

const encodings: readonly unknown[] = ['raw', 'component', 'path'] satisfies UrlHole['encode'][];
const holeStyles: readonly unknown[] = ['simple', 'label', 'matrix', 'json'] satisfies UrlHole['style'][];
const queryStyles: readonly unknown[] = [
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'json',
] satisfies QueryHole['style'][];

/** A secret goes to no host that an argument names. */
export function isUrlShape(value: unknown): value is UrlShape {
  if (!hasParts(value) || urlLayout(value).kind === 'none') return false;
  const texts = value.parts.filter((part) => typeof part === 'string');
  if (texts.some((part) => /\p{Cc}/u.test(part))) return false;
  return fixedOrigin(value) !== null || texts.every((part) => secretNames(part).length === 0);
}

function hasParts(value: unknown): value is UrlShape {
  if (!isObject(value) || !Array.isArray(value['parts']) || !Array.isArray(value['query'])) return false;
  return (
    value['parts'].every((part) => typeof part === 'string' || isUrlHole(part)) && value['query'].every(isQueryHole)
  );
}

function isUrlHole(value: unknown): boolean {
  return isHole(value) && encodings.includes(value['encode']) && holeStyles.includes(value['style']);
}

function isQueryHole(value: unknown): boolean {
  return isHole(value) && queryStyles.includes(value['style']) && typeof value['allowReserved'] === 'boolean';
}

function isHole(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || typeof value['name'] !== 'string' || typeof value['explode'] !== 'boolean') return false;
  return typeof value['pointer'] === 'string' && /^(?:\/(?:[^~/]|~[01])*)+$/.test(value['pointer']);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
