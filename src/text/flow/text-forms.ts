// What a text says under other spellings: case folded, and URL, JSON, HTML, base64 and hex taken off, so that a copy is known in any.
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
const hexRuns = /(?<![0-9a-f])(?:[0-9a-f]{2}){4,}(?![0-9a-f])/gi;
const base64Runs = /[A-Za-z0-9+/_-]{8,}={0,2}/g;
const readable = /^[\P{C}\n\r\t]+$/u;

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
  return text.normalize('NFKC').replace(hidden, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

function decoded(text: string): readonly string[] {
  const unescaped = fromHtml(fromJson(fromPercent(text)));
  return [unescaped, fromRuns(text, base64Runs, 'base64'), fromRuns(text, hexRuns, 'hex')].filter(
    (form) => form !== text,
  );
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
function fromRuns(text: string, runs: RegExp, encoding: 'base64' | 'hex'): string {
  const parts: string[] = [];
  for (const [run] of text.matchAll(runs)) {
    const plain = Buffer.from(run, encoding).toString('utf8');
    if (plain.length >= 4 && readable.test(plain) && !plain.includes('\u{FFFD}')) parts.push(plain);
  }
  return parts.length === 0 ? text : parts.join('\n');
}
