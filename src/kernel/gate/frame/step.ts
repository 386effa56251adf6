// How one stage hands over to the next: it has what the next one needs, or it refuses and says so for the person who reads it.
import type { ArgumentProblem, ErrorCodeName, JsonValue, Stage } from '../../../contract/index.ts';

export interface Refusal {
  readonly by: Stage;
  readonly code: ErrorCodeName;
  readonly reason: string;
  readonly hint: string;
  readonly problems: readonly ArgumentProblem[];
  readonly nearest: readonly string[];
  readonly schema: JsonValue | null;
}

export type Step<Next> = { readonly ok: true; readonly next: Next } | { readonly ok: false; readonly refusal: Refusal };

export function go<Next>(next: Next): Step<Next> {
  return { ok: true, next };
}

export function refuse(
  by: Stage,
  code: ErrorCodeName,
  words: { readonly reason: string; readonly hint: string } & Partial<Pick<Refusal, 'problems' | 'nearest' | 'schema'>>,
): { readonly ok: false; readonly refusal: Refusal } {
  return {
    ok: false,
    refusal: {
      by,
      code,
      reason: words.reason,
      hint: words.hint,
      problems: words.problems ?? [],
      nearest: words.nearest ?? [],
      schema: words.schema ?? null,
    },
  };
}
