// Reads what a handler returned, once: nothing it holds beside the blocks of the contract and plain JSON comes any further.
import type { JsonValue, ResultBlock, ResultLabel, ToolResult } from '../../../contract/index.ts';
import { copyJson } from '../frame/copy-json.ts';
import { blockText } from './block-text.ts';
import { membersOf, readBlock } from './read-block.ts';

/** A result as read. */
export interface ReadResult extends ToolResult {
  /** Blocks of data that were too many or too large. */
  readonly leftOut: number;
}

const structuredLimits = { maxDepth: 256, maxBytes: 64 * 1024 * 1024, undefinedMembers: 'drop' } as const;
const maxMedia = { blocks: 8, chars: 24 * 1024 * 1024 };
/** Beyond so many, blocks are one text: each costs its markers. */
const mostBlocks = 100;

/** Throws for what is no ToolResult, whatever the types promised: handlers come from anywhere. */
export function readResult(result: unknown): ReadResult {
  const { blocks, structured, isError, keep, label } = membersOf(result, 'The result');
  if (!Array.isArray(blocks)) throw new TypeError('The result has no list of blocks.');
  const allowance = { ...maxMedia };
  const read = Array.from(blocks, (block) => readBlock(block, allowance));
  const kept = read.filter((block) => block !== 'left_out');
  return {
    blocks: folded(kept),
    leftOut: read.length - kept.length,
    isError: isError === true,
    keep: keep === 'ends' ? 'ends' : 'head',
    ...(label === undefined ? {} : { label: readLabel(label) }),
    ...(structured === undefined ? {} : { structured: readStructured(structured) }),
  };
}

function folded(blocks: readonly ResultBlock[]): readonly ResultBlock[] {
  if (blocks.length <= mostBlocks) return blocks;
  const rest = blocks.slice(mostBlocks - 1).map(blockText);
  return [...blocks.slice(0, mostBlocks - 1), { type: 'text', text: rest.join('\n') }];
}

/** A trust that is not `trusted`, and a secrecy that is not `false`, count as the stricter. */
function readLabel(label: unknown): ResultLabel {
  const { source, tool, trust, private: isPrivate } = membersOf(label, 'The label of the result');
  if (typeof source !== 'string' || typeof tool !== 'string')
    throw new TypeError('The label of the result does not say where it comes from.');
  return {
    source: source.toWellFormed(),
    tool: tool.toWellFormed(),
    trust: trust === 'trusted' ? 'trusted' : 'untrusted',
    private: isPrivate !== false,
  };
}

function readStructured(structured: unknown): JsonValue {
  const copy = copyJson(structured, structuredLimits);
  if (copy.ok) return copy.value;
  throw new TypeError(`The structured result is not plain JSON: ${copy.message}`);
}
