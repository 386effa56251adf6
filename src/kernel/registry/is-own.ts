// Whether a tool came with Gatehouse, so that its words are ours and no others wrote in them.
import type { ToolKind } from '../../contract/index.ts';

/** By kind and source: a server or a skill of any name is not ours, whatever it calls itself. */
export function isOwn(kind: ToolKind, source: string): boolean {
  return kind === 'builtin' && source === 'builtin';
}
