// What an API answered, as a result: its status and its body, whatever the status is.
import type { FetchAnswer, ToolResult } from '../../../contract/index.ts';
import { decodePage, parseJson } from '../../../text/index.ts';

/** Beyond, the rest of a body is left unread. */
export const maxBodyBytes = 5 * 1024 * 1024;
const maxDepth = 256;

/** Told where they are there: what to ask next, and where it is. */
const toldHeaders = ['location', 'link', 'etag', 'last-modified', 'retry-after'] as const;

export function apiResult(answer: FetchAnswer, asked: string): ToolResult {
  const { status, headers, body, cut, href } = answer;
  const page = decodePage(body, headers['content-type'] ?? '');
  const json = page.kind === 'json' && !cut ? parseJson(page.text, { maxBytes: maxBodyBytes * 2, maxDepth }) : null;
  const lines = [
    `Status: ${status}`,
    ...(headers['content-type'] === undefined ? [] : [`Content-Type: ${headers['content-type']}`]),
    ...toldHeaders.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`])),
    ...(href === asked ? [] : [`Redirected to: ${href}`]),
    ...(cut ? [`Only the first ${maxBodyBytes} bytes were read; there is more.`] : []),
  ];
  const shown = json?.ok === true ? JSON.stringify(json.value, null, 2) : bodyText(answer, page);
  return {
    blocks: [{ type: 'text', text: `${lines.join('\n')}\n\n${shown}` }],
    ...(json?.ok === true ? { structured: json.value } : {}),
    isError: status >= 400,
    keep: 'head',
  };
}

function bodyText({ body, cut }: FetchAnswer, page: ReturnType<typeof decodePage>): string {
  if (body.length === 0) return 'It has no body.';
  if (page.kind !== 'binary') return page.text;
  const size = cut ? `more than ${body.length}` : String(body.length);
  return `The body is no text (${page.mediaType}, ${size} bytes), so nothing of it is shown.`;
}
