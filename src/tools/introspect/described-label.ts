// Who wrote the description of a tool: ours is ours, and that of any other source is text that others wrote.
import type { ResultLabel, ToolDescription, ToolKind } from '../../contract/index.ts';

export function describedLabel({ name, kind, source }: Pick<ToolDescription, 'name' | 'kind' | 'source'>): ResultLabel {
  return {
    source,
    tool: name,
    trust: kind === 'builtin' && source === 'builtin' ? 'trusted' : 'untrusted',
    private: false,
  };
}

/** Of a text on several tools: others wrote in it as soon as one of them is of another source. */
export function describedBy(
  sources: readonly { readonly kind?: ToolKind; readonly source: string }[],
  tool: string,
): ResultLabel {
  const labels = sources.map(({ kind = 'builtin', source }) => describedLabel({ name: tool, kind, source }));
  return (
    labels.find(({ trust }) => trust === 'untrusted') ??
    describedLabel({ name: tool, kind: 'builtin', source: 'builtin' })
  );
}
