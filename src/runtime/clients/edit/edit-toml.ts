// Changes the tables of servers in TOML by their lines. What the text then comes to is read again and compared: else nothing is written.
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, TomlDate, TomlError } from 'smol-toml';
import type { JsonValue } from '../../../contract/index.ts';
import type { MapPath } from '../client.ts';
import {
  changedValue,
  isMap,
  malformed,
  unsafeChange,
  valueIn,
  type Editor,
  type MapChange,
  type ServerMap,
  type TextOf,
} from './server-maps.ts';
import { tomlTables } from './toml-tables.ts';

export const tomlEditor: Editor = {
  read: (file, paths) => paths.flatMap((path) => mapAt(file, path)),
  change(file, change) {
    const replaced = change.put === null ? [] : [{ path: change.put.path, names: [change.put.name] }];
    const removed = [...change.remove, ...replaced].reduce(without, file.text);
    const changed = change.put === null ? removed : withEntry(removed, change.put);
    if (!isMeant(file, changed, change)) throw unsafeChange(file.path);
    return changed;
  },
};

function mapAt(file: TextOf, path: MapPath): readonly ServerMap[] {
  const map = valueIn(readToml(file), path);
  if (map === undefined) return [];
  if (!isMap(map)) throw malformed(file.path, { line: 1, column: 1 }, `${path.join('.')} is no table`);
  const names = Object.keys(map);
  const left = valueIn(readToml({ ...file, text: without(file.text, { path, names }) }), path);
  const inline = left !== undefined && isMap(left) ? Object.keys(left) : [];
  const advice = `it is not written as a table of its own; begin it with [${path.join('.')}.NAME]`;
  return [{ path, entries: new Map(Object.entries(map)), fixed: new Map(inline.map((name) => [name, advice])) }];
}

function readToml({ path, text }: TextOf): JsonValue {
  try {
    return plainOf(parse(text, { integersAsBigInt: 'asNeeded' }));
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [what = ''] = cause.message.split('\n');
    throw malformed(path, cause, `This cannot be read (${what.replace(/^Invalid TOML document: /, '')})`);
  }
}

function plainOf(value: unknown): JsonValue {
  if (typeof value === 'bigint' || value instanceof TomlDate) return String(value);
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainOf(item)]));
  // JSON has no such number; nothing of a server is one.
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

function isMeant(file: TextOf, text: string, change: MapChange): boolean {
  try {
    return isDeepStrictEqual(readToml({ ...file, text }), withoutEmpty(file, change));
  } catch {
    return false;
  }
}

/** A table that held only what is gone is gone too: nothing else named it. */
function withoutEmpty(file: TextOf, change: MapChange): JsonValue {
  const meant = changedValue(readToml(file), change);
  const stands = (path: MapPath) => tomlTables(file.text).some((table) => table.path.join('\n') === path.join('\n'));
  if (!isMap(meant)) return meant;
  const gone = change.remove.filter(({ path }) => {
    const map = valueIn(meant, path);
    return map !== undefined && isMap(map) && Object.keys(map).length === 0 && !stands(path);
  });
  return Object.fromEntries(Object.entries(meant).filter(([key]) => !gone.some(({ path }) => path[0] === key)));
}

function without(text: string, { path, names }: MapChange['remove'][number]): string {
  const gone = new Set(names);
  const cuts = tomlTables(text).filter(
    (table) =>
      path.every((key, at) => table.path[at] === key) && gone.has(table.path[path.length] ?? '') && !table.isOfList,
  );
  return cuts.reduceRight((rest, { start, end }) => joined(rest.slice(0, start), rest.slice(end)), text);
}

/** Of the empty lines before and after what is gone one is enough. */
function joined(before: string, after: string): string {
  const isEmptyBefore = before === '' || /\n\r?\n$/.test(before);
  return before + (isEmptyBefore ? after.replace(/^\r?\n/, '') : after);
}

function withEntry(text: string, { path, name, entry }: NonNullable<MapChange['put']>): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = stringify([...path, name].reduceRight<JsonValue>((below, key) => ({ [key]: below }), entry));
  const gap = text === '' || /\n\r?\n$/.test(text) ? '' : text.endsWith('\n') ? eol : eol + eol;
  return `${text}${gap}${table.trimEnd().replaceAll('\n', eol)}${eol}`;
}
