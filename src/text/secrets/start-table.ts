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
  const sorted = texts.toSorted((left, right) => (left.text.toLowerCase() < right.text.toLowerCase() ? -1 : 1));
  for (const [index, { text, anyCase }] of sorted.entries()) {
    const [first = [], second = [], third = [], fourth = any] = Array.from(text.slice(0, 4), (sign) =>
      codesOf(sign, anyCase),
    );
    // Neighbours in the alphabet begin alike.
    const group = 1 << Math.floor((index * 8) / texts.length);
    mark(table, [first, second], group);
    mark(table, [any, first], group << 8);
    mark(table, [third, fourth], group << 16);
    mark(table, [second, third], group << 24);
  }
  return table;
}

const any: readonly number[] = Array.from({ length: 256 }, (_, code) => code);

function codesOf(sign: string, anyCase: boolean): readonly number[] {
  const spellings = anyCase ? [sign.toLowerCase(), sign.toUpperCase()] : [sign];
  return spellings.map((each) => each.charCodeAt(0));
}

function mark(
  table: Uint32Array,
  [first, second]: readonly [readonly number[], readonly number[]],
  groups: number,
): void {
  for (const left of first) {
    for (const right of second) {
      const pair = pairOf(left, right);
      table[pair] = (table[pair] ?? 0) | groups;
    }
  }
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** As the machine reads two bytes at once. */
function pairOf(left: number, right: number): number {
  return isLittleEndian ? left | (right << 8) : (left << 8) | right;
}
