// Finds many short texts in one, letters in either case: a table of all groups of three characters says where one may begin.

export interface AnchorSearch<Value> {
  /** Told of every sought text that stands at `from` or later, in order of their starts; the longest first where several begin there. */
  visit(text: string, from: number, found: (start: number, value: Value, end: number) => void): void;
}

interface Entry<Value> {
  /** Codes of its characters, in small letters. */
  readonly codes: readonly number[];
  readonly value: Value;
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

/** So much is read as bytes at a time, which is several times as fast as reading a string: what fits the caches. */
const blockChars = 1 << 15;

/** Every sought text must be of ASCII and have 3 characters or more. */
export function createAnchorSearch<Value>(sought: ReadonlyMap<string, Value>): AnchorSearch<Value> {
  const mayBegin = new Uint8Array(groups);
  const buckets: Entry<Value>[][] = [];
  const entries = [...sought].sort(([left], [right]) => right.length - left.length);
  for (const [key, value] of entries) {
    if (!/^[\x20-\x7e]{3,}$/.test(key)) throw new RangeError(`${JSON.stringify(key)} cannot be sought.`);
    const group = groupOf(key);
    mayBegin[group] = 1;
    const entry = { codes: Array.from(key.toLowerCase(), (letter) => letter.charCodeAt(0)), value };
    (buckets[group] ??= []).push(entry);
  }
  const bytes = Buffer.alloc(blockChars);
  return {
    visit(text, from, found) {
      // The last two places of a block are looked at with the next one, where their groups are whole.
      for (let base = from; base + 3 <= text.length; base += blockChars - 2) {
        // The low byte of each UTF-16 unit: other letters may share one, and what is found is compared in full.
        const end = bytes.write(text.slice(base, base + blockChars), 'latin1');
        for (
          let at = nextCandidate(bytes, { at: 0, end, mayBegin });
          at >= 0;
          at = nextCandidate(bytes, { at: at + 1, end, mayBegin })
        ) {
          for (const { codes, value } of buckets[groupAt(bytes, at)] ?? []) {
            if (standsAt(text, base + at, codes)) found(base + at, value, base + at + codes.length);
          }
        }
      }
    },
  };
}

interface Scan {
  readonly at: number;
  readonly end: number;
  readonly mayBegin: Uint8Array;
}

/** The next place where something may begin; -1 where there is none. Six places go by with one test: tests are what takes the time. */
function nextCandidate(bytes: Uint8Array, { at: from, end, mayBegin }: Scan): number {
  let at = from;
  for (const last = end - 8; at <= last; at += 6) {
    const second = classAt(bytes, at + 1);
    const third = classAt(bytes, at + 2);
    const fourth = classAt(bytes, at + 3);
    const fifth = classAt(bytes, at + 4);
    const sixth = classAt(bytes, at + 5);
    const seventh = classAt(bytes, at + 6);
    const may =
      markOf(mayBegin, (classAt(bytes, at) << 10) | (second << 5) | third) |
      markOf(mayBegin, (second << 10) | (third << 5) | fourth) |
      markOf(mayBegin, (third << 10) | (fourth << 5) | fifth) |
      markOf(mayBegin, (fourth << 10) | (fifth << 5) | sixth) |
      markOf(mayBegin, (fifth << 10) | (sixth << 5) | seventh) |
      markOf(mayBegin, (sixth << 10) | (seventh << 5) | classAt(bytes, at + 7));
    if (may !== 0) break;
  }
  for (; at + 3 <= end; at++) if (markOf(mayBegin, groupAt(bytes, at)) !== 0) return at;
  return -1;
}

function markOf(mayBegin: Uint8Array, group: number): number {
  return mayBegin[group] ?? 0;
}

function classAt(bytes: Uint8Array, at: number): number {
  return classes[bytes[at] ?? 0] ?? 0;
}

function groupAt(bytes: Uint8Array, at: number): number {
  return (classAt(bytes, at) << 10) | (classAt(bytes, at + 1) << 5) | classAt(bytes, at + 2);
}

function groupOf(key: string): number {
  return [0, 1, 2].reduce((group, at) => (group << 5) | (classes[key.charCodeAt(at)] ?? 0), 0);
}

/** Signs have no case: `|` with 32 would take some for others. */
function standsAt(text: string, start: number, codes: readonly number[]): boolean {
  for (let at = 0; at < codes.length; at++) {
    const code = text.charCodeAt(start + at);
    if ((code >= 65 && code <= 90 ? code | 32 : code) !== codes[at]) return false;
  }
  return true;
}
