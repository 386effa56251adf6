// Which tools are there to reach others.
import { bridges, type Tool } from '../../contract/index.ts';
import { isOwn } from './is-own.ts';

const names: ReadonlySet<string> = new Set(Object.values(bridges));

/** By name and source: no tag, kind or title that a foreign tool gives itself makes it one. */
export function isBridge(tool: Tool): boolean {
  return isOwn(tool.kind, tool.origin.source) && names.has(tool.name);
}
