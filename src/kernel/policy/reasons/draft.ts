// A decision in the making: what is asked, and the contributions gathered so far. Each file beside this one adds those of its kind.
import type { DecisionInput, Reason, SessionMode } from '../../../contract/index.ts';
import { cellFacts, type FactValues } from '../possible-effects.ts';
import type { Cell, ToolMode } from '../tool-mode.ts';

export interface Draft {
  readonly input: DecisionInput;
  readonly revision: string;
  /** Undefined where the tool names a mode that does not exist, which refuses the call. */
  readonly mode: ToolMode | undefined;
  /** The column of the table that counts: a guest's is readonly, whatever the session's is. */
  readonly column: SessionMode;
  readonly values: FactValues;
  readonly reasons: Reason[];
}

/** A contribution: what most of them leave out is filled in. */
export type Contribution = Pick<Reason, 'source' | 'id' | 'effect' | 'text'> &
  Partial<Pick<Reason, 'specificity' | 'target'>>;

export function add(draft: Draft, { source, id, effect, text, specificity = null, target = null }: Contribution): void {
  draft.reasons.push({ source, id, revision: draft.revision, effect, specificity, target, text });
}

export function columnOf({ caller, sessionMode }: Pick<DecisionInput, 'caller' | 'sessionMode'>): SessionMode {
  return caller.trust === 'operator' ? sessionMode : 'readonly';
}

/** What facts are read from, in a decision and before it. */
export type FactSource = Pick<DecisionInput, 'action' | 'facts'> & {
  readonly settings: Pick<DecisionInput['settings'], 'sandbox'>;
};

/** The facts as cells ask for them, with the two names that are no facts. */
export function factValues(input: FactSource): FactValues {
  return (name) => {
    if (name === 'action') return input.action === null ? null : [input.action];
    if (name === 'sandbox_setting') return [input.settings.sandbox];
    const found: string[] = [];
    for (const fact of input.facts) {
      if (fact.name !== name) continue;
      if (fact.value === null || fact.verdict === 'unknown' || fact.verdict === 'unlooked') return null;
      found.push(fact.value);
    }
    return found;
  };
}

/**
 * What a cell stood on, as part of a reason's id: a grant that was given while the sandbox was whole must not answer the same question
 * once it is gone. Empty where no fact matters.
 */
export function standing(cell: Cell, values: FactValues): string {
  const named = cellFacts(cell).map((name) => `${name}=${values(name)?.join('|') || '?'}`);
  return named.length === 0 ? '' : ` ${named.join(',')}`;
}
