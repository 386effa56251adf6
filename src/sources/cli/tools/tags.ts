// Tags that mean something to us, and what is said of those that look as if they did.
import { nearNames } from '../../../text/index.ts';
import type { CliSettings } from '../cli-settings.ts';
import { shown, shownList } from './shown-text.ts';

export const reservedTags = { deny: 'ai:deny', confirm: 'ai:confirm', noDefer: 'ai:no_defer' } as const;

const reserved: readonly string[] = Object.values(reservedTags);

/** Tags that hold for all that is below a group too: our own, and those by which the operator protects and leaves out. */
export function lastingTags({
  confirmTags,
  exclude,
}: Pick<CliSettings, 'confirmTags' | 'exclude'>): ReadonlySet<string> {
  return new Set([...reserved, ...confirmTags, ...(exclude?.tags ?? [])]);
}

export function asksByTag(tags: readonly string[], confirmTags: readonly string[]): boolean {
  return tags.some((tag) => tag === reservedTags.confirm || confirmTags.includes(tag));
}

/** Tags that were meant to protect something and do not. `tags` are all that the program has. */
export function tagWarnings(tags: ReadonlySet<string>, confirmTags: readonly string[]): readonly string[] {
  const idle = confirmTags.filter((tag) => !tags.has(tag));
  const misspelt = [...tags].filter((tag) => /^\s*ai\s*:/i.test(tag) && !reserved.includes(tag));
  return [
    ...idle.map(
      (tag) => `confirmTags: no command has the tag ${shown(tag)}, so it protects nothing.${nearest(tag, tags)}`,
    ),
    ...misspelt.map(
      (tag) => `The tag ${shown(tag)} means nothing here. There are ${reserved.join(', ')}.${nearest(tag, reserved)}`,
    ),
  ];
}

function nearest(tag: string, known: Iterable<string>): string {
  const near = nearNames(tag, [...known]);
  return near.length === 0 ? '' : ` Meant ${shownList(near)}?`;
}
