// Changes a map of named entries in the text of a configuration: entries are written in or cut out, and remarks and layout stay as they are.
import { isDeepStrictEqual } from 'node:util';
import {
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { CapabilityError, type JsonValue } from '../../../contract/index.ts';
import { asNode } from '../yaml/plain-value.ts';
import { readYaml } from '../yaml/read-yaml.ts';

/** Where in the file the map stands. */
type MapPath = readonly [string, ...string[]];

export interface MapEdit<Entry extends object = object> {
  readonly add: Readonly<Record<string, Entry>>;
  readonly remove: readonly string[];
}

/** Of a text that is read as configuration. Throws `invalid_config` where the map is written in a way that cannot be changed. */
export function editMap(text: string, path: MapPath, edit: MapEdit): string {
  const meant = meantEntries(text, path, edit);
  const ways = [
    () =>
      addedIn(
        edit.remove.reduce((left, name) => cutFrom(left, [...path, name]), text),
        path,
        edit.add,
      ),
    // Written in braces, or not at all: then it is laid out anew, with its remarks.
    () => rewritten(text, path, meant),
  ];
  for (const way of ways) {
    const changed = way();
    if (changed !== null && isDeepStrictEqual(entriesAt(changed, path), meant)) return changed;
  }
  throw new CapabilityError('invalid_config', `${path.join('.')} is written in a way that cannot be changed here.`);
}

function meantEntries(text: string, path: MapPath, { add, remove }: MapEdit): JsonValue {
  const kept = Object.entries(entriesAt(text, path)).filter(([name]) => !remove.includes(name));
  // As it is read back, without what is undefined.
  const added = Object.entries(add).map(([name, entry]) => [name, JSON.parse(JSON.stringify(entry))]);
  return Object.fromEntries([...kept, ...added]);
}

/** An empty map where there is none. */
export function entriesAt(text: string, path: MapPath): Readonly<Record<string, JsonValue>> {
  const yaml = readYaml(text);
  const entries = yaml.ok ? path.reduce(memberOf, yaml.value) : null;
  return isPlainMap(entries) ? entries : {};
}

function isPlainMap(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberOf(value: JsonValue, key: string): JsonValue {
  return isPlainMap(value) ? (value[key] ?? null) : null;
}

function documentOf(text: string): Document {
  return parseDocument(text, { schema: 'core', merge: false, resolveKnownTags: false });
}

/** `keys` lead to what is cut. */
function cutFrom(text: string, keys: readonly string[]): string {
  const document = documentOf(text);
  const maps = keys.map((_, depth) => (depth === 0 ? document.contents : document.getIn(keys.slice(0, depth), true)));
  // A map without anything in it goes with the last thing that it held.
  const at = maps.findLastIndex((map, index) => index === 0 || (isMap(map) && map.items.length > 1));
  const [map, key] = [maps[at], keys[at] ?? ''];
  const pair = isMap(map) && map.flow !== true ? pairOf(map, key) : undefined;
  if (pair === undefined) return text;
  const [start, end] = linesOf(text, pair);
  return text.slice(0, start) + text.slice(end);
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

function addedIn(text: string, path: MapPath, add: MapEdit['add']): string | null {
  if (Object.keys(add).length === 0) return text;
  const document = documentOf(text);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return appended(text, nested(path, add));
  if (!isBlock(contents)) return null;
  let map = contents;
  for (const [depth, key] of path.entries()) {
    const below = map.get(key, true);
    const missing = nested(path.slice(depth), add);
    if (below === undefined) return depth === 0 ? appended(text, missing) : insertedInto(text, map, missing);
    if (!isBlock(below)) return null;
    map = below;
  }
  return insertedInto(text, map, add);
}

function nested(path: readonly string[], value: object): object {
  return path.reduceRight<object>((inner, key) => ({ [key]: inner }), value);
}

function isBlock(node: unknown): node is YAMLMap {
  return isMap(node) && node.flow !== true && node.items.length > 0;
}

function appended(text: string, value: object): string {
  const eol = eolOf(text);
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  return text + gap + laidOut(value, '', eol);
}

/** After the last thing in the map, as deep as the first. */
function insertedInto(text: string, map: YAMLMap, value: object): string | null {
  const [first, last] = [map.items[0], map.items.at(-1)];
  const start = asNode(first?.key)?.range?.[0];
  if (start === undefined || last === undefined) return null;
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (indent.trim() !== '') return null;
  const [, end] = linesOf(text, last);
  const eol = eolOf(text);
  const before = text.slice(0, end);
  return before + (before.endsWith('\n') ? '' : eol) + laidOut(value, indent, eol) + text.slice(end);
}

function laidOut(value: object, indent: string, eol: string): string {
  // In blocks some texts of blanks and line breaks would not be read back as they were.
  const text = stringify(value, { lineWidth: 0, schema: 'core', aliasDuplicateObjects: false, blockQuote: false });
  return text.replaceAll(/^(?=.)/gm, indent).replaceAll('\n', eol);
}

/** From the line the pair begins in to the end of the one it ends in. */
function linesOf(text: string, pair: Pair): readonly [number, number] {
  const start = asNode(pair.key)?.range?.[0] ?? 0;
  const end = endOf(asNode(pair.value) ?? asNode(pair.key)) ?? start;
  const lineEnd = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1;
  return [text.lastIndexOf('\n', start - 1) + 1, lineEnd === 0 ? text.length : lineEnd];
}

/** Of what says something: the parser counts remarks after it, too. */
function endOf(node: Node | null): number | undefined {
  if (isBlock(node)) {
    const last = node.items.at(-1);
    return endOf(asNode(last?.value) ?? asNode(last?.key));
  }
  if (isSeq(node) && node.flow !== true && node.items.length > 0) return endOf(asNode(node.items.at(-1)));
  return node?.range?.[1];
}

function rewritten(text: string, path: MapPath, entries: JsonValue): string {
  const document = documentOf(text);
  if (isDeepStrictEqual(entries, {})) document.deleteIn(path);
  else {
    const depth = path.findIndex((_, at) => !isMap(document.getIn(path.slice(0, at + 1), true)));
    const kept = depth === -1 ? path : path.slice(0, depth + 1);
    document.setIn(kept, document.createNode(depth === -1 ? entries : nestedJson(path.slice(depth + 1), entries)));
  }
  const [first] = path;
  const outer = document.get(first, true);
  if (isMap(outer) && outer.items.length === 0) document.delete(first);
  return document.toString({ lineWidth: 0 }).replaceAll('\n', eolOf(text));
}

function nestedJson(path: readonly string[], value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value);
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
