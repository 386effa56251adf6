// What a tool returns.
import type { JsonValue } from '../json.ts';
import type { ResultLabel } from './result-label.ts';

/** One block of what a tool returns. Text is what models read; an image is base64 with its MIME type. */
export type ResultBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

export interface ToolResult {
  readonly blocks: readonly ResultBlock[];
  /** The same result for programs, where the tool has one. */
  readonly structured?: JsonValue;
  /** The tool did its work and the answer is bad news (not found, no match): a result, not a fault of ours. */
  readonly isError?: boolean;
  /** Cut here: streams lose their middle, reads their tail. Default tail. */
  readonly keep?: 'ends' | 'head';
  /** Where the text comes from, of a tool that hands on what it did not make itself. Its trust and secrecy add to the tool's own and never take away. */
  readonly label?: ResultLabel;
}
