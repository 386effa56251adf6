// Who wrote the description of a tool: ours is ours, and that of any other source is text that others wrote.
import type { ResultLabel, ToolDescription } from '../../contract/index.ts';

export function describedLabel({ name, source }: ToolDescription): ResultLabel {
  return { source, tool: name, trust: source === 'builtin' ? 'trusted' : 'untrusted', private: false };
}
