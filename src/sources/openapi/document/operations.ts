// The operations of a document, each with what its path says too. What is wrong in one place takes out nothing but that.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { escapeVisible, isList, isObject, own, ownText, pointerOf } from '../../../text/index.ts';
import type { ApiDocument } from './document.ts';

/** Told for the person, with its place. */
export type Tell = (pointer: string, what: string) => void;

export interface ApiParameter {
  readonly pointer: string;
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'cookie';
  readonly value: JsonObject;
}

export interface ApiOperation {
  readonly pointer: string;
  readonly method: ApiMethod;
  readonly path: string;
  readonly value: JsonObject;
  readonly parameters: readonly ApiParameter[];
  /** The nearest list of servers that there is, or undefined. */
  readonly servers: JsonValue | undefined;
  readonly tags: readonly string[];
}

export const apiMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
export type ApiMethod = (typeof apiMethods)[number];

const otherMembers: ReadonlySet<string> = new Set(['$ref', 'summary', 'description', 'servers', 'parameters']);

export function* operationsOf(document: ApiDocument, tell: Tell): Generator<ApiOperation> {
  for (const [path, given] of Object.entries(own(document.root, 'paths') ?? {})) {
    if (path.startsWith('x-')) continue;
    const at = pointerOf(['paths', path]);
    // Written by whoever made the document, and a part of the addresses that are asked about.
    if (/[\p{Cc}\\]|^\/?[a-z]+:\/\//iu.test(path)) {
      tell(at, `${JSON.stringify(escapeVisible(path.slice(0, 80)))} is no path`);
      continue;
    }
    const item = document.follow(given, at);
    if (item.ok) yield* operationsOfItem({ document, tell, path, at, item: item.value });
    else tell(item.pointer, item.why);
  }
}

interface PathItem {
  readonly document: ApiDocument;
  readonly tell: Tell;
  readonly path: string;
  readonly at: string;
  readonly item: JsonObject;
}

function* operationsOfItem({ document, tell, path, at, item }: PathItem): Generator<ApiOperation> {
  const above = parametersOf(own(item, 'parameters'), `${at}/parameters`, { document, tell });
  for (const [member, value] of Object.entries(item)) {
    if (otherMembers.has(member) || member.startsWith('x-')) continue;
    const pointer = at + pointerOf([member]);
    const method = apiMethods.find((known) => known === member.toLowerCase());
    if (method === undefined) {
      const what = member === 'trace' ? 'TRACE is not sent: servers echo credentials' : 'no method that is known';
      tell(pointer, what);
      continue;
    }
    if (!isObject(value)) {
      tell(pointer, 'there is no object');
      continue;
    }
    const own_ = parametersOf(own(value, 'parameters'), `${pointer}/parameters`, { document, tell });
    const merged = new Map([...above, ...own_].map((parameter) => [`${parameter.place} ${parameter.name}`, parameter]));
    yield {
      pointer,
      method,
      path: path.startsWith('/') ? path : `/${path}`,
      value,
      parameters: [...merged.values()],
      servers: [own(value, 'servers'), own(item, 'servers')].find((servers) => isList(servers) && servers.length > 0),
      tags: tagsOf(own(value, 'tags')),
    };
  }
}

const places: readonly ApiParameter['place'][] = ['path', 'query', 'header', 'cookie'];

function parametersOf(
  given: JsonValue | undefined,
  at: string,
  { document, tell }: { readonly document: ApiDocument; readonly tell: Tell },
): readonly ApiParameter[] {
  if (given === undefined) return [];
  if (!isList(given)) {
    tell(at, 'there is no list');
    return [];
  }
  return given.flatMap((item, index) => {
    const found = document.follow(item, `${at}/${index}`);
    if (!found.ok) {
      // An operation without one of its parameters may still be called.
      tell(found.pointer, `${found.why}: the parameter is left out`);
      return [];
    }
    const { value, pointer } = found;
    const name = ownText(value, 'name');
    const place = places.find((known) => known === own(value, 'in'));
    if (place !== undefined && name !== '' && name.isWellFormed()) return [{ pointer, name, place, value }];
    tell(pointer, 'the parameter is left out: it needs a name, and in: path, query, header or cookie');
    return [];
  });
}

function tagsOf(given: JsonValue | undefined): readonly string[] {
  if (!isList(given)) return [];
  const tags = given.flatMap((tag) => (typeof tag === 'string' && tag !== '' ? [tag.toWellFormed()] : []));
  return [...new Set(tags.map((tag) => tag.slice(0, 64)))].slice(0, 16);
}
