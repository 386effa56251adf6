// Tool: reads one web page. The gate's net guard has proven the URL; what the page says is other people's text.
import { z } from 'zod';
import { defineTool, type FetchAnswer } from '../../contract/index.ts';
import { cutHead, decodePage } from '../../text/index.ts';
import { readPage } from './readable-page.ts';

const maxBytes = 5 * 1024 * 1024;
const defaultChars = 20_000;

export const webFetch = defineTool({
  name: 'web_fetch',
  title: 'Fetch a web page',
  description:
    'Fetch a public URL and read it: the readable text of a page as Markdown, JSON verbatim, other text as it is. ' +
    'Long pages come in parts (start, max_chars). Internal addresses are refused.',
  mode: 'http_get',
  category: 'web',
  risk: 'medium',
  effects: ['egress'],
  timeoutMs: 90_000,
  aliases: ['http_fetch', 'http.fetch'],
  argumentAliases: { uri: 'url', link: 'url', offset: 'start', limit: 'max_chars' },
  input: z.strictObject({
    url: z.string().min(1).max(8192).describe('The whole URL, http or https, without user name or password.'),
    max_chars: z.int().min(1).max(200_000).default(defaultChars).describe('Characters of text to return.'),
    start: z
      .int()
      .min(0)
      .max(100_000_000)
      .default(0)
      .describe('Where to go on in a long page: the number that its header names.'),
  }),
  targets: [{ pointer: '/url', kind: 'url', action: 'get' }],
  needs: ['net'],
  untrustedResult: true,
  whenToUse: 'When you have a URL, from the user or from a search, and need what stands there.',
  examples: [
    { description: 'Read an article', arguments: { url: 'https://example.com/article' } },
    {
      description: 'Go on where the last part ended',
      arguments: { url: 'https://example.com/article', start: 20_000 },
    },
  ],
  failureModes: [
    'An internal or malformed address, or a host the operator blocks: refused before anything is looked up.',
    'A redirect to such an address, from https to http, or the sixth in a row: failed.',
    'A status of 400 or more: the page is returned, marked as an error.',
    'A body over 5 MiB: its beginning is read and the header says so.',
    'An image, a PDF or another file: only its type and size are told.',
  ],
  async run({ url: asked, max_chars: maxChars, start }, context) {
    const url = context.urls['/url'];
    if (url === undefined) throw new Error(`The URL ${asked} came without a proof that it was checked.`);
    const answer = await context.ports.net.fetch(url, {
      method: 'GET',
      headers: {
        accept: 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8',
        'user-agent': 'Mozilla/5.0 (compatible; Gatehouse)',
      },
      maxBytes,
      signal: context.signal,
    });
    const content = await readContent(answer, context.signal);
    const part = partOf(content.text, start, maxChars);
    const header = [...headLines(answer), ...content.lines, ...part.lines].join('\n');
    const isError = answer.status >= 400;
    return {
      blocks: [{ type: 'text', text: part.text === '' ? header : `${header}\n\n${part.text}` }],
      isError,
      keep: 'head',
    };
  },
});

function headLines(answer: FetchAnswer): readonly string[] {
  return [
    `URL: ${answer.href}`,
    `Status: ${answer.status}`,
    `Content-Type: ${answer.headers['content-type'] ?? 'not given'}`,
    `Retrieved: ${new Date().toISOString()}`,
    ...(answer.cut ? [`Only the first ${maxBytes} bytes were read; there is more.`] : []),
  ];
}

interface Content {
  readonly text: string;
  /** What the header says about it. */
  readonly lines: readonly string[];
}

async function readContent(answer: FetchAnswer, signal: AbortSignal): Promise<Content> {
  const page = decodePage(answer.body, answer.headers['content-type'] ?? '');
  switch (page.kind) {
    case 'binary': {
      const size = answer.cut ? `more than ${answer.body.length}` : String(answer.body.length);
      return { text: '', lines: [`This is not text (${page.mediaType}, ${size} bytes), so nothing of it is shown.`] };
    }
    case 'html': {
      const { title, text, isMainContent } = await readPage({ html: page.text, url: answer.href }, signal);
      const titles = title === '' ? [] : [`Title: ${title.replaceAll(/\s+/g, ' ').slice(0, 300)}`];
      const whole =
        isMainContent || text === ''
          ? []
          : ['The main part of the page could not be told apart; this is all its text.'];
      return { text, lines: [...titles, ...whole] };
    }
    case 'json':
    case 'text':
      return { text: page.text, lines: [] };
  }
}

/** One part of the text and what the header says about it. Offsets are UTF-16 code units; no character is split. */
function partOf(text: string, start: number, maxChars: number): Content {
  if (text === '') return { text, lines: ['There is no text.'] };
  if (start >= text.length)
    return { text: '', lines: [`The text has ${text.length} characters; nothing begins at ${start}.`] };
  // In the middle of a pair its second half would be read as garbage.
  const isLowHalf = /^[\udc00-\udfff]/.test(text.slice(start, start + 1)) && start > 0;
  const from = isLowHalf ? start - 1 : start;
  const { text: part } = cutHead(text.slice(from), Math.max(maxChars, 2));
  const end = from + part.length;
  if (from === 0 && end === text.length) return { text: part, lines: [] };
  const more = end < text.length ? `; go on with start=${end}` : '';
  return { text: part, lines: [`Characters ${from} to ${end} of ${text.length}${more}.`] };
}
