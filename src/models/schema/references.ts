// References inside a schema: written out where a provider follows none, and cut where they lead nowhere or back to themselves.
import type { JsonObject, JsonValue } from '../../contract/index.ts';
import { type Changes, isObject, own, ownText, without, mapSubschemas, pointerGet } from '../../text/index.ts';

const referring = ['$ref', '$dynamicRef', '$recursiveRef'] as const;
const referenceKeys: ReadonlySet<string> = new Set(referring);
const definitionKeys: ReadonlySet<string> = new Set(['$defs', 'definitions']);

/** Keywords by which a schema that allows more makes the whole allow less. */
const turning: ReadonlySet<string> = new Set(['if', 'not']);

/** References followed from one place, one behind the other. */
const maxChain = 16;
/** Subschemas, after which a small schema has become a large one by being referred to again and again. */
const maxWritten = 5_000;

export function refersAtRoot(schema: JsonObject): boolean {
  return referring.some((key) => typeof own(schema, key) === 'string');
}

interface Writing {
  readonly root: JsonObject;
  readonly changes: Changes;
  written: number;
  cuts: number;
}

/** Null where it would become too large. Definitions that nothing refers to any more are left out. */
export function writeOutReferences(schema: JsonObject, changes: Changes): JsonObject | null {
  const writing: Writing = { root: schema, changes, written: 0, cuts: 0 };
  const written = writeOut(schema, { path: '', around: [schema] }, writing);
  return writing.written > maxWritten || !isObject(written) ? null : written;
}

interface Spot {
  readonly path: string;
  /** The schemas that were being written out on the way here. */
  readonly around: readonly JsonValue[];
}

function writeOut(schema: JsonValue, spot: Spot, writing: Writing): JsonValue {
  writing.written += 1;
  if (!isObject(schema) || writing.written > maxWritten) return schema;
  const reference = referring.map((key) => own(schema, key)).find((value) => typeof value === 'string');
  if (typeof reference === 'string') return replaceReference(schema, reference, { spot, writing });
  const body = [...definitionKeys].some((key) => Object.hasOwn(schema, key)) ? without(schema, definitionKeys) : schema;
  return mapSubschemas(body, spot.path, (child, { path, keyword }) => {
    const cutsBefore = writing.cuts;
    const written = writeOut(child, { ...spot, path }, writing);
    // What is cut allows more. Where that would forbid more, it is better not said.
    return turning.has(keyword) && writing.cuts > cutsBefore ? undefined : written;
  });
}

interface Replacing {
  readonly spot: Spot;
  readonly writing: Writing;
}

function replaceReference(schema: JsonObject, reference: string, { spot, writing }: Replacing): JsonValue {
  const beside = writeOut(without(schema, referenceKeys), spot, writing);
  const target = targetOf(writing.root, reference);
  if (target === undefined) {
    writing.changes.add('a reference that leads nowhere is left out', spot.path);
    writing.cuts += 1;
    return beside;
  }
  if (spot.around.includes(target) || spot.around.length > maxChain) {
    writing.changes.add('a schema that contains itself is cut where it begins anew', spot.path);
    writing.cuts += 1;
    return { ...againOf(target, reference), ...(isObject(beside) ? beside : {}) };
  }
  writing.changes.add('"$ref" is written out', spot.path);
  const written = writeOut(target, { path: spot.path, around: [...spot.around, target] }, writing);
  if (!isObject(written)) return isObject(beside) && Object.keys(beside).length > 0 ? beside : written;
  return { ...written, ...(isObject(beside) ? beside : {}) };
}

function againOf(target: JsonValue, reference: string): JsonObject {
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  const description = name === '' || name === '#' ? 'As the whole.' : `As ${name} further out.`;
  const type = isObject(target) ? ownText(target, 'type') : '';
  return type === '' ? { description } : { type, description };
}

/** For providers that follow references: only those that lead nowhere are left out. */
export function cutDanglingReferences(schema: JsonObject, changes: Changes): JsonObject {
  const cut = (value: JsonValue, path: string): JsonValue => {
    if (!isObject(value)) return value;
    const dangling = referring.filter((key) => {
      const reference = own(value, key);
      return reference !== undefined && (typeof reference !== 'string' || targetOf(schema, reference) === undefined);
    });
    if (dangling.length > 0) changes.add('a reference that leads nowhere is left out', path);
    const kept = dangling.length > 0 ? without(value, new Set(dangling)) : value;
    return mapSubschemas(kept, path, (child, place) => cut(child, place.path));
  };
  const result = cut(schema, '');
  return isObject(result) ? result : schema;
}

function targetOf(root: JsonObject, reference: string): JsonValue | undefined {
  if (!reference.startsWith('#')) return undefined;
  const pointer = decoded(reference.slice(1));
  if (pointer === null) return undefined;
  const target = pointer === '' || pointer.startsWith('/') ? pointerGet(root, pointer) : anchored(root, pointer);
  return isObject(target) || typeof target === 'boolean' ? target : undefined;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function anchored(schema: JsonObject, name: string): JsonObject | undefined {
  if (own(schema, '$anchor') === name || own(schema, '$dynamicAnchor') === name) return schema;
  let found: JsonObject | undefined;
  mapSubschemas(schema, '', (child) => {
    if (found === undefined && isObject(child)) found = anchored(child, name);
    return child;
  });
  return found;
}
