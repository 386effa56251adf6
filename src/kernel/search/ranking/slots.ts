// The places of tools while a query is read: all segments one after the other, with boards to score on.
import type { Tool } from '../../../contract/index.ts';
import type { NearTerms } from '../query/near-terms.ts';
import { createScoreBoard, type ScoreBoard } from './score-board.ts';
import type { Scoring } from './score-terms.ts';
import type { ToolIndex } from '../index/tool-index.ts';

export interface Slots {
  readonly scoring: Scoring;
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
  return {
    scoring: { segments, starts, size, nearTerms, near: createScoreBoard(count), rarities: new Map() },
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
