// One schema of a document as JSON Schema 2020-12 for a request: references become `#/$defs/NAME`, what only answers have is left out.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import {
  createChanges,
  isList,
  isObject,
  mapMembers,
  mapSubschemas,
  own,
  ownObject,
  ownText,
  repairSchema,
  without,
} from '../../../text/index.ts';
import { outsideText, pointerOfReference, type ApiDocument } from '../document/document.ts';

export interface ConvertNeeds {
  readonly document: ApiDocument;
  /** The name in `$defs` of what stands at the pointer. */
  readonly nameOf: (pointer: string) => string;
  readonly isUsablePattern: (pattern: string) => boolean;
}

export interface Converted {
  readonly schema: JsonObject;
  /** Pointers that it refers to. */
  readonly references: readonly string[];
  /** What of it cannot be had, each a sentence. */
  readonly outside: readonly string[];
}

/** Levels of schemas inside each other; a schema that is deeper takes anything from there on. */
const maxDepth = 24;
const maxExampleChars = 200;

const keptWords =
  'type enum const format description default examples deprecated writeOnly minimum maximum exclusiveMinimum ' +
  'exclusiveMaximum multipleOf minLength maxLength pattern items prefixItems contains minContains ' +
  'maxContains minItems maxItems uniqueItems properties required additionalProperties patternProperties ' +
  'propertyNames minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties ' +
  'unevaluatedItems allOf anyOf oneOf not if then else contentEncoding contentMediaType $ref';
const kept: ReadonlySet<string> = new Set(keptWords.split(' '));

interface Converting extends ConvertNeeds {
  readonly references: Set<string>;
  readonly outside: Set<string>;
}

const repairRules = { takesBooleans: true, needsItems: false, unread: new Set<string>() };

export function convertSchema(given: JsonValue, needs: ConvertNeeds): Converted {
  const converting: Converting = { ...needs, references: new Set(), outside: new Set() };
  const made = convert(given, { depth: 0, unwanted: new Set() }, converting);
  const schema = isObject(made) ? repairSchema(made, repairRules, createChanges()) : made ? {} : { not: {} };
  return { schema, references: [...converting.references], outside: [...converting.outside] };
}

interface Spot {
  readonly depth: number;
  /** Names of properties that are only in answers, as what stands around says. */
  readonly unwanted: ReadonlySet<string>;
}

function convert(given: JsonValue, spot: Spot, converting: Converting): JsonObject | boolean {
  if (typeof given === 'boolean') return given;
  if (!isObject(given) || spot.depth > maxDepth) return {};
  const reference = own(given, '$ref');
  const base = reference === undefined ? given : referring(given, reference, converting);
  const unwanted = new Set([...spot.unwanted, ...answerProperties(base, converting.document, 0)]);
  const node = anyOfThem(withoutUnwanted(members(base, converting), unwanted));
  const converted = mapSubschemas(node, '', (child, { keyword }) => {
    // Branches speak of the same object; what is below is another one.
    const isSame = keyword === 'allOf' || keyword === 'anyOf' || keyword === 'oneOf';
    return convert(child, { depth: spot.depth + 1, unwanted: isSame ? unwanted : new Set() }, converting);
  });
  return nullable(converted, given);
}

/** In 3.0 nothing beside a reference counts; what it says for people is kept. */
function referring(given: JsonObject, reference: JsonValue, converting: Converting): JsonObject {
  const { document, nameOf } = converting;
  const beside = document.is31 ? without(given, new Set(['$ref'])) : descriptionOf(given);
  const pointer = pointerOfReference(reference);
  if (pointer === null) {
    converting.outside.add(outsideText(reference));
    return beside;
  }
  converting.references.add(pointer);
  return { ...beside, $ref: `#/$defs/${nameOf(pointer)}` };
}

function descriptionOf(schema: JsonObject): JsonObject {
  const description = ownText(schema, 'description');
  return description === '' ? {} : { description };
}

function members(schema: JsonObject, { isUsablePattern }: Converting): JsonObject {
  const pattern = own(schema, 'pattern');
  const isLost = typeof pattern === 'string' && !isUsablePattern(pattern);
  const discriminator = ownText(ownObject(schema, 'discriminator') ?? {}, 'propertyName');
  const notes = [
    ...(isLost ? [`Pattern: ${pattern.slice(0, 200)}`] : []),
    ...(discriminator === '' ? [] : [`${JSON.stringify(discriminator)} says which of these it is.`]),
  ];
  const sound = mapMembers(schema, (value, keyword) => {
    if (!kept.has(keyword) || (isLost && keyword === 'pattern')) return undefined;
    return sayable(value, keyword, isUsablePattern) ? value : undefined;
  });
  const description = [ownText(schema, 'description'), ...notes].join(' ').trim();
  return {
    ...sound,
    ...(notes.length === 0 ? {} : { description }),
    ...examplesOf(schema),
  };
}

