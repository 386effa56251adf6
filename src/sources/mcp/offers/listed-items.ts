// What a server lists besides tools, entry by entry: what of it is taken, and what leaves an entry out.
import type { JsonObject } from '../../../contract/index.ts';
import { cutHead } from '../../../text/index.ts';

/** Programs read it as it is; texts are the server's own words. */
export type ListedItem = JsonObject;

export const lists = ['resources', 'templates', 'prompts'] as const;
export type List = (typeof lists)[number];

const mostUriChars = 4_000;
const mostNameChars = 500;
const mostDescription = 2_000;
const mostArguments = 100;

type Fields = Readonly<Record<string, unknown>>;

/** Null for what is none, or has a name that nobody could read or send back as it is. */
export function readItem(list: List, value: unknown): ListedItem | null {
  if (!isMap(value)) return null;
  if (list === 'prompts') return readPrompt(value);
  const key = list === 'resources' ? 'uri' : 'uriTemplate';
  const uri = value[key];
  if (!isPlainText(uri, mostUriChars)) return null;
  const { mimeType, size } = value;
  return {
    [key]: uri,
    // The protocol wants one.
    name: isPlainText(value['name'], mostNameChars) ? value['name'] : uri,
    ...wordsOf(value),
    ...(isPlainText(mimeType, 200) ? { mimeType } : {}),
    ...(typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? { size } : {}),
  };
}

function readPrompt(value: Fields): ListedItem | null {
  const { name, arguments: given = [] } = value;
  if (!isPlainText(name, mostNameChars) || !Array.isArray(given) || given.length > mostArguments) return null;
  const args = given.map(readArgument);
  if (args.some((arg) => arg === null)) return null;
  return { name, ...wordsOf(value), ...(args.length === 0 ? {} : { arguments: args.filter((arg) => arg !== null) }) };
}

function readArgument(value: unknown): ListedItem | null {
  if (!isMap(value)) return null;
  const { name, required } = value;
  return isPlainText(name, mostNameChars) ? { name, ...wordsOf(value), required: required === true } : null;
}

function wordsOf({ title, description }: Fields): ListedItem {
  return {
    ...(typeof title === 'string' ? { title: cutHead(title, mostNameChars).text.toWellFormed() } : {}),
    ...(typeof description === 'string'
      ? { description: cutHead(description, mostDescription).text.toWellFormed() }
      : {}),
  };
}

/** Without control and format characters: what is shown is what is sent back. */
function isPlainText(value: unknown, mostChars: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= mostChars && !/\p{C}/u.test(value);
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
