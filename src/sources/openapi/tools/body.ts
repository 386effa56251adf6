// The body of an operation as one argument: which of its media types is sent, and what of it a model is told.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { foreignName, isObject, own, ownObject, ownText } from '../../../text/index.ts';
import type { ApiOperation } from '../document/operations.ts';
import type { Components } from '../schema/components.ts';
import type { ApiDocument } from '../document/document.ts';
import type { Tell } from '../document/operations.ts';

export type BodyKind = 'json' | 'form' | 'multipart' | 'text';

/** How one field of a form is written. */
export interface FieldPlan {
  readonly style: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json' | null;
  readonly explode: boolean;
  /** Of a part; null for that of its value. */
  readonly contentType: string | null;
  /** A file, of which a name is sent too. */
  readonly isFile: boolean;
}

export interface BodyPlan {
  readonly kind: BodyKind;
  readonly mediaType: string;
  /** Of those fields that are not written in the usual way. */
  readonly fields: Readonly<Record<string, FieldPlan>>;
}

export interface ReadBody {
  readonly plan: BodyPlan;
  readonly property: 'body';
  readonly schema: JsonValue;
  readonly isRequired: boolean;
  readonly references: readonly string[];
  readonly outside: readonly string[];
  readonly notes: readonly string[];
}

interface BodyNeeds {
  readonly document: ApiDocument;
  readonly components: Components;
  readonly tell: Tell;
}

export function readBody(operation: ApiOperation, { document, components, tell }: BodyNeeds): ReadBody | null {
  const given = own(operation.value, 'requestBody');
  if (given === undefined) return null;
  // Undefined by HTTP, and servers part where such a request ends in different ways.
  if (operation.method === 'get' || operation.method === 'head') {
    tell(`${operation.pointer}/requestBody`, `a ${operation.method.toUpperCase()} has no body: it is left out`);
    return null;
  }
  const found = document.follow(given, `${operation.pointer}/requestBody`);
  if (!found.ok) {
    tell(found.pointer, `${found.why}: the body is left out`);
    return { ...emptyBody, outside: /leads out/.test(found.why) ? [found.why] : [] };
  }
  const content = ownObject(found.value, 'content') ?? {};
  return {
    ...readContent(found.value, chosenMedia(content), { document, components }),
    isRequired: own(found.value, 'required') === true,
  };
}

function readContent(
  body: JsonObject,
  { kind, mediaType, value }: ChosenMedia,
  { document, components }: Omit<BodyNeeds, 'tell'>,
): Omit<ReadBody, 'isRequired'> {
  const media = document.follow(value, '');
  const described: JsonObject = media.ok ? media.value : {};
  // Written out here, so that a model sees at once what it is: references begin below it.
  const given = own(described, 'schema');
  const schema = document.follow(given, '');
  const converted = isReference(given) ? components.get(schema.pointer) : components.convert(given ?? {});
  const said = [ownText(body, 'description'), ownText(converted.schema, 'description')].find((text) => text !== '');
  const isText = kind === 'text';
  const sent = isText ? { type: 'string' } : asObject(converted.schema, kind);
  return {
    plan: { kind, mediaType, fields: fieldsOf(described, { document, schema: schema.ok ? schema.value : {}, kind }) },
    property: 'body',
    schema: { ...sent, ...(said === undefined ? {} : { description: said }) },
    references: isText ? [] : converted.references,
    outside: isText ? [] : converted.outside,
    notes: notesOf(kind, mediaType),
  };
}

function isReference(schema: JsonValue | undefined): boolean {
  return isObject(schema) && own(schema, '$ref') !== undefined && Object.keys(schema).length === 1;
}

const emptyBody: ReadBody = {
  plan: { kind: 'json', mediaType: 'application/json', fields: {} },
  property: 'body',
  schema: {},
  isRequired: false,
  references: [],
  outside: [],
  notes: [],
};

/** A form is made of fields, and a schema that does not say so is one all the same. */
function asObject(schema: JsonObject, kind: BodyKind): JsonObject {
  const isForm = kind === 'form' || kind === 'multipart';
  return isForm && own(schema, 'type') === undefined && own(schema, 'anyOf') === undefined
    ? { type: 'object', ...schema }
    : schema;
}

interface ChosenMedia {
  readonly kind: BodyKind;
  readonly mediaType: string;
  readonly value: JsonValue;
}

const kinds: readonly (readonly [BodyKind, RegExp])[] = [
  ['json', /^application\/json$/],
  ['json', /[/+]json$/],
  ['form', /^application\/x-www-form-urlencoded$/],
  ['multipart', /^multipart\/form-data$/],
  ['json', /^(?:\*|application)\/\*$/],
  ['text', /^text\//],
  ['text', /./],
];

/** JSON before forms before text. */
function chosenMedia(content: JsonObject): ChosenMedia {
  const offered = Object.entries(content).map(([type, value]) => ({ type, bare: bareType(type), value }));
  for (const [kind, pattern] of kinds) {
    const found = offered.find(({ bare }) => pattern.test(bare));
    if (found !== undefined) return { kind, mediaType: sentType(found.bare, kind), value: found.value };
  }
  return { kind: 'json', mediaType: 'application/json', value: {} };
}

function bareType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function sentType(bare: string, kind: BodyKind): string {
  const isSendable = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(bare) && !bare.includes('*');
  if (isSendable) return bare;
  return kind === 'json' ? 'application/json' : 'text/plain';
}

function notesOf(kind: BodyKind, mediaType: string): readonly string[] {
  if (kind === 'multipart')
    return ['Fields are sent as text: the content of a file is its text, and bytes cannot be sent.'];
  if (kind !== 'text') return [];
  const bytes = mediaType.startsWith('text/') ? '' : ' Bytes that are no text cannot be sent.';
  return [`The body is sent as the text that it is, as ${foreignName(mediaType)}.${bytes}`];
}

interface FieldNeeds {
  readonly document: ApiDocument;
  readonly schema: JsonObject;
  readonly kind: BodyKind;
}

function fieldsOf(media: JsonObject, { document, schema, kind }: FieldNeeds): Readonly<Record<string, FieldPlan>> {
  if (kind !== 'form' && kind !== 'multipart') return {};
  const encodings = ownObject(media, 'encoding') ?? {};
  const properties = ownObject(schema, 'properties') ?? {};
  const fields = new Map<string, FieldPlan>();
  for (const name of new Set([...Object.keys(encodings), ...Object.keys(properties)])) {
    const encoding = ownObject(encodings, name) ?? {};
    const property = document.follow(own(properties, name), '');
    const plan = fieldPlan(encoding, property.ok ? property.value : {});
    if (plan.style !== null || plan.contentType !== null || plan.isFile) fields.set(name, plan);
  }
  return Object.fromEntries(fields);
}

const styles = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const;

function fieldPlan(encoding: JsonObject, property: JsonObject): FieldPlan {
  const style = styles.find((known) => known === own(encoding, 'style')) ?? null;
  const explode = own(encoding, 'explode');
  const contentType = bareType(ownText(encoding, 'contentType').split(',', 1)[0] ?? '');
  const items = own(property, 'items');
  return {
    style,
    explode: typeof explode === 'boolean' ? explode : style === null || style === 'form' || style === 'deepObject',
    contentType: contentType === '' || contentType.includes('*') ? null : sentType(contentType, 'text'),
    isFile: isBinary(property) || (isObject(items) && isBinary(items)),
  };
}

function isBinary(schema: JsonObject): boolean {
  return own(schema, 'format') === 'binary' || ownText(schema, 'contentMediaType') === 'application/octet-stream';
}
