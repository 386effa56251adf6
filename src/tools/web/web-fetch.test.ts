import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToolResult } from '../../contract/index.ts';
import { checkUrl, createNetAccess, createNetPolicy } from '../../host/index.ts';
import { runForTest, textOf } from '../../../test/harness/run-tool.ts';
import { webFetch } from './web-fetch.ts';

interface Page {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

interface Fetched extends ToolResult {
  readonly origin: string;
  readonly head: string;
  readonly text: string;
}

const fetchPage = (page: Page, args: Part = {}): Promise<Fetched> => fetchFirst({ '/': page }, args);

interface Part {
  readonly start?: number;
  readonly max_chars?: number;
}

/** Serves the pages by path from one origin, which is listed, and runs the tool on `/`. */
async function fetchFirst(pages: Record<string, Page>, args: Part = {}): Promise<Fetched> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''] ?? { status: 404 };
    response.writeHead(page.status ?? 200, page.headers).end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // `listen` on a port makes the address an object.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const policy = createNetPolicy({ internalOrigins: [origin], blockedHosts: [], allowedHosts: [] });
  const url = `${origin}/`;
  const verdict = checkUrl(url, policy);
  if (!verdict.ok) throw new Error(verdict.text);
  const result = await runForTest(
    webFetch,
    { url, ...args },
    { ports: { net: createNetAccess({ policy }) }, urls: { '/url': verdict.url } },
  );
  const [head = '', ...rest] = textOf(result).split('\n\n');
  return { ...result, origin, head, text: rest.join('\n\n') };
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const article = `<html><head><title>A  title\n here</title></head><body><nav><a href="/">Menu</a></nav><article><h1>Head</h1>
<p>${'The first paragraph says something of substance. '.repeat(10)}</p>
<pre><code class="language-js">let a = 1;</code></pre>
<table><thead><tr><th>k</th><th>v</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>
<p>${'The second paragraph goes on. '.repeat(10)}<a href="/more">more</a></p></article><script>alert(1)</script></body></html>`;

describe('a page', () => {
  it('is read as Markdown below a short header', async () => {
    const { origin, head, text, isError } = await fetchPage({ headers: html, body: article });
    expect(isError).toBe(false);
    expect(head.split('\n').slice(0, 3)).toEqual([
      `URL: ${origin}/`,
      'Status: 200',
      'Content-Type: text/html; charset=utf-8',
    ]);
    expect(head).toMatch(/^Retrieved: \d{4}-\d\d-\d\dT[\d:.]+Z$/m);
    expect(head).toMatch(/^Title: A title here$/m);
    expect(text).toContain('The first paragraph');
    expect(text).toContain('```js\nlet a = 1;\n```');
    expect(text).toContain('| 1 | 2 |');
    expect(text).toContain(`[more](${origin}/more)`);
    expect(text).not.toMatch(/alert|Menu/);
  });

  it('says where redirects ended', async () => {
    const { origin, head } = await fetchFirst({
      '/': { status: 301, headers: { location: '/end' } },
      '/end': { headers: { 'content-type': 'text/plain' }, body: 'here' },
    });
    expect(head).toContain(`URL: ${origin}/end\n`);
  });

  it('with an error status is a result that says so and shows what the page says', async () => {
    const { isError, head, text } = await fetchPage({
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: 'No such page.',
    });
    expect(isError).toBe(true);
    expect(head).toContain('Status: 404\n');
    expect(text).toBe('No such page.');
  });

  it('that is made to stop its reader is given as plain text in time', { timeout: 30_000 }, async () => {
    const body = `<title>Trap</title>${'<div>'.repeat(20_000)}The text.`;
    const { head, text } = await fetchPage({ headers: html, body });
    expect(text).toBe('The text.');
    expect(head).toContain('Title: Trap');
    expect(head).toContain('could not be told apart');
  });

  it('without any text says so', async () => {
    const { head, text } = await fetchPage({ headers: html, body: '<html><body><script>x</script></body></html>' });
    expect([head.includes('There is no text.'), text]).toEqual([true, '']);
  });
});

