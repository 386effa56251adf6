// The best of a score board, among those the caller may see.
import type { Tool } from '../../../contract/index.ts';
import type { ScoreBoard } from './score-board.ts';

export interface Candidate {
  readonly slot: number;
  readonly score: number;
  readonly tool: Tool;
}

export interface CandidateQuestion {
  /** The tool at a slot; null where it is gone or not for the caller. */
  readonly seen: (slot: number) => Tool | null;
  readonly limit: number;
}

/** Best first, equals in order of name. Asks who may see a tool only where its score would let it in. */
export function candidatesOf(board: ScoreBoard, { seen, limit }: CandidateQuestion): readonly Candidate[] {
  const { scores, touched } = board;
  const best: Candidate[] = [];
  let least = 0;
  for (const slot of touched) {
    const score = scores[slot] ?? 0;
    if (score < least) continue;
    const tool = seen(slot);
    if (tool === null) continue;
    enter({ slot, score, tool }, best);
    if (best.length > limit) best.pop();
    if (best.length === limit) least = best.at(-1)?.score ?? 0;
  }
  return best;
}

function enter(candidate: Candidate, best: Candidate[]): void {
  let at = best.length;
  while (at > 0 && isBefore(candidate, best[at - 1])) at--;
  best.splice(at, 0, candidate);
}

/** Also the order of an answer. */
export function isBefore(
  left: Pick<Candidate, 'score' | 'tool'>,
  right: Pick<Candidate, 'score' | 'tool'> | undefined,
): boolean {
  if (right === undefined) return true;
  return left.score === right.score ? left.tool.name < right.tool.name : left.score > right.score;
}
