// The maps of servers in a file of a client: what is read of them, and what is to become of them.
import { CapabilityError, type JsonValue } from '../../../contract/index.ts';
import type { MapPath } from '../client.ts';

export interface ServerMap {
  /** Without `*`. */
  readonly path: MapPath;
  readonly entries: ReadonlyMap<string, JsonValue>;
  /** Entries that cannot be taken out of it, each with the reason. */
  readonly fixed: ReadonlyMap<string, string>;
}

export interface MapChange {
  readonly remove: readonly { readonly path: MapPath; readonly names: readonly string[] }[];
  /** Takes the place of an entry of that name. */
  readonly put: { readonly path: MapPath; readonly name: string; readonly entry: JsonValue } | null;
}

/** One format of files. Both throw `invalid_config` with file, line and column for a text that is none of that format. */
export interface Editor {
  read(file: TextOf, paths: readonly MapPath[]): readonly ServerMap[];
  /** The text with the change made and every other byte as it was. */
  change(file: TextOf, change: MapChange): string;
}

export interface TextOf {
  /** As the person knows it. */
  readonly path: string;
  readonly text: string;
}

export interface Spot {
  readonly line: number;
  readonly column: number;
}

export function malformed(path: string, { line, column }: Spot, what: string): CapabilityError {
  return new CapabilityError('invalid_config', `${path}:${line}:${column}: ${what}. Nothing was changed.`, {
    details: { path, line, column },
  });
}

/** Against a fault of ours: whatever a text would come to that was not meant is not written. */
export function unsafeChange(path: string): CapabilityError {
  return new CapabilityError(
    'invalid_config',
    `${path} is laid out in a way that cannot be changed safely. Nothing was changed; make the change by hand.`,
    { details: { path } },
  );
}

/** The paths that are there for one with `*`. */
export function pathsIn(value: JsonValue, path: MapPath): readonly MapPath[] {
  const [key, ...rest] = path;
  if (key === undefined) return [[]];
  if (!isMap(value)) return [];
  const keys = key === '*' ? Object.keys(value) : Object.hasOwn(value, key) ? [key] : [];
  return keys.flatMap((name) => pathsIn(value[name] ?? null, rest).map((below) => [name, ...below]));
}

export function valueIn(value: JsonValue, path: MapPath): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const key of path) {
    if (at === undefined || !isMap(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/** What the whole file should come to. */
export function changedValue(value: JsonValue, { remove, put }: MapChange): JsonValue {
  let next = value;
  for (const { path, names } of remove)
    next = withMap(next, path, (map) => map.filter(([name]) => !names.includes(name)));
  if (put === null) return next;
  const { path, name, entry } = put;
  return withMap(next, path, (map) => [...map.filter(([key]) => key !== name), [name, entry]]);
}

type Entries = readonly (readonly [string, JsonValue])[];

function withMap(value: JsonValue, path: MapPath, change: (map: Entries) => Entries): JsonValue {
  const map: JsonMap = isMap(value) ? value : {};
  const [key, ...rest] = path;
  if (key === undefined) return Object.fromEntries(change(Object.entries(map)));
  const below = withMap(Object.hasOwn(map, key) ? (map[key] ?? null) : {}, rest, change);
  return Object.fromEntries([...Object.entries(map).filter(([name]) => name !== key), [key, below]]);
}

type JsonMap = { readonly [key: string]: JsonValue };

export function isMap(value: JsonValue): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
