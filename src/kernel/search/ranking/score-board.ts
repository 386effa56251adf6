// Scores of documents while a query is read: an array that is used again, and a list of what stands in it.

export interface ScoreBoard {
  readonly scores: Float32Array;
  /** Slots with a score, in no order. */
  readonly touched: number[];
}

export function createScoreBoard(size: number): ScoreBoard {
  return { scores: new Float32Array(size), touched: [] };
}

export function addScore({ scores, touched }: ScoreBoard, slot: number, amount: number): void {
  const before = scores[slot] ?? 0;
  if (before === 0) touched.push(slot);
  scores[slot] = before + amount;
}

/** The better of the score that stands and this one. */
export function raiseScore({ scores, touched }: ScoreBoard, slot: number, amount: number): void {
  const before = scores[slot] ?? 0;
  if (amount <= before) return;
  if (before === 0) touched.push(slot);
  scores[slot] = amount;
}

export function clearBoard({ scores, touched }: ScoreBoard): void {
  for (const slot of touched) scores[slot] = 0;
  touched.length = 0;
}
