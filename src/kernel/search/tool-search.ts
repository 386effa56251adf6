// Finds the tools that fit a request, among those a caller may see. Pure: it holds an index of the tools and nothing else.
import type { Tool } from '../../contract/index.ts';
import { parameterNames, words } from './words.ts';

export interface ToolQuery {
  readonly text: string;
  /** How many at most. */
  readonly limit: number;
  /** What the caller may see; nothing else is found. */
  readonly sees: (tool: Tool) => boolean;
}

export interface RankedTool {
  readonly tool: Tool;
  /** Comparable within one answer only. */
  readonly score: number;
}

export interface ToolSearch {
  /** Brings the index in step with the tools of a snapshot: what is new is added, what is gone or changed is removed. */
  follow(tools: readonly Tool[]): void;
  /** Best first; equal scores in order of name. Empty when no word of the query is known. */
  find(query: ToolQuery): readonly RankedTool[];
}

export function createToolSearch(): ToolSearch {
  const known = new Map<Tool, ReadonlySet<string>>();
  return {
    follow(tools) {
      const present = new Set(tools);
      for (const tool of known.keys()) if (!present.has(tool)) known.delete(tool);
      for (const tool of tools) if (!known.has(tool)) known.set(tool, wordsOf(tool));
    },
    find({ text, limit, sees }) {
      const asked = new Set(words(text));
      const ranked: RankedTool[] = [];
      for (const [tool, own] of known) {
        if (!sees(tool)) continue;
        const score = [...asked].filter((word) => own.has(word)).length;
        if (score > 0) ranked.push({ tool, score });
      }
      ranked.sort((left, right) => right.score - left.score || (left.tool.name < right.tool.name ? -1 : 1));
      return ranked.slice(0, limit);
    },
  };
}

function wordsOf(tool: Tool): ReadonlySet<string> {
  return new Set([tool.name, tool.description, ...parameterNames(tool.parameters)].flatMap(words));
}
