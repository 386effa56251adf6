// The places of tools while a query is read: all segments one after the other, with boards to score on.
import type { Tool } from '../../../contract/index.ts';
import type { NearTerms } from '../query/near-terms.ts';
import { createScoreBoard, type ScoreBoard } from './score-board.ts';
import type { Scoring } from './score-terms.ts';
import type { Segment } from '../index/segment.ts';
import type { ToolIndex } from '../index/tool-index.ts';

export interface Slots {
  /** Of all tools for who sees all of them; else as if what is not seen were not there, for its words to tell nothing. */
  scoringFor(sees: (tool: Tool) => boolean): Scoring;
  readonly nearTerms: NearTerms;
  /** Empty between queries. */
  readonly main: ScoreBoard;
  readonly clause: ScoreBoard;
  /** Undefined for a tool that is gone. */
  toolAt(slot: number): Tool | undefined;
  slotOf(tool: Tool): number | undefined;
  nameStemsAt(slot: number): readonly string[];
  /** Whether the tool holds a stem in any of its fields, or a piece of a word in its name, arguments or source. */
  holds(slot: number, kind: 'stems' | 'grams', term: string): boolean;
}

/** Of the index as it is now: another one is made after a change. */
export function createSlots({ segments, size, placeOf }: ToolIndex, nearTerms: NearTerms): Slots {
  const starts: number[] = [];
  let count = 0;
  for (const segment of segments) {
    starts.push(count);
    count += segment.tools.length;
  }
  const indexOf = (slot: number) => starts.findLastIndex((start) => start <= slot);
  const near = createScoreBoard(count);
  const scorings = new WeakMap<(tool: Tool) => boolean, Scoring>();
  return {
    scoringFor(sees) {
      const before = scorings.get(sees);
      if (before !== undefined) return before;
      const seen = seenSlots(segments, { count, sees });
      const visible = seen.reduce((sum, flag) => sum + flag, 0);
      const view = { seen: visible === size ? null : seen, size: visible };
      const scoring = { segments, starts, nearTerms, near, rarities: new Map(), ...view };
      scorings.set(sees, scoring);
      return scoring;
    },
    nearTerms,
    main: createScoreBoard(count),
    clause: createScoreBoard(count),
    toolAt(slot) {
      const index = indexOf(slot);
      const segment = segments[index];
      const document = slot - (starts[index] ?? 0);
      return segment?.holds(document) === true ? segment.tools[document] : undefined;
    },
    slotOf(tool) {
      const place = placeOf(tool);
      return place === undefined ? undefined : (starts[segments.indexOf(place.segment)] ?? 0) + place.document;
    },
    holds(slot, kind, term) {
      const index = indexOf(slot);
      return segments[index]?.[kind].holds(term, slot - (starts[index] ?? 0)) === true;
    },
    nameStemsAt(slot) {
      const index = indexOf(slot);
      return segments[index]?.nameStems[slot - (starts[index] ?? 0)] ?? [];
    },
  };
}

interface Seeing {
  readonly count: number;
  readonly sees: (tool: Tool) => boolean;
}

/** 1 for each tool that is there and seen. */
function seenSlots(segments: readonly Segment[], { count, sees }: Seeing): Uint8Array {
  const seen = new Uint8Array(count);
  let slot = 0;
  for (const { tools, holds } of segments) {
    for (const [document, tool] of tools.entries()) {
      if (holds(document) && sees(tool)) seen[slot] = 1;
      slot++;
    }
  }
  return seen;
}
