// One page of a list, for models as lines and for programs as it is.
import type { JsonObject, ToolResult } from '../../../contract/index.ts';
import { cutHead } from '../../../text/index.ts';
import type { KeptList } from './kept-lists.ts';
import type { List, ListedItem } from './listed-items.ts';

const mostItems = 100;
/** So that a page comes whole through the gate, with its lines beside it. */
const mostChars = 30_000;
const shownDescription = 200;

const members: Readonly<Record<List, string>> = {
  resources: 'resources',
  templates: 'resourceTemplates',
  prompts: 'prompts',
};

export function listPage(list: List, { items, notices, stale }: KeptList, page: number): ToolResult {
  const pages = pagesOf(items);
  const shown = pages[page - 1] ?? [];
  const structured: JsonObject = {
    [members[list]]: shown,
    total: items.length,
    ...(page < pages.length ? { nextPage: page + 1 } : {}),
    ...(stale === null ? {} : { stale }),
    ...(notices.length === 0 ? {} : { notices }),
  };
  const lines = [
    items.length === 0 ? `The server lists no ${list}.` : `${items.length} ${list}, page ${page} of ${pages.length}.`,
    ...(stale === null ? [] : [`This is an older list: ${stale}.`]),
    ...notices,
    ...shown.map(lineOf),
  ];
  return { blocks: [{ type: 'text', text: lines.join('\n') }], structured };
}

function pagesOf(items: readonly ListedItem[]): readonly (readonly ListedItem[])[] {
  const pages: ListedItem[][] = [];
  let chars = 0;
  for (const item of items) {
    const length = JSON.stringify(item).length;
    const last = pages.at(-1);
    if (last === undefined || last.length === mostItems || chars + length > mostChars) {
      pages.push([item]);
      chars = length;
    } else {
      last.push(item);
      chars += length;
    }
  }
  return pages;
}

function lineOf({ uri, uriTemplate, name, title, description, mimeType, arguments: given }: ListedItem): string {
  const address = textOf(uri ?? uriTemplate);
  const words = [title ?? name, mimeType].map(textOf).filter((word) => word !== '' && word !== address);
  const about = textOf(description).replaceAll(/\s+/g, ' ');
  return [
    `- ${address === '' ? textOf(name) : address}`,
    argumentsOf(given),
    words.length === 0 ? '' : ` (${words.join(', ')})`,
    about === '' ? '' : `: ${cutHead(about, shownDescription).text}`,
  ].join('');
}

function argumentsOf(given: ListedItem[string] | undefined): string {
  if (!Array.isArray(given)) return '';
  const names = given.flatMap((arg) =>
    isItem(arg) ? [`${textOf(arg['name'])}${arg['required'] === true ? '' : '?'}`] : [],
  );
  return ` [${names.join(', ')}]`;
}

function isItem(value: unknown): value is ListedItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
