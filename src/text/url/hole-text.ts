// What an argument becomes in its place inside an address: RFC 6570 in the styles that OpenAPI has for paths.
import type { JsonValue } from '../json/json-value.ts';
import { isList, isObject, percentEncode, plainText, saidItems, saidMembers } from './encode-value.ts';
import type { UrlHole } from './url-shape.ts';

export function holeText(hole: UrlHole, value: JsonValue): string {
  if (hole.style === 'json') return encoded(hole, JSON.stringify(value));
  if (isList(value)) return listText(hole, saidItems(value));
  if (isObject(value)) return membersText(hole, saidMembers(value));
  const text = encoded(hole, plainText(value));
  if (hole.style === 'simple') return text;
  return hole.style === 'label' ? `.${text}` : named(hole, text);
}

function listText(hole: UrlHole, items: readonly JsonValue[]): string {
  const texts = items.map((item) => encoded(hole, plainText(item)));
  if (hole.style === 'simple') return texts.join(',');
  if (texts.length === 0) return '';
  if (hole.style === 'label') return `.${texts.join(hole.explode ? '.' : ',')}`;
  return hole.explode ? texts.map((text) => named(hole, text)).join('') : named(hole, texts.join(','));
}

function membersText(hole: UrlHole, members: readonly (readonly [string, JsonValue])[]): string {
  const pairs = members.map(([key, value]) => [encoded(hole, key), encoded(hole, plainText(value))] as const);
  if (pairs.length === 0) return '';
  const { style, explode } = hole;
  if (!explode) {
    const flat = pairs.flat().join(',');
    if (style === 'matrix') return named(hole, flat);
    return style === 'label' ? `.${flat}` : flat;
  }
  if (style === 'matrix') return pairs.map(([key, text]) => `;${text === '' ? key : `${key}=${text}`}`).join('');
  const joined = pairs.map(([key, text]) => `${key}=${text}`);
  return style === 'label' ? `.${joined.join('.')}` : joined.join(',');
}

function named({ name }: UrlHole, text: string): string {
  return text === '' ? `;${percentEncode(name)}` : `;${percentEncode(name)}=${text}`;
}

function encoded({ encode }: UrlHole, text: string): string {
  if (encode === 'raw') return text;
  return percentEncode(text, encode === 'path' ? '/' : '');
}
