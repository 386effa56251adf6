// Raises to at least a question that come with the tool: its tags, and tools that always ask.
import { add, type Draft } from './draft.ts';

/** The reserved tag whose tools are confirmed by a person, whatever is configured. */
const confirmTag = 'ai:confirm';

export function addRaises(draft: Draft): void {
  const { tool, settings } = draft.input;
  if (tool.alwaysAsk) {
    const text = `${tool.name} asks for each call anew, in every session mode. No rule and no earlier answer stands in for that.`;
    add(draft, { source: 'raise', id: 'always_ask', effect: 'ASK', text });
  }
  for (const tag of tool.tags) {
    if (tag !== confirmTag && !settings.confirmTags.includes(tag)) continue;
    const text = `${tool.name} carries the tag ${tag}, so a person confirms it before it runs, whatever rules allow.`;
    add(draft, { source: 'raise', id: `tag:${tag}`, effect: 'ASK', text });
  }
}