describe('other content', () => {
  it.each(['application/json', 'application/problem+json; charset=utf-8', 'text/json'])(
    '%s is verbatim',
    async (type) => {
      const body = '{ "b": 12345678901234567890,\n  "a": "<b>&amp;</b>" }';
      expect((await fetchPage({ headers: { 'content-type': type }, body })).text).toBe(body);
    },
  );

  it.each(['text/plain', 'text/csv', 'application/xml', 'image/svg+xml', 'application/javascript'])(
    '%s is as it is',
    async (type) => {
      expect((await fetchPage({ headers: { 'content-type': type }, body: '<a>1</a>,2' })).text).toBe('<a>1</a>,2');
    },
  );

  it('of a binary type is named with its size and not shown', async () => {
    const { head, text, isError } = await fetchPage({
      headers: { 'content-type': 'application/pdf' },
      body: '%PDF-1.7',
    });
    expect([text, isError]).toEqual(['', false]);
    expect(head).toContain('not text (application/pdf, 8 bytes)');
  });

  it.each<[string, string | Uint8Array, string]>([
    ['HTML', '\n<!DOCTYPE html><html><body><p>hello</p></body></html>', 'hello'],
    ['text', 'grüß dich', 'grüß dich'],
    ['bytes', Uint8Array.of(1, 0, 2), ''],
    ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe, 0xfd), ''],
  ])('without a type is looked into and found to be %s', async (_what, body, expected) => {
    expect((await fetchPage({ body })).text).toBe(expected);
  });
});

describe('a character set', () => {
  const latin1 = Buffer.from('<p>Grüße</p>', 'latin1');

  it.each<[string, string, Uint8Array, string]>([
    ['is taken from the header', 'text/plain; charset="ISO-8859-1"', Buffer.from('Grüße', 'latin1'), 'Grüße'],
    ['is taken from the header', 'text/plain; charset=shift_jis', Uint8Array.of(0x93, 0xfa, 0x96, 0x7b), '日本'],
    [
      'is taken from the page',
      'text/html',
      Buffer.concat([Buffer.from('<meta charset=windows-1252>'), latin1]),
      'Grüße',
    ],
    [
      'is taken from the page',
      'text/html',
      Buffer.concat([Buffer.from('<META http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'), latin1]),
      'Grüße',
    ],
    [
      'is taken from the XML declaration',
      'text/xml',
      Buffer.from('<?xml version="1.0" encoding="latin1"?>é', 'latin1'),
      '<?xml version="1.0" encoding="latin1"?>é',
    ],
    ['is outranked by a byte order mark', 'text/plain; charset=latin1', Buffer.from('\ufeffGrüße', 'utf8'), 'Grüße'],
    ['is outranked by a byte order mark', 'text/plain', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße'],
    ['that does not exist is UTF-8', 'text/plain; charset=klingon', Buffer.from('Grüße'), 'Grüße'],
    ['of UTF-16 in a readable page is UTF-8', 'text/html', Buffer.from('<meta charset="utf-16"><p>Grüße</p>'), 'Grüße'],
    [
      'that does not fit leaves replacement characters',
      'text/plain',
      Buffer.from('Grüße', 'latin1'),
      'Gr\ufffd\ufffde',
    ],
  ])('%s (%s)', async (...[, type, body, expected]) => {
    expect((await fetchPage({ headers: { 'content-type': type }, body })).text).toBe(expected);
  });
});

describe('a long text', () => {
  const plain = { 'content-type': 'text/plain' };

  it('comes in parts that join to the whole', async () => {
    const body = Array.from({ length: 250 }, (_, n) => `line ${n} 😀\n`).join('');
    let start = 0;
    let whole = '';
    for (let parts = 0; parts < 10; parts++) {
      const { head, text } = await fetchPage({ headers: plain, body }, { start, max_chars: 700 });
      whole += text;
      const next = /go on with start=(\d+)/.exec(head)?.[1];
      if (next === undefined) break;
      start = Number(next);
    }
    expect(whole).toBe(body);
  });

  it.each([
    [{ start: 1, max_chars: 3 }, 'Characters 0 to 3 of 5; go on with start=3.', '😀a'],
    [{ start: 3, max_chars: 2 }, 'Characters 3 to 5 of 5.', '😀'],
    [{ start: 3, max_chars: 1 }, 'Characters 3 to 5 of 5.', '😀'],
    [{ start: 5 }, 'The text has 5 characters; nothing begins at 5.', ''],
  ])('is never split inside a character: %j', async (args, line, expected) => {
    const { head, text } = await fetchPage({ headers: plain, body: '😀a😀' }, args);
    expect([head.split('\n').at(-1), text]).toEqual([line, expected]);
  });

  it('is cut at the limit of a body, bomb or not, and says so', async () => {
    const headers = { ...plain, 'content-encoding': 'gzip' };
    const { head, text } = await fetchPage({ headers, body: gzipSync(Buffer.alloc(20_000_000, 'a')) });
    expect(head).toContain('Only the first 5242880 bytes were read');
    expect(text.length).toBe(20_000);
  });
});

it('does nothing without the proof of its URL', async () => {
  const net = createNetAccess({ policy: createNetPolicy({ internalOrigins: [], blockedHosts: [], allowedHosts: [] }) });
  await expect(runForTest(webFetch, { url: 'https://example.com/' }, { ports: { net } })).rejects.toThrow(
    'without a proof',
  );
});
