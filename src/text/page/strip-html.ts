// All the text of a page, in one pass whose cost grows with the page and no faster: what is shown when nothing better can be found out.

const skipped: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'head',
  'title',
]);

const blocks: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr html legend li main nav ol option p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Lines of text without markup. Not a parser: a `>` inside an attribute ends the tag. */
export function stripHtml(html: string): string {
  const pieces: string[] = [];
  const lastClose = html.lastIndexOf('>');
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    pieces.push(html.slice(at, open));
    // What is never closed is text to the end. Asked once: looking ahead from every `<` would be quadratic.
    if (open > lastClose) return tidy([...pieces, html.slice(open)]);
    const tag = readTag(html, open);
    if (tag === null) {
      pieces.push('<');
      at = open + 1;
      continue;
    }
    if (blocks.has(tag.name)) pieces.push('\n');
    at = skipped.has(tag.name) && !tag.closes ? endOfElement(html, tag) : tag.end;
  }
  return tidy([...pieces, html.slice(at)]);
}

/** The title element's text; empty where there is none. */
export function titleOf(html: string): string {
  const open = /<title\b[^>]{0,200}>/i.exec(html.slice(0, 100_000));
  if (open === null) return '';
  const from = open.index + open[0].length;
  const end = html.indexOf('</', from);
  return end < 0 ? '' : tidy([html.slice(from, Math.min(end, from + 1000))]).replaceAll('\n', ' ');
}

interface Tag {
  readonly name: string;
  readonly closes: boolean;
  /** Offset behind it. */
  readonly end: number;
}

/** The tag, comment or declaration at `open`; null where `<` is just a character. */
function readTag(html: string, open: number): Tag | null {
  if (html.startsWith('<!--', open)) return { name: '!', closes: true, end: behind(html, '-->', open + 4) };
  const closes = html.charAt(open + 1) === '/';
  const name = nameAt(html, open + (closes ? 2 : 1));
  const isDeclaration = '!?'.includes(html.charAt(open + 1)) && open + 1 < html.length;
  if (name === '' && !isDeclaration) return null;
  return { name, closes, end: behind(html, '>', open) };
}

function nameAt(html: string, at: number): string {
  const pattern = /[a-z][a-z\d-]{0,40}/iy;
  pattern.lastIndex = at;
  return pattern.exec(html)?.[0].toLowerCase() ?? '';
}

/** Behind the closing tag of an element whose content is not text for people. */
function endOfElement(html: string, tag: Tag): number {
  const pattern = new RegExp(`</${tag.name}[\\s/>]`, 'gi');
  pattern.lastIndex = tag.end;
  const closing = pattern.exec(html);
  return closing === null ? html.length : behind(html, '>', closing.index);
}

function behind(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

/** Decodes the common entities, joins spaces and leaves at most one empty line. */
function tidy(pieces: readonly string[]): string {
  return pieces
    .join('')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, decodeEntity)
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function decodeEntity(whole: string, ...[decimal, hex, name]: (string | undefined)[]): string {
  if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\u{fffd}';
}
