// Changes mcp.servers in the text of a configuration: entries are written in or cut out, and remarks and layout stay as they are.
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
import type { ServerEntry } from '../schema/mcp-schema.ts';
import { asNode } from '../yaml/plain-value.ts';
import { readYaml } from '../yaml/read-yaml.ts';

export interface ServersEdit {
  readonly add: Readonly<Record<string, ServerEntry>>;
  readonly remove: readonly string[];
}

/** Of a text that is read as configuration. Throws `invalid_config` where the servers are written in a way that cannot be changed. */
export function editServers(text: string, edit: ServersEdit): string {
  const meant = meantServers(text, edit);
  const ways = [
    () => addedIn(edit.remove.reduce(cutFrom, text), edit.add),
    // Written in braces, or not at all: then it is laid out anew, with its remarks.
    () => rewritten(text, meant),
  ];
  for (const way of ways) {
    const changed = way();
    if (changed !== null && isDeepStrictEqual(serversOf(changed), meant)) return changed;
  }
  throw new CapabilityError('invalid_config', 'mcp.servers is written in a way that cannot be changed here.');
}

function meantServers(text: string, { add, remove }: ServersEdit): JsonValue {
  const kept = Object.entries(serversOf(text)).filter(([name]) => !remove.includes(name));
  // As it is read back, without what is undefined.
  const added = Object.entries(add).map(([name, entry]) => [name, JSON.parse(JSON.stringify(entry))]);
  return Object.fromEntries([...kept, ...added]);
}

/** An empty map where there is none. */
export function serversOf(text: string): Readonly<Record<string, JsonValue>> {
  const yaml = readYaml(text);
  const servers = yaml.ok ? memberOf(memberOf(yaml.value, 'mcp'), 'servers') : null;
  return isPlainMap(servers) ? servers : {};
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

function cutFrom(text: string, name: string): string {
  const document = documentOf(text);
  const maps = [document.contents, document.get('mcp', true), document.getIn(['mcp', 'servers'], true)];
  const keys = ['mcp', 'servers', name];
  // A map without anything in it goes with the last thing that it held.
  const at = maps.findLastIndex((map, index) => index === 0 || (isMap(map) && map.items.length > 1));
  const [map, key] = [maps[at], keys[at === -1 ? 0 : at] ?? name];
  const pair = isMap(map) && map.flow !== true ? pairOf(map, key) : undefined;
  if (pair === undefined) return text;
  const [start, end] = linesOf(text, pair);
  return text.slice(0, start) + text.slice(end);
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

function addedIn(text: string, add: ServersEdit['add']): string | null {
  if (Object.keys(add).length === 0) return text;
  const document = documentOf(text);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null))
    return appended(text, { mcp: { servers: add } });
  if (!isBlock(contents)) return null;
  const mcp = document.get('mcp', true);
  if (mcp === undefined) return appended(text, { mcp: { servers: add } });
  if (!isBlock(mcp)) return null;
  const servers = mcp.get('servers', true);
  if (servers === undefined) return insertedInto(text, mcp, { servers: add });
  return isBlock(servers) ? insertedInto(text, servers, add) : null;
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

function rewritten(text: string, servers: JsonValue): string {
  const document = documentOf(text);
  const isEmpty = isDeepStrictEqual(servers, {});
  if (isEmpty) document.deleteIn(['mcp', 'servers']);
  else if (!isMap(document.get('mcp', true))) document.set('mcp', document.createNode({ servers }));
  else document.setIn(['mcp', 'servers'], document.createNode(servers));
  const mcp = document.get('mcp', true);
  if (isMap(mcp) && mcp.items.length === 0) document.delete('mcp');
  return document.toString({ lineWidth: 0 }).replaceAll('\n', eolOf(text));
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
