// Finds many texts in one, in a single pass whose cost hardly depends on how many are sought (Wu and Manber, blocks of two characters).

export interface Found<Value> {
  readonly start: number;
  readonly end: number;
  readonly value: Value;
}

export interface TextSearch<Value> {
  /** At each place the longest that begins there, in order of their starts. They may overlap. */
  find(text: string): Found<Value>[];
}

const tableSize = 1 << 16;

/** Every sought text must have 2 characters or more. */
export function createTextSearch<Value>(sought: ReadonlyMap<string, Value>): TextSearch<Value> {
  const entries = [...sought].sort(([left], [right]) => right.length - left.length);
  // What is looked at before a candidate is compared: as many characters as the shortest has. A step must fit a byte.
  const width = Math.min(255, entries.at(-1)?.[0].length ?? 2);
  if (width < 2) throw new RangeError('Texts of one character cannot be sought.');
  const steps = new Uint8Array(tableSize).fill(width - 1);
  const buckets = new Map<number, (readonly [string, Value])[]>();
  for (const entry of entries) {
    const [key] = entry;
    for (let at = 1; at < width; at++) {
      const block = blockAt(key, at);
      steps[block] = Math.min(stepOf(block), width - 1 - at);
    }
    const last = blockAt(key, width - 1);
    const bucket = buckets.get(last);
    if (bucket === undefined) buckets.set(last, [entry]);
    else bucket.push(entry);
  }

  /** How far the window may move when the block is its last; 0 where something may end in it. */
  function stepOf(block: number): number {
    return steps[block] ?? 0;
  }

  function find(text: string): Found<Value>[] {
    const found: Found<Value>[] = [];
    if (entries.length === 0) return found;
    for (let at = width - 1; at < text.length;) {
      const block = blockAt(text, at);
      const step = stepOf(block);
      if (step > 0) {
        at += step;
        continue;
      }
      const start = at - width + 1;
      const entry = buckets.get(block)?.find(([key]) => text.startsWith(key, start));
      if (entry !== undefined) found.push({ start, end: start + entry[0].length, value: entry[1] });
      at += 1;
    }
    return found;
  }

  return { find };
}

/** A small number for the two characters that end at `at`. Different blocks may share one: candidates are compared in full. */
function blockAt(text: string, at: number): number {
  return ((text.charCodeAt(at - 1) << 8) ^ text.charCodeAt(at)) & (tableSize - 1);
}
