// What the guards found: floors, boundaries, questions, and what could not be found out.
import type { Effect, Fact, ReasonSource, Verdict } from '../../../contract/index.ts';
import { add, type Draft } from './draft.ts';

interface Weight {
  readonly source: ReasonSource;
  readonly effect: Effect;
  /** What would change the answer. */
  readonly remedy: string;
}

const weights: Readonly<Record<Exclude<Verdict, 'clear' | 'unlooked'>, Weight>> = {
  floor: { source: 'floor', effect: 'DENY', remedy: 'No session mode, rule, grant or approval lifts this.' },
  unknown: { source: 'floor', effect: 'DENY', remedy: 'What cannot be found out counts as refused.' },
  boundary: { source: 'boundary', effect: 'DENY', remedy: 'Only the operator can move this boundary.' },
  ask: { source: 'raise', effect: 'ASK', remedy: 'It is asked about whatever rules allow.' },
};

export function addFacts(draft: Draft): void {
  for (const fact of draft.input.facts) {
    if (fact.verdict === 'clear' || fact.verdict === 'unlooked') continue;
    const { source, effect, remedy } = weights[fact.verdict];
    const text = `${fact.text} ${remedy}`;
    const id = factId(fact);
    if (fact.targets.length === 0) add(draft, { source, id, effect, text });
    for (const target of fact.targets) add(draft, { source, id, effect, text, target });
  }
}

/** Names of what an explanation did not look up. */
export function unlookedFacts(facts: readonly Fact[]): readonly string[] {
  return facts.filter((fact) => fact.verdict === 'unlooked').map(factId);
}

/**
 * Whether the question of a fact is asked for each call anew: what flowed in from untrusted text, and the second effect of a call that has
 * a question of its own.
 */
export function asksEachTime(fact: Fact): boolean {
  return fact.verdict === 'ask' && (fact.guard === 'flow' || fact.name === 'second_ask');
}

function factId({ guard, name }: Fact): string {
  return `${guard}:${name}`;
}
