// Whether the pattern of a foreign schema can be checked at all: one that cannot makes the whole schema unusable.
import { compilePattern } from './linear-pattern.ts';
import { createWorkBudget } from './work-budget.ts';

/** Loads the engine once; each pattern is compiled once. */
export async function loadPatternJudge(): Promise<(pattern: string) => boolean> {
  const { RE2JS: engine } = await import('re2js');
  const budget = createWorkBudget();
  const known = new Map<string, boolean>();
  return (pattern) => {
    const found = known.get(pattern) ?? isUsable(pattern, () => compilePattern(pattern, { engine, budget }));
    known.set(pattern, found);
    return found;
  };
}

function isUsable(pattern: string, compile: () => unknown): boolean {
  try {
    compile();
    return true;
  } catch (cause) {
    if (cause instanceof TypeError) return false;
    throw new Error(`The pattern ${JSON.stringify(pattern.slice(0, 80))} could not be judged.`, { cause });
  }
}
