// Finds many texts in one, letters in either case, in a single pass whose cost hardly depends on how many are sought (Wu and Manber).

export interface TextSearch<Value> {
  /** Told of every sought text that stands at `from` or later, in order of their starts; the longest first where several begin there. */
  visit(text: string, from: number, found: (start: number, value: Value, end: number) => void): void;
}

const tableSize = 1 << 16;

interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
}

/** Every sought text must have 2 characters or more. The case of A to Z does not count. */
export function createTextSearch<Value>(sought: ReadonlyMap<string, Value>): TextSearch<Value> {
  const entries = [...sought]
    .map(([key, value]) => ({ key: lowerAscii(key), value }))
    .sort((left, right) => right.key.length - left.key.length);
  // What is looked at before a candidate is compared: as many characters as the shortest has. A step must fit a byte.
  const width = Math.min(255, entries.at(-1)?.key.length ?? 2);
  if (width < 2) throw new RangeError('Texts of one character cannot be sought.');
  const { steps, buckets, isStart } = tablesOf(entries, width);
  return {
    visit(text, from, found) {
      if (entries.length === 0) return;
      for (let at = from + width - 1; at < text.length;) {
        // How far the window may move when the block is its last; 0 where something may end in it.
        const step = steps[blockAt(text, at)] ?? 0;
        if (step > 0) {
          at += step;
          continue;
        }
        const start = at - width + 1;
        // Most windows whose end is right begin wrongly.
        if (isStart[blockAt(text, start + 1)] !== 0) {
          for (const { key, value } of buckets.get(hashOf(text, start, width)) ?? []) {
            const end = start + key.length;
            if (lowerAscii(text.slice(start, end)) === key) found(start, value, end);
          }
        }
        at += 1;
      }
    },
  };
}

function tablesOf<Value>(entries: readonly Entry<Value>[], width: number) {
  const steps = new Uint8Array(tableSize).fill(width - 1);
  const isStart = new Uint8Array(tableSize);
  const buckets = new Map<number, Entry<Value>[]>();
  for (const entry of entries) {
    isStart[blockAt(entry.key, 1)] = 1;
    for (let at = 1; at < width; at++) {
      const block = blockAt(entry.key, at);
      steps[block] = Math.min(steps[block] ?? 0, width - 1 - at);
    }
    const hash = hashOf(entry.key, 0, width);
    const bucket = buckets.get(hash);
    if (bucket === undefined) buckets.set(hash, [entry]);
    else bucket.push(entry);
  }
  return { steps, buckets, isStart };
}

/** A small number for the two characters that end at `at`. Different blocks may share one: candidates are compared in full. */
function blockAt(text: string, at: number): number {
  return (((text.charCodeAt(at - 1) | 32) << 8) ^ (text.charCodeAt(at) | 32)) & (tableSize - 1);
}

/** Of the window: its last characters and its first ones, which differ most among what is sought. */
function hashOf(text: string, start: number, width: number): number {
  let hash = width;
  for (let at = start; at < start + Math.min(width, 12); at++) hash = (hash * 31 + (text.charCodeAt(at) | 32)) | 0;
  return hash;
}

/** Unlike toLowerCase of all letters this never changes a length. */
function lowerAscii(text: string): string {
  return /[A-Z]/.test(text) ? text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : text;
}
