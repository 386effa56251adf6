// Changes maps of servers in JSON with comments: an entry is cut out or written in, and no other byte is touched.
import { isDeepStrictEqual } from 'node:util';
import { applyEdits, createScanner, type Edit, type Node } from 'jsonc-parser';
import type { JsonValue } from '../../../contract/index.ts';
import type { MapPath } from '../client.ts';
import { plainOf, propertiesOf, readTree, type Property } from './json-text.ts';
import {
  changedValue,
  isMap,
  malformed,
  pathsIn,
  unsafeChange,
  valueIn,
  type Editor,
  type MapChange,
  type ServerMap,
  type TextOf,
} from './server-maps.ts';

export const jsonEditor: Editor = {
  read(file, paths) {
    const root = readTree(file);
    if (root === null) return [];
    const value = plainOf(root);
    return paths.flatMap((path) => pathsIn(value, path)).flatMap((path) => mapAt({ file, root, value }, path));
  },
  change(file, change) {
    const removed = applyEdits(file.text, removals(file, change.remove));
    const changed = change.put === null ? removed : withEntry({ ...file, text: removed }, change.put);
    if (!isMeant(file, changed, change)) throw unsafeChange(file.path);
    return changed;
  },
};

interface ReadFile {
  readonly file: TextOf;
  readonly root: Node;
  readonly value: JsonValue;
}

function mapAt({ file, root, value }: ReadFile, path: MapPath): readonly ServerMap[] {
  const map = valueIn(value, path);
  if (map === undefined || map === null) return [];
  if (!isMap(map)) throw malformed(file.path, { line: 1, column: 1 }, `${path.join('.')} is no map`);
  const node = nodeAt(root, path);
  const names = node === null ? [] : propertiesOf(node).map(({ name }) => name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  const fixed = new Map(twice.map((name) => [name, 'its name stands there twice; remove one of them']));
  return [{ path, entries: new Map(Object.entries(map)), fixed }];
}

function nodeAt(root: Node, path: MapPath): Node | null {
  let at: Node | undefined = root;
  for (const key of path) at = at === undefined ? at : propertiesOf(at).findLast(({ name }) => name === key)?.value;
  return at ?? null;
}

function isMeant(file: TextOf, text: string, change: MapChange): boolean {
  const [before, after] = [readTree(file), readTree({ ...file, text })];
  const meant = changedValue(before === null ? {} : plainOf(before), change);
  return isDeepStrictEqual(after === null ? {} : plainOf(after), meant);
}

function removals(file: TextOf, remove: MapChange['remove']): Edit[] {
  const root = readTree(file);
  if (root === null) return [];
  return remove.flatMap(({ path, names }) => {
    const node = nodeAt(root, path);
    return node === null || names.length === 0 ? [] : cutsIn(file.text, propertiesOf(node), new Set(names));
  });
}

function cutsIn(text: string, properties: readonly Property[], names: ReadonlySet<string>): readonly Edit[] {
  const commas = properties.map(({ whole }) => commaAfter(text, whole.offset + whole.length));
  const cuts = properties.flatMap(({ name, whole }, at) =>
    names.has(name) ? [cut(text, whole.offset, (commas[at] ?? whole.offset + whole.length - 1) + 1)] : [],
  );
  // What is last now may not end with the comma that led to what is gone, unless the last one had one too.
  const lastKept = properties.findLastIndex(({ name }) => !names.has(name));
  const comma = commas[lastKept];
  const isDangling = lastKept < properties.length - 1 && (commas.at(-1) ?? null) === null;
  return isDangling && comma !== undefined && comma !== null
    ? [...cuts, { offset: comma, length: 1, content: '' }]
    : cuts;
}

const commaToken = 5;

function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return scanner.scan() === commaToken ? scanner.getTokenOffset() : null;
}

/** With its line where nothing else stands there. */
function cut(text: string, from: number, to: number): Edit {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const [rest = ''] = /^[ \t]*(?:\r?\n)?/.exec(text.slice(to, to + 10_000)) ?? [];
  const isWholeLine = text.slice(lineStart, from).trim() === '' && rest.includes('\n');
  const start = isWholeLine ? lineStart : from;
  const end = isWholeLine ? to + rest.length : to + rest.replace(/\r?\n/, '').length;
  return { offset: start, length: end - start, content: '' };
}

interface Layout {
  readonly eol: string;
  readonly unit: string;
}

function withEntry({ path: file, text }: TextOf, { path, name, entry }: NonNullable<MapChange['put']>): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const layout: Layout = { eol, unit: /^(\t|[ ]{1,8})(?=["/])/m.exec(text)?.[1] ?? '  ' };
  const root = readTree({ path: file, text });
  const whole = [...path, name];
  if (root === null) return `${laidOut(nested(whole, entry), '', layout)}${eol}`;
  // The deepest map that is there takes what is missing below it.
  const depth = whole.findLastIndex((_key, at) => nodeAt(root, whole.slice(0, at))?.type === 'object');
  const node = nodeAt(root, whole.slice(0, depth)) ?? root;
  const key = whole[depth] ?? name;
  const value = nested(whole.slice(depth + 1), entry);
  const present = propertiesOf(node).findLast((property) => property.name === key);
  const edit =
    present === undefined
      ? insertion(text, node, { key, value, layout })
      : replacement(text, present.value, { value, layout });
  return applyEdits(text, [edit]);
}

function nested(path: MapPath, value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>((below, key) => ({ [key]: below }), value);
}

interface Written {
  readonly value: JsonValue;
  readonly layout: Layout;
}

function replacement(text: string, { offset, length }: Node, { value, layout }: Written): Edit {
  return { offset, length, content: laidOut(value, indentAt(text, offset), layout) };
}

function insertion(text: string, node: Node, { key, value, layout }: Written & { readonly key: string }): Edit {
  const { eol, unit } = layout;
  const [first] = node.children ?? [];
  const last = node.children?.at(-1);
  if (first === undefined || last === undefined) {
    const outer = indentAt(text, node.offset);
    const inner = text.slice(node.offset + 1, node.offset + node.length - 1);
    const property = `${eol}${outer}${unit}${JSON.stringify(key)}: ${laidOut(value, outer + unit, layout)}`;
    // Remarks in an empty map stay in it.
    return inner.trim() === ''
      ? { offset: node.offset + 1, length: inner.length, content: `${property}${eol}${outer}` }
      : { offset: node.offset + 1, length: 0, content: property };
  }
  const isInOneLine = !text.slice(node.offset, first.offset).includes('\n');
  const indent = indentAt(text, first.offset);
  const property = isInOneLine
    ? `, ${JSON.stringify(key)}: ${JSON.stringify(value)}`
    : `,${eol}${indent}${JSON.stringify(key)}: ${laidOut(value, indent, layout)}`;
  return { offset: last.offset + last.length, length: 0, content: property };
}

function laidOut(value: JsonValue, indent: string, { eol, unit }: Layout): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
