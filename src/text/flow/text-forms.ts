// What a text says under other spellings: case folded, and URL, JSON, HTML, base64, hex and tag characters taken off, so that a copy is known in any.
import { invisible } from '../plain/invisible.ts';

/** A spelling inside a spelling inside a spelling; deeper ones are no accident. */
const maxRounds = 3;
/** Of what the first two rounds can bring of a text that holds every spelling: a hostile one must not cost more than that. */
const maxGrowth = 12;
const hidden = new RegExp(`(?![\\n\\r\\t])${invisible}`, 'gv');
const escaped = /%[0-9a-f]{2}/i;
const percentRuns = /(?:%[0-9a-f]{2})+/gi;
const jsonEscape = /\\(?:u[0-9a-f]{4}|[nrtbf"\\/])/gi;
const entity = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi;
const tags = /[\u{E0020}-\u{E007E}]/gu;
const tagsBegin = 0xe0000;
const ascii = /^[\0-\x7f]*$/;
/** What changes with case where it is one letter for people: the final sigma, and the dot that a capital dotted I leaves behind. */
const sigma = /ς/g;
const dottedI = /i\u0307/g;

/** An encoding that is looked for anywhere in a text: what stands before it may belong to its alphabet too, so each alignment is tried. */
interface RunEncoding {
  readonly name: 'base64' | 'hex';
  readonly runs: RegExp;
  /** Characters of the encoding that stand for whole bytes. */
  readonly group: number;
}

const base64: RunEncoding = { name: 'base64', runs: /[A-Za-z0-9+/_-]{8,}={0,2}/g, group: 4 };
const hex: RunEncoding = { name: 'hex', runs: /[0-9a-f]{8,}/gi, group: 2 };
const unreadable = /[[\p{C}\u{FFFD}]--[\n\r\t]]+/v;
/** Shorter ones come about by chance. */
const leastReadable = 6;
const leastWhole = 4;

const shortEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The text and what it decodes to, each folded, none twice. Linear in the length of the text. */
export function textForms(text: string): readonly string[] {
  const found = new Set<string>();
  let room = text.length * maxGrowth;
  let round: readonly string[] = [text];
  for (let depth = 0; depth <= maxRounds && round.length > 0; depth += 1) {
    const fresh: string[] = [];
    for (const form of round) {
      const folded = fold(form);
      if (folded === '' || found.has(folded) || room < 0) continue;
      room -= form.length;
      found.add(folded);
      fresh.push(form);
    }
    round = fresh.flatMap(decoded);
  }
  return [...found];
}

/** Without case, width, invisible characters and the kind of white space, none of which survives a model. */
export function fold(text: string): string {
  return foldCase(text.normalize('NFKC').replace(hidden, '')).replace(/\s+/g, ' ').trim();
}

/** By way of the capitals: ß and ss, dotless and dotted i, and the sigmas have them in common. */
function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.toLowerCase().toUpperCase().toLowerCase().replace(sigma, 'σ').replace(dottedI, 'i');
}

function decoded(text: string): readonly string[] {
  const unescaped = fromTags(fromHtml(fromJson(fromPercent(text))));
  // A plus may be a blank, or a plus.
  return [unescaped, text.replaceAll('+', ' '), fromRuns(text, base64), fromRuns(text, hex)].filter(
    (form) => form !== text,
  );
}

/** Letters that nobody sees and every model reads. */
function fromTags(text: string): string {
  return text.replace(tags, (tag) => String.fromCharCode((tag.codePointAt(0) ?? tagsBegin) - tagsBegin));
}

function fromPercent(text: string): string {
  if (!escaped.test(text)) return text;
  return text.replace(percentRuns, (run) => {
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
    return bytes.toString('utf8');
  });
}

function fromJson(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(jsonEscape, (escape) => {
    const letter = escape.charAt(1);
    if (letter === 'u' || letter === 'U') return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
    return shortEscapes[letter] ?? letter;
  });
}

function fromHtml(text: string): string {
  if (!text.includes('&#')) return text;
  return text.replace(entity, (whole, hex: string | undefined, decimal: string | undefined) => {
    const code = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Only what is readable text once decoded, each on a line of its own: any word of eight letters could be base64. */
function fromRuns(text: string, { name, runs, group }: RunEncoding): string {
  const parts: string[] = [];
  for (const [run] of text.matchAll(runs))
    for (let from = 0; from < group; from += 1) parts.push(...readableParts(Buffer.from(run.slice(from), name)));
  return parts.length === 0 ? text : parts.join('\n');
}

function readableParts(bytes: Buffer): readonly string[] {
  // Without the zero bytes that UTF-16 has between the letters.
  const plain = bytes.toString('utf8').replaceAll('\0', '');
  const parts = plain.split(unreadable);
  return parts.filter(({ length }) => length >= (parts.length === 1 ? leastWhole : leastReadable));
}
