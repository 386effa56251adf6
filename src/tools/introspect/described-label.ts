// Who wrote the description of a tool: ours is ours, and that of any other source is text that others wrote.
import type { ResultLabel, ToolDescription } from '../../contract/index.ts';

export function describedLabel({ name, source }: Pick<ToolDescription, 'name' | 'source'>): ResultLabel {
  return { source, tool: name, trust: source === 'builtin' ? 'trusted' : 'untrusted', private: false };
}

/** Of a text on several tools: others wrote in it as soon as one of them is of another source. */
export function describedBy(sources: readonly { readonly source: string }[], tool: string): ResultLabel {
  const labels = sources.map(({ source }) => describedLabel({ name: tool, source }));
  return labels.find(({ trust }) => trust === 'untrusted') ?? describedLabel({ name: tool, source: 'builtin' });
}
