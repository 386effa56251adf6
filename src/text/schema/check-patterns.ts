// Whether the patterns of a foreign schema can be used, before a tool is made of it: one that cannot would refuse every call.
import { compilePattern } from './linear-pattern.ts';
import { createWorkBudget } from './work-budget.ts';

/** Says of a pattern whether a schema that holds it can be checked. Loads its engine with the first. */
export async function loadPatternCheck(): Promise<(pattern: string) => boolean> {
  const { RE2JS: engine } = await import('re2js');
  const known = new Map<string, boolean>();
  return (pattern) => {
    let isUsable = known.get(pattern);
    if (isUsable === undefined) {
      isUsable = compiles(pattern, engine);
      known.set(pattern, isUsable);
    }
    return isUsable;
  };
}

function compiles(pattern: string, engine: Parameters<typeof compilePattern>[1]['engine']): boolean {
  try {
    compilePattern(pattern, { engine, budget: createWorkBudget() });
    return true;
  } catch (cause) {
    if (cause instanceof TypeError) return false;
    throw cause;
  }
}
