// What a text says under other spellings: case folded, and URL, escapes, HTML, mail, base64, hex and tag characters taken off, so that a copy is known in any.
import { invisible } from '../plain/invisible.ts';

/** A spelling inside a spelling inside a spelling; deeper ones are no accident. */
const maxRounds = 3;
/** Of what the first two rounds can bring of a text that holds every spelling: a hostile one must not cost more than that. */
const maxGrowth = 12;
const hidden = new RegExp(`(?![\\n\\r\\t])${invisible}`, 'gv');
const escaped = /%[0-9a-f]{2}/i;
const percentRuns = /(?:%[0-9a-f]{2})+/gi;
const escape = /\\(?:u[0-9a-f]{4}|u\{[0-9a-f]{1,6}\}|x[0-9a-f]{2}|[0-3]?[0-7]{2}|[nrtbf"\\/])/gi;
const quotedPrintable = /=(?:[0-9a-f]{2}|\r?\n)/gi;
const entity = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi;
const namedEntity = /&(colon|sol|period|commat|num|lowbar|hyphen|dash|amp|lt|gt|quot|apos|quest|equals|plus|percnt);/g;
const named: Readonly<Record<string, string>> = Object.fromEntries(
  'colon: sol/ period. commat@ num# lowbar_ hyphen- dash- amp& lt< gt> quot" apos\' quest? equals= plus+ percnt%'
    .split(' ')
    .map((each) => [each.slice(0, -1), each.slice(-1)]),
);
/** What marks up a part of a word, or parts pieces of a text in a program; and what groups the digits of a number. */
const between = /<\/?[a-z][^<>]{0,200}>|["'`][ \t]*[+.&]?[ \t]*["'`]|\*{1,3}|~~|__|`|(?<=\d)[ ().,/-]{1,3}(?=\d)/gi;
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
  return foldLetters(foldCase(text.normalize('NFKC').replace(hidden, '')))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Letters of other scripts that nobody tells from Latin ones, and the full stops that addresses may have. */
const alike = new Map(
  'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ѵv αa οo νv ρp τt υu κk ιi 。.'
    .split(' ')
    .map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)]),
);
const alikes = new RegExp(`[${[...alike.keys()].join('')}]`, 'g');

function foldLetters(text: string): string {
  return ascii.test(text) ? text : text.replace(alikes, (letter) => alike.get(letter) ?? letter);
}

/** By way of the capitals: ß and ss, dotless and dotted i, and the sigmas have them in common. */
function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.toLowerCase().toUpperCase().toLowerCase().replace(sigma, 'σ').replace(dottedI, 'i');
}

function decoded(text: string): readonly string[] {
  const unescaped = fromTags(fromHtml(fromEscapes(fromPercent(text))));
  const joined = text.replace(between, '');
  // A plus may be a blank, or a plus.
  return [
    unescaped,
    text.replaceAll('+', ' '),
    joined,
    fromQuotedPrintable(text),
    fromRuns(text, base64),
    fromRuns(text, hex),
  ].filter((form) => form !== text);
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

/** As JSON, programs and shells write letters. */
function fromEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(escape, (found) => {
    const letter = found.charAt(1);
    const code = /^[xu]/i.test(letter) ? found.slice(2).replace(/[{}]/g, '') : null;
    if (code !== null) return character(Number.parseInt(code, 16), found);
    if (/[0-7]/.test(letter)) return character(Number.parseInt(found.slice(1), 8), found);
    return shortEscapes[letter] ?? letter;
  });
}

/** As mail carries text. */
function fromQuotedPrintable(text: string): string {
  return text.replace(quotedPrintable, (found) =>
    found.length > 3 || /\n/.test(found) ? '' : character(Number.parseInt(found.slice(1), 16), found),
  );
}

function character(code: number, otherwise: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}

function fromHtml(text: string): string {
  if (!text.includes('&')) return text;
  const numbered = text.replace(entity, (whole, hex: string | undefined, decimal: string | undefined) =>
    character(Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16), whole),
  );
  return numbered.replace(namedEntity, (whole, name: string) => named[name] ?? whole);
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
