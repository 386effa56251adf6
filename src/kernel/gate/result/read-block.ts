// Reads one block of a result, by name, from whatever a handler returned: nothing beside what the contract names comes any further.
import type {
  BlockAnnotations,
  BlockNotes,
  JsonObject,
  MediaBlock,
  ResourceBlock,
  ResourceContents,
  ResourceLinkBlock,
  ResultBlock,
} from '../../../contract/index.ts';
import { checkMedia, neutraliseForModel } from '../../../text/index.ts';
import { copyJson } from '../frame/copy-json.ts';

/** How much data one result may hold yet. */
export interface MediaAllowance {
  blocks: number;
  chars: number;
}

export type BlockReading = ResultBlock | 'left_out';

type Members = Readonly<Record<string, unknown>>;

const mostUriChars = 8_192;
const mostNameChars = 500;
const maxMediaChars = 8 * 1024 * 1024;
const metaLimits = { maxDepth: 32, maxBytes: 16 * 1024, undefinedMembers: 'drop' } as const;
const mimePattern = /^[a-z0-9][a-z0-9.+-]{0,63}\/[a-z0-9][a-z0-9.+-]{0,127}(?:;[\x20-\x7e]{1,200})?$/i;
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Throws for what is no block. Data that is not what it says is a text that says so; data beyond the allowance is left out. */
export function readBlock(block: unknown, allowance: MediaAllowance): BlockReading {
  const members = membersOf(block, 'A block of the result');
  switch (members['type']) {
    case 'text':
      return { type: 'text', text: wellFormed(members['text'], 'text'), ...notesOf(members) };
    case 'image':
    case 'audio':
      return readMedia(members['type'], members, allowance);
    case 'resource':
      return readResource(members, allowance);
    case 'resource_link':
      return readLink(members);
    default:
      throw new TypeError('A block of the result is of no type that there is.');
  }
}

function readMedia(type: MediaBlock['type'], members: Members, allowance: MediaAllowance): BlockReading {
  const { data, mimeType } = members;
  if (typeof data !== 'string' || typeof mimeType !== 'string')
    throw new TypeError(`A block of the result says that it is ${withArticle(type)} and has no data or no type.`);
  if (!mimePattern.test(mimeType) || !mimeType.toLowerCase().startsWith(`${type}/`))
    return leftOut(type, `its type is none of ${withArticle(type)}`);
  const left = takeData(data, mimeType, { what: type, allowance });
  return left ?? { type, data, mimeType, ...notesOf(members) };
}

function readResource(members: Members, allowance: MediaAllowance): BlockReading {
  const given = membersOf(members['resource'], 'A resource of the result');
  const { uri, mimeType, text, blob, meta } = given;
  const type = mimeOf(mimeType);
  const address = uriOf(uri);
  if (address === null) return leftOut('resource', 'its address is too long');
  const about = { uri: address, ...optional('mimeType', type), ...metaOf(meta) };
  const block = (resource: ResourceContents): ResourceBlock => ({ type: 'resource', resource, ...notesOf(members) });
  if (text !== undefined) return block({ ...about, text: wellFormed(text, 'text') });
  if (typeof blob !== 'string') throw new TypeError('A resource of the result has neither text nor bytes.');
  // An empty file is one.
  if (blob === '') return block({ ...about, blob });
  return takeData(blob, type, { what: 'resource', allowance }) ?? block({ ...about, blob });
}

function readLink(members: Members): ResultBlock {
  const { uri, name, title, description, mimeType, size } = members;
  const type = mimeOf(mimeType);
  const address = uriOf(uri);
  if (address === null) return leftOut('resource', 'its address is too long');
  const link: ResourceLinkBlock = {
    type: 'resource_link',
    uri: address,
    name: label(name) ?? '',
    ...optional('title', label(title)),
    ...(description === undefined ? {} : { description: wellFormed(description, 'description') }),
    ...optional('mimeType', type),
    ...(typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? { size } : {}),
    ...notesOf(members),
  };
  return link;
}

