// Finds many short texts in one: a table of pairs of characters says where one may begin, and most places are looked at no further.
import { createStartTable } from './start-table.ts';

export interface Sought<Value> {
  /** Of ASCII, 3 to 128 characters. */
  readonly text: string;
  /** Letters are found in either case. */
  readonly anyCase: boolean;
  readonly value: Value;
}

export interface AnchorSearch<Value> {
  /** Told of every sought text that stands at `from` or later, in order of their starts; the longest first where several begin there. */
  visit(text: string, from: number, found: (start: number, value: Value, end: number) => void): void;
}

interface Entry<Value> {
  /** Codes of its characters, in small letters where any case counts. */
  readonly codes: Uint8Array;
  /** What a code of the text counts as. */
  readonly cases: Uint8Array;
  readonly value: Value;
}

const longestText = 128;
/** So much is read as bytes at a time, which is several times as fast as reading a string: what fits the caches. */
const blockChars = 1 << 15;
/** Texts that begin in the last places of a block are found with the next one, where they are whole. */
const stepChars = blockChars - longestText;

export function createAnchorSearch<Value>(sought: readonly Sought<Value>[]): AnchorSearch<Value> {
  const byLength = sought.toSorted((left, right) => right.text.length - left.text.length);
  const { byGroup, list } = bucketsOf(byLength);
  const table = createStartTable(byLength);
  // What stands behind the block is read and counts for nothing: characters that are not there are not ASCII.
  const bytes = Buffer.from(new ArrayBuffer(blockChars + 32));
  const pairs = new Uint16Array(bytes.buffer);
  return {
    visit(text, from, found) {
      for (let base = from; base + 3 <= text.length; base += stepChars) {
        // The low byte of each UTF-16 unit: what is found is looked at once more.
        const length = bytes.write(text.slice(base, base + blockChars), 'latin1');
        const isLast = base + length >= text.length;
        const end = isLast ? length : stepChars;
        visitPlaces({ bytes, pairs, table, byGroup, length }, (at) => {
          if (at >= end) return;
          const bucket = list[byGroup[groupAt(bytes, at)] ?? 0] ?? [];
          for (let index = 0; index < bucket.length; index++) {
            const entry = bucket[index];
            if (entry === undefined || !standsAt(bytes, at, entry) || !isAscii(text, base + at, entry)) continue;
            found(base + at, entry.value, base + at + entry.codes.length);
          }
        });
        if (isLast) return;
      }
    },
  };
}

interface Buckets<Value> {
  /** The number of its bucket by the group of three with which a text begins; 0 where none does. */
  readonly byGroup: Uint16Array;
  readonly list: readonly (readonly Entry<Value>[])[];
}

function bucketsOf<Value>(sought: readonly Sought<Value>[]): Buckets<Value> {
  const byGroup = new Uint16Array(groups);
  const list: Entry<Value>[][] = [[]];
  for (const { text, anyCase, value } of sought) {
    if (!/^[\x20-\x7e]{3,}$/.test(text) || text.length > longestText)
      throw new RangeError(`${JSON.stringify(text)} cannot be sought.`);
    const codes = Buffer.from(anyCase ? text.toLowerCase() : text, 'latin1');
    const entry = { codes, cases: anyCase ? smallLetters : asTheyAre, value };
    const group = groupAt(codes, 0);
    const bucket = list[byGroup[group] ?? 0];
    if (bucket !== undefined && byGroup[group] !== 0) bucket.push(entry);
    else byGroup[group] = list.push([entry]) - 1;
  }
  return { byGroup, list };
}

/** A to Z in either case, digits together, and what joins words: so that a group of three fits 15 bits and the table the nearest cache. */
const classes = new Uint8Array(256);
for (let letter = 0; letter < 26; letter++) {
  classes[65 + letter] = letter + 1;
  classes[97 + letter] = letter + 1;
}
for (let digit = 48; digit < 58; digit++) classes[digit] = 27;
for (const [index, sign] of '_-./'.split('').entries()) classes[sign.charCodeAt(0)] = 28 + index;

const groups = 1 << 15;

function groupAt(codes: ArrayLike<number>, at: number): number {
  return (classOf(codes[at]) << 10) | (classOf(codes[at + 1]) << 5) | classOf(codes[at + 2]);
}

function classOf(code = 0): number {
  return classes[code] ?? 0;
}

interface Scan {
  /** The same memory as `pairs`. */
  readonly bytes: Uint8Array;
  readonly pairs: Uint16Array;
  readonly table: Uint32Array;
  readonly byGroup: Uint16Array;
  /** In bytes. */
  readonly length: number;
}

/** Tells of the places where something may begin, in order. Four pairs go by with one test: tests are what takes the time. */
function visitPlaces(scan: Scan, visit: (at: number) => void): void {
  const { pairs, table, length } = scan;
  let first = groupsAt(table, pairs, 0);
  for (let at = 0; 2 * at < length; at += 4) {
    const second = groupsAt(table, pairs, at + 1);
    const third = groupsAt(table, pairs, at + 2);
    const fourth = groupsAt(table, pairs, at + 3);
    const next = groupsAt(table, pairs, at + 4);
    const ofFirst = first & (second >>> 16);
    const ofSecond = second & (third >>> 16);
    const ofThird = third & (fourth >>> 16);
    const ofFourth = fourth & (next >>> 16);
    first = next;
    if ((ofFirst | ofSecond | ofThird | ofFourth) === 0) continue;
    if (ofFirst !== 0) visitPair(scan, { at: 2 * at, starts: ofFirst, visit });
    if (ofSecond !== 0) visitPair(scan, { at: 2 * at + 2, starts: ofSecond, visit });
    if (ofThird !== 0) visitPair(scan, { at: 2 * at + 4, starts: ofThird, visit });
    if (ofFourth !== 0) visitPair(scan, { at: 2 * at + 6, starts: ofFourth, visit });
  }
}

interface Place {
  readonly at: number;
  readonly starts: number;
  readonly visit: (at: number) => void;
}

function visitPair({ bytes, byGroup }: Scan, { at, starts, visit }: Place): void {
  if ((starts & 0xff) !== 0 && byGroup[groupAt(bytes, at)] !== 0) visit(at);
  if (starts > 0xff && byGroup[groupAt(bytes, at + 1)] !== 0) visit(at + 1);
}

function groupsAt(table: Uint32Array, pairs: Uint16Array, at: number): number {
  return table[pairs[at] ?? 0] ?? 0;
}

const asTheyAre = Uint8Array.from({ length: 256 }, (_, code) => code);
/** Signs have no case: `|` with 32 would take some for others. */
const smallLetters = asTheyAre.map((code) => (code >= 65 && code <= 90 ? code | 32 : code));

/** From the end on: beginnings are alike. */
function standsAt<Value>(bytes: Uint8Array, start: number, { codes, cases }: Entry<Value>): boolean {
  for (let at = codes.length - 1; at >= 0; at--) if (cases[bytes[start + at] ?? 0] !== codes[at]) return false;
  return true;
}

/** Its bytes are only the low ones of its characters. */
function isAscii<Value>(text: string, start: number, { codes }: Entry<Value>): boolean {
  for (let at = 0; at < codes.length; at++) if (!(text.charCodeAt(start + at) < 128)) return false;
  return true;
}
