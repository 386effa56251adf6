// The rules and the questions that all engines get. The rules are such that all three can state them: who may do most things is told by
// tool, what is refused by target and hour, and no refusal has an exception, since only ours knows the more specific of two.

export interface Refusal {
  readonly id: string;
  readonly tool: string;
  /** Everything below this folder. */
  readonly folder: string;
  /** Minutes of the day, the end excluded; null at all hours. */
  readonly hours: { readonly from: number; readonly to: number } | null;
}

export interface Rules {
  /** Tools that may be used. All others may not. */
  readonly allowed: readonly string[];
  readonly refusals: readonly Refusal[];
}

export interface Question {
  readonly tool: string;
  readonly path: string;
  readonly minute: number;
}

/** One way to answer: each question is made ready before the time is taken. */
export interface Engine {
  readonly name: string;
  /** Answers how to ask; asking answers whether it is allowed. */
  prepare(question: Question): () => boolean;
}

const toolCount = 20;

export function rulesOf(count: number): Rules {
  const allowed = Array.from({ length: toolCount / 2 }, (_, index) => toolNamed(index));
  const refusals = Array.from({ length: count - allowed.length }, (_, index) => ({
    id: `r${index}`,
    tool: toolNamed(index % toolCount),
    folder: folderNamed(Math.floor(index / toolCount)),
    hours: index % 2 === 0 ? null : { from: 8 * 60, to: 20 * 60 },
  }));
  return { allowed, refusals };
}

/** The same questions in each run, in no order. */
export function questionsOf(count: number): readonly Question[] {
  return Array.from({ length: count }, (_, index) => ({
    tool: toolNamed((index * 7) % toolCount),
    path: `${folderNamed((index * 13) % 60)}/deep/file${index}.txt`,
    minute: (index * 101) % (24 * 60),
  }));
}

/** What the rules say, without an engine: what each is held against. */
export function answerOf({ allowed, refusals }: Rules, { tool, path, minute }: Question): boolean {
  const isRefused = refusals.some(
    (rule) =>
      rule.tool === tool &&
      path.startsWith(`${rule.folder}/`) &&
      (rule.hours === null || (minute >= rule.hours.from && minute < rule.hours.to)),
  );
  return allowed.includes(tool) && !isRefused;
}

function toolNamed(index: number): string {
  return `tool_${index}`;
}

function folderNamed(index: number): string {
  return `work/area${index}`;
}
