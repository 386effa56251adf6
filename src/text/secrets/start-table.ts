// Says of each pair of characters which sought texts may begin in it or go on in it, so that a text is read two characters at a time. The texts
// are dealt into eight groups, a bit for each: where the groups that begin in a pair and those that go on in the next have none in common,
// nothing begins.

export interface StartText {
  /** Of ASCII, 3 characters or more. */
  readonly text: string;
  /** Letters are found in either case. */
  readonly anyCase: boolean;
}

/**
 * By two characters as they are read at once, four bytes of groups. From the lowest: those that begin with the first character; with the
 * second; those that go on with the pair behind two characters; behind one.
 */
export function createStartTable(texts: readonly StartText[]): Uint32Array {
  const table = new Uint32Array(1 << 16);
  // By the one character of a pair that counts, where the other may be any.
  const beginning = new Uint32Array(256);
  const ending = new Uint32Array(256);
  // What begins alike shares a group, and fewer beginnings go with the wrong continuations.
  const sorted = texts.toSorted((left, right) => (left.text < right.text ? -1 : 1));
  for (const [index, { text, anyCase }] of sorted.entries()) {
    const [first = [], second = [], third = [], fourth] = Array.from(text.slice(0, 4), (sign) =>
      codesOf(sign, anyCase),
    );
    const group = 1 << Math.floor((index * 8) / texts.length);
    mark(table, [first, second], group);
    markCodes(beginning, first, group << 8);
    if (fourth === undefined) markCodes(ending, third, group << 16);
    else mark(table, [third, fourth], group << 16);
    mark(table, [second, third], group << 24);
  }
  addToAll(table, beginning, ending);
  return table;
}

function codesOf(sign: string, anyCase: boolean): readonly number[] {
  const spellings = anyCase ? [sign.toLowerCase(), sign.toUpperCase()] : [sign];
  return spellings.map((each) => each.charCodeAt(0));
}

function mark(table: Uint32Array, [first, second]: readonly (readonly number[])[], groups: number): void {
  for (const left of first ?? []) {
    const pairs = (second ?? []).map((right) => pairOf(left, right));
    markCodes(table, pairs, groups);
  }
}

function markCodes(table: Uint32Array, codes: readonly number[], groups: number): void {
  for (const code of codes) table[code] = (table[code] ?? 0) | groups;
}

/** Without iterators: a start waits for this, and nothing is compiled yet. */
function addToAll(table: Uint32Array, beginning: Uint32Array, ending: Uint32Array): void {
  for (let code = 0; code < 256; code++) {
    const begun = beginning[code] ?? 0;
    const ended = ending[code] ?? 0;
    if (begun === 0 && ended === 0) continue;
    for (let other = 0; other < 256; other++) {
      const behind = pairOf(other, code);
      const before = pairOf(code, other);
      table[behind] = (table[behind] ?? 0) | begun;
      table[before] = (table[before] ?? 0) | ended;
    }
  }
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** As the machine reads two bytes at once. */
function pairOf(left: number, right: number): number {
  return isLittleEndian ? left | (right << 8) : (left << 8) | right;
}
