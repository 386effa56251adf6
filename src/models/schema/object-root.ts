// The root of the arguments as providers take it: one object, whose branches are merged and said in words.
import type { JsonObject, JsonValue } from '../../contract/index.ts';
import { type Changes, isList, isObject, own, ownObject, without } from '../../text/index.ts';

const unions = ['anyOf', 'oneOf'] as const;
const merged: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);
const maxWords = 400;

/** False where the root allows no object at all. */
export function mayBeObject(schema: JsonObject): boolean {
  const type = own(schema, 'type');
  if (type === undefined || type === 'object') return true;
  return isList(type) && type.includes('object');
}

export interface MergedObject {
  readonly schema: JsonObject;
  /** For the description: which arguments go together. Empty where the branches say nothing of it. */
  readonly words: string;
}

/**
 * The branches of `allOf`, `anyOf` and `oneOf` in one object that allows at least what they allow: it tells a model what there is, and the
 * schema itself still refuses what does not fit.
 */
export function mergeBranches(schema: JsonObject): MergedObject {
  const properties = new Map(Object.entries(ownObject(schema, 'properties') ?? {}));
  const required = new Set(textsOf(own(schema, 'required')));
  for (const branch of branchesOf(schema, 'allOf')) {
    for (const [name, value] of Object.entries(ownObject(branch, 'properties') ?? {}))
      properties.set(name, both(properties.get(name), value));
    for (const name of textsOf(own(branch, 'required'))) required.add(name);
  }
  const ways: string[] = [];
  for (const keyword of unions) {
    const branches = branchesOf(schema, keyword);
    addAlternatives(properties, branches);
    ways.push(waysOf(branches, required));
    for (const name of requiredByAll(branches)) required.add(name);
  }
  // What a branch has looked at, by a pattern or at will, is no longer known of: then nothing may be refused for not being looked at.
  const {
    properties: _properties,
    required: _required,
    unevaluatedProperties: _rest,
    ...rest
  } = without(schema, merged);
  return {
    schema: {
      ...rest,
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.size === 0 ? {} : { required: [...required] }),
    },
    words: ways.filter((way) => way !== '').join(' '),
  };
}

function branchesOf(schema: JsonObject, keyword: string): readonly JsonObject[] {
  const branches = own(schema, keyword);
  if (!isList(branches)) return [];
  // `true` is a branch that asks for nothing, and a branch may have branches of its own.
  return branches
    .map((branch) => (branch === true ? {} : branch))
    .filter(isObject)
    .filter(mayBeObject)
    .map(withoutBranches);
}

function withoutBranches(branch: JsonObject): JsonObject {
  return Object.keys(branch).some((key) => merged.has(key)) ? mergeBranches(branch).schema : branch;
}

/** What the object itself says of an argument holds for all branches, so a branch adds only arguments. */
function addAlternatives(properties: Map<string, JsonValue>, branches: readonly JsonObject[]): void {
  const found = new Map<string, Map<string, JsonValue>>();
  for (const branch of branches)
    for (const [name, value] of Object.entries(ownObject(branch, 'properties') ?? {})) {
      if (properties.has(name)) continue;
      const alternatives = found.get(name) ?? new Map<string, JsonValue>();
      alternatives.set(JSON.stringify(value), value);
      found.set(name, alternatives);
    }
  for (const [name, alternatives] of found) {
    const [first = {}, ...others] = alternatives.values();
    properties.set(name, others.length === 0 ? first : { anyOf: [first, ...others] });
  }
}

function both(first: JsonValue | undefined, second: JsonValue): JsonValue {
  if (first === undefined || JSON.stringify(first) === JSON.stringify(second)) return second;
  return { allOf: [first, second] };
}

function requiredByAll(branches: readonly JsonObject[]): readonly string[] {
  const [first, ...others] = branches.map((branch) => textsOf(own(branch, 'required')));
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

function waysOf(branches: readonly JsonObject[], always: ReadonlySet<string>): string {
  const sets = branches.map((branch) => textsOf(own(branch, 'required')).filter((name) => !always.has(name)));
  const distinct = new Set(sets.filter((names) => names.length > 0).map((names) => names.join(' and ')));
  if (distinct.size === 0 || sets.length < 2) return '';
  const ways = [...distinct].join('; or ');
  return ways.length > maxWords ? '' : `Give ${ways}.`;
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return isList(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** What would have to be renamed too, and is said by the schema that validates. Under other names a `not` or an `if` would mean another thing. */
const byName: ReadonlySet<string> = new Set([
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'propertyOrdering',
]);

/** `wire` maps each argument's name to the one it has on the wire. */
export function renameProperties(schema: JsonObject, wire: ReadonlyMap<string, string>, changes: Changes): JsonObject {
  const properties = Object.entries(ownObject(schema, 'properties') ?? {});
  for (const [name] of properties)
    if (wire.get(name) !== name) changes.add('arguments have other names on the wire', `/${name}`);
  const { properties: _properties, required, ...rest } = without(schema, byName);
  return {
    ...rest,
    properties: Object.fromEntries(properties.map(([name, value]) => [wire.get(name) ?? name, value])),
    ...(isList(required)
      ? { required: required.map((name) => (typeof name === 'string' ? (wire.get(name) ?? name) : name)) }
      : {}),
  };
}
