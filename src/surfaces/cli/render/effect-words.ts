// Effects in the words of people, the same in every listing.
import { effects, type Effect } from '../../../contract/index.ts';

const words: Readonly<Record<Effect, string>> = { ALLOW: 'runs', ASK: 'asks', DENY: 'refused' };

/** What a call of a tool meets; `≤` where its arguments can make it easier. */
export function callWord(tool: {
  readonly effect: Effect;
  readonly conditional: boolean;
  readonly locked: boolean;
}): string {
  if (tool.locked) return 'locked';
  return tool.conditional ? `≤ ${words[tool.effect]}` : words[tool.effect];
}

/** The strictest of several, and in brackets the others. */
export function possibleWords(possible: readonly Effect[]): string {
  const [strictest, ...others] = effects.toReversed().filter((effect) => possible.includes(effect));
  if (strictest === undefined) return '';
  return others.length === 0
    ? words[strictest]
    : `${words[strictest]} (${others.map((effect) => words[effect]).join(', ')})`;
}