interface Taking {
  readonly what: 'image' | 'audio' | 'resource';
  readonly allowance: MediaAllowance;
}

/** Null where the data may go on. What is too much is not decoded. */
function takeData(data: string, mimeType: string | undefined, { what, allowance }: Taking): BlockReading | null {
  if (allowance.blocks <= 0 || data.length > Math.min(maxMediaChars, allowance.chars)) return 'left_out';
  const check = checkMedia(data, mimeType);
  if (!check.ok) return leftOut(what, check.problem);
  allowance.blocks -= 1;
  allowance.chars -= data.length;
  return null;
}

function leftOut(what: Taking['what'], why: string): ResultBlock {
  return { type: 'text', text: `[${withArticle(what)} left out: ${why}]` };
}

function withArticle(what: Taking['what']): string {
  return what === 'image' ? 'an image' : what === 'audio' ? 'audio' : 'a resource';
}

function notesOf({ annotations, meta }: Members): BlockNotes {
  const read = annotationsOf(annotations);
  return { ...(read === null ? {} : { annotations: read }), ...metaOf(meta) };
}

/** What is misshapen of them is left out: clients refuse a whole result over one. */
function annotationsOf(given: unknown): BlockAnnotations | null {
  if (typeof given !== 'object' || given === null) return null;
  const { audience, priority, lastModified } = given as Members;
  const isAudience = Array.isArray(audience) && audience.length <= 2 && audience.every(isRole);
  const isPriority = typeof priority === 'number' && priority >= 0 && priority <= 1;
  const isTime = typeof lastModified === 'string' && timePattern.test(lastModified);
  const read: BlockAnnotations = {
    ...(isAudience ? { audience: [...audience] } : {}),
    ...(isPriority ? { priority } : {}),
    ...(isTime ? { lastModified } : {}),
  };
  return Object.keys(read).length === 0 ? null : read;
}

function isRole(value: unknown): value is 'user' | 'assistant' {
  return value === 'user' || value === 'assistant';
}

/** Of no use where it is not small and plain. Members under our name are ours to say. */
function metaOf(meta: unknown): { readonly meta?: JsonObject } {
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) return {};
  const copy = copyJson(meta, metaLimits);
  if (!copy.ok) return {};
  // A map was copied.
  const entries = Object.entries(copy.value as JsonObject).filter(
    ([key]) => !/^(?:.*\.)?gatehouse(?:\..*)?\//i.test(key),
  );
  return entries.length === 0 ? {} : { meta: Object.fromEntries(entries) };
}

/** Null for one that is too long to be shown. */
function uriOf(uri: unknown): string | null {
  if (typeof uri !== 'string') throw new TypeError('A resource of the result has no address.');
  return uri.length > mostUriChars ? null : neutraliseForModel(uri.toWellFormed());
}

/** In a line of its own among the words of others, so with nothing in it that could end the line. */
function label(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  return neutraliseForModel(text.slice(0, mostNameChars).toWellFormed()).replaceAll(/\s+/g, ' ');
}

function mimeOf(mimeType: unknown): string | undefined {
  return typeof mimeType === 'string' && mimePattern.test(mimeType) ? mimeType : undefined;
}

function optional<Key extends string>(key: Key, value: string | undefined): { readonly [key in Key]?: string } {
  // The key is the one of the type.
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in Key]: string });
}

/** Half of a surrogate pair is no text that could be recorded or sent. */
function wellFormed(text: unknown, what: string): string {
  if (typeof text !== 'string') throw new TypeError(`A ${what} of the result is no text.`);
  return text.toWellFormed();
}

/** Read by name from whatever it is. */
export function membersOf(value: unknown, what: string): Members {
  if (typeof value === 'object' && value !== null) return value as Members;
  throw new TypeError(`${what} is no object.`);
}
