// A part of the index: the tools that were added together. Fixed once built; a tool that goes is marked and no longer counted.
import type { Tool } from '../../../contract/index.ts';
import { buildPostings, type Postings } from './postings.ts';
import { fieldNames, fieldShapes, toolFields, type FieldName } from './tool-fields.ts';
import { gramsOf, pairsOf, stemOf } from '../query/words.ts';

export interface Segment {
  readonly tools: readonly Tool[];
  /** The stems of each tool's name, each once. */
  readonly nameStems: readonly (readonly string[])[];
  readonly stems: Postings;
  readonly words: Postings;
  readonly pairs: Postings;
  readonly grams: Postings;
  /** How many of its tools are still there. */
  readonly size: number;
  holds(document: number): boolean;
  remove(document: number): void;
}

interface Terms {
  readonly stems: ReadonlyMap<string, number>;
  readonly words: ReadonlyMap<string, number>;
  readonly pairs: ReadonlyMap<string, number>;
  readonly grams: ReadonlyMap<string, number>;
  readonly nameStems: readonly string[];
}

export function buildSegment(tools: readonly Tool[]): Segment {
  const terms = tools.map(termsOf);
  const stems = buildPostings(terms.map((item) => item.stems));
  const words = buildPostings(terms.map((item) => item.words));
  const pairs = buildPostings(terms.map((item) => item.pairs));
  const grams = buildPostings(terms.map((item) => item.grams));
  const gone = new Uint8Array(tools.length);
  let size = tools.length;
  return {
    tools,
    nameStems: terms.map((item) => item.nameStems),
    stems,
    words,
    pairs,
    grams,
    get size() {
      return size;
    },
    holds: (document) => gone[document] === 0,
    remove(document) {
      const tool = tools[document];
      if (tool === undefined || gone[document] !== 0) return;
      gone[document] = 1;
      size--;
      // Read again and not kept: tools rarely go, and their terms would be most of the index.
      const held = termsOf(tool);
      stems.forget(held.stems.keys());
      words.forget(held.words.keys());
      pairs.forget(held.pairs.keys());
      grams.forget(held.grams.keys());
    },
  };
}

/** Fields whose words stand in the order of a sentence. */
const pairFields: readonly FieldName[] = ['name', 'description'];
/** Fields short enough that parts of words mean something. */
const gramFields: readonly FieldName[] = ['name', 'arguments', 'source'];
function termsOf(tool: Tool): Terms {
  const fields = toolFields(tool);
  const words = new Map<string, number>();
  const stems = new Map<string, number>();
  const grams = new Map<string, number>();
  const pairs = new Map<string, number>();
  for (const field of fieldNames) {
    const share = shareOf(field, fields[field].length);
    for (const word of fields[field]) {
      add(words, word, share);
      add(stems, stemOf(word), share);
    }
    if (pairFields.includes(field)) for (const pair of pairsOf(fields[field].map(stemOf))) add(pairs, pair, share);
    // Whether a tool has a piece, not how much it says: what is spelled alike is told by how many it shares.
    if (gramFields.includes(field)) for (const gram of fields[field].flatMap(gramsOf)) grams.set(gram, 1);
  }
  return { words, stems, pairs, grams, nameStems: [...new Set(fields.name.map(stemOf))] };
}

function shareOf(field: FieldName, length: number): number {
  const { weight, lengthShare, usualLength } = fieldShapes[field];
  return weight / (1 - lengthShare + (lengthShare * length) / usualLength);
}

function add(sums: Map<string, number>, term: string, share: number): void {
  sums.set(term, (sums.get(term) ?? 0) + share);
}
