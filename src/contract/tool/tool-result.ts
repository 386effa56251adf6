// What a tool returns.
import type { JsonObject, JsonValue } from '../json.ts';
import type { ResultLabel } from './result-label.ts';

/** For whom a block is and how much it matters, as its maker says. */
export interface BlockAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** 0 to 1, most last. */
  readonly priority?: number;
  /** ISO 8601. */
  readonly lastModified?: string;
}

/** What is said of a block to programs. Models are not shown it. */
export interface BlockNotes {
  readonly annotations?: BlockAnnotations;
  readonly meta?: JsonObject;
}

/** Text is what models read. */
interface TextBlock extends BlockNotes {
  readonly type: 'text';
  readonly text: string;
}

/** Base64 with its MIME type. */
export interface MediaBlock extends BlockNotes {
  readonly type: 'image' | 'audio';
  readonly data: string;
  readonly mimeType: string;
}

/** The contents of a resource: text, or bytes in base64. */
export type ResourceContents = {
  readonly uri: string;
  readonly mimeType?: string;
  readonly meta?: JsonObject;
} & ({ readonly text: string } | { readonly blob: string });

export interface ResourceBlock extends BlockNotes {
  readonly type: 'resource';
  readonly resource: ResourceContents;
}

/** Where a resource is to be had that is not in the result. */
export interface ResourceLinkBlock extends BlockNotes {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
}

/** One block of what a tool returns. */
export type ResultBlock = TextBlock | MediaBlock | ResourceBlock | ResourceLinkBlock;

/** A block of an observation. `marked` is its text as a model gets it, where that differs: between markers what others wrote. */
export type ShownBlock = ResultBlock & { readonly marked?: string };

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
  /** Of a tool that starts a program: what it started, for the record. No caller is shown it. */
  readonly ran?: StartedProgram;
}

/** A type alias, not an interface: only those are known to be JSON by their shape. */
export type StartedProgram = {
  /** The very words, the file that was started first. */
  readonly argv: readonly string[];
  /** The real path. */
  readonly directory: string;
  readonly exitCode: number | null;
};