function sayable(value: JsonValue, keyword: string, isUsablePattern: (pattern: string) => boolean): boolean {
  switch (keyword) {
    case 'patternProperties':
      return isObject(value) && Object.keys(value).every(isUsablePattern);
    // In older documents a member that says of itself whether it is needed.
    case 'required':
      return isList(value);
    case 'default':
      return !isLong(value);
    default:
      return keyword !== 'examples';
  }
}

function examplesOf(schema: JsonObject): JsonObject {
  const { example, examples } = schema;
  const all = isList(examples) ? examples : example === undefined ? [] : [example];
  const short = shortExamples(all);
  return short.length === 0 ? {} : { examples: short };
}

function shortExamples(examples: readonly JsonValue[]): readonly JsonValue[] {
  return examples.filter((example) => !isLong(example)).slice(0, 3);
}

function isLong(value: JsonValue): boolean {
  return JSON.stringify(value).length > maxExampleChars;
}

/** Branches overlap more often than their authors know, and the service has the last word: what fits two of them is sent. */
function anyOfThem(schema: JsonObject): JsonObject {
  const { oneOf, ...rest } = schema;
  if (oneOf === undefined) return schema;
  if (own(rest, 'anyOf') === undefined) return { ...rest, anyOf: oneOf };
  const { allOf } = rest;
  return { ...rest, allOf: [...(isList(allOf) ? allOf : []), { anyOf: oneOf }] };
}

/** 3.0 says beside a type that null is taken too. */
function nullable(schema: JsonObject, given: JsonObject): JsonObject {
  if (own(given, 'nullable') !== true) return schema;
  const { type, enum: values, ...rest } = schema;
  // Beside a reference or branches, which know nothing of null.
  if (type === undefined) {
    const isPlain = !['$ref', 'allOf', 'anyOf', 'oneOf'].some((key) => own(schema, key) !== undefined);
    if (isPlain) return isList(values) ? { ...schema, enum: withNull(values) } : schema;
    const { description, ...others } = schema;
    return { ...(description === undefined ? {} : { description }), anyOf: [others, { type: 'null' }] };
  }
  return {
    ...rest,
    type: isList(type) ? withNull(type, 'null') : [type, 'null'],
    ...(isList(values) ? { enum: withNull(values) } : {}),
  };
}

function withNull(values: readonly JsonValue[], word: JsonValue = null): readonly JsonValue[] {
  return values.includes(word) ? values : [...values, word];
}

/** Names of the properties that the schema or one of its branches calls readOnly. */
function answerProperties(schema: JsonObject, document: ApiDocument, step: number): readonly string[] {
  const properties = Object.entries(ownObject(schema, 'properties') ?? {});
  const named = properties.filter(([, value]) => isAnswerOnly(value, document)).map(([name]) => name);
  const branches = own(schema, 'allOf');
  if (!isList(branches) || step > 4) return named;
  const inherited = branches.flatMap((branch) => {
    const found = document.follow(branch, '');
    return found.ok ? answerProperties(found.value, document, step + 1) : [];
  });
  return [...named, ...inherited];
}

function isAnswerOnly(schema: JsonValue, document: ApiDocument): boolean {
  if (!isObject(schema)) return false;
  if (own(schema, 'readOnly') === true) return true;
  if (own(schema, '$ref') === undefined) return false;
  const found = document.follow(schema, '');
  return found.ok && own(found.value, 'readOnly') === true;
}

function withoutUnwanted(schema: JsonObject, unwanted: ReadonlySet<string>): JsonObject {
  if (unwanted.size === 0) return schema;
  return mapMembers(schema, (value, keyword) => {
    // Where others are refused these are still taken, so that what was read can be sent back.
    const isClosed = own(schema, 'additionalProperties') === false;
    if (keyword === 'properties' && isObject(value))
      return mapMembers(value, (child, name) => (unwanted.has(name) ? (isClosed ? {} : undefined) : child));
    if (keyword !== 'required' || !isList(value)) return value;
    const left = value.filter((name) => typeof name !== 'string' || !unwanted.has(name));
    return left.length === 0 ? undefined : left;
  });
}
