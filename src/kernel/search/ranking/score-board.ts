// Scores of documents while a query is read: an array that is used again, and a list of what stands in it.

export interface ScoreBoard {
  readonly scores: Float32Array;
  /** Slots with a score, in no order. */
  readonly touched: number[];
  add(slot: number, amount: number): void;
  clear(): void;
}

export function createScoreBoard(size: number): ScoreBoard {
  const scores = new Float32Array(size);
  const touched: number[] = [];
  return {
    scores,
    touched,
    add(slot, amount) {
      const before = scores[slot] ?? 0;
      if (before === 0) touched.push(slot);
      scores[slot] = before + amount;
    },
    clear() {
      for (const slot of touched) scores[slot] = 0;
      touched.length = 0;
    },
  };
}
