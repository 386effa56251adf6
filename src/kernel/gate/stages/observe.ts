// Stage 9: what comes back becomes an observation, at one place for every surface: redacted, capped, labelled, wrapped.
import type { JsonValue, Observation, ResultBlock, Tool, ToolResult } from '../../../contract/index.ts';
import { cutHead, cutMiddle, neutraliseForModel, randomHex, wrapUntrusted } from '../../../text/index.ts';
import { redactJson, type Redact } from '../../audit/redact-json.ts';
import { redactedText } from '../frame/fault.ts';
import { readResult } from './read-result.ts';

export interface ObserveDeps {
  readonly redact: Redact;
  readonly limits: { readonly resultChars: number };
}

const maxImages = 8;
const maxImageChars = 8 * 1024 * 1024;

/** Throws when the result is none, or cannot be made safe; the gate then withholds it. */
export function observe(result: unknown, tool: Tool, deps: ObserveDeps): Observation {
  const read = readResult(result);
  const { blocks, omittedChars } = cap(read, deps);
  const plain = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  return {
    text: forModel(plain, tool),
    blocks,
    structured:
      read.structured === undefined ? null : capped(redactJson(read.structured, deps.redact), deps.limits.resultChars),
    isError: read.isError === true,
    label: {
      source: tool.origin.source,
      tool: tool.name,
      trust: tool.untrustedResult ? 'untrusted' : 'trusted',
      private: tool.ownerOnly,
    },
    omittedChars,
  };
}

/** What a tool says of its failure goes the same way as its results: it may repeat what others wrote. */
export function observeFailure(message: string, tool: Tool, { redact, limits }: ObserveDeps): string {
  return forModel(cutMiddle(redactedText(message, redact), limits.resultChars).text, tool);
}

/** Control characters and chat-template tokens are neutralised whoever wrote the text: a file of the workspace can hold them too. */
function forModel(text: string, tool: Tool): string {
  return tool.untrustedResult
    ? wrapUntrusted(text, { nonce: randomHex(8), source: tool.name })
    : neutraliseForModel(text);
}

interface Capped {
  readonly blocks: readonly ResultBlock[];
  readonly omittedChars: number;
}

function cap({ blocks, keep }: ToolResult, { redact, limits }: ObserveDeps): Capped {
  const kept: ResultBlock[] = [];
  let left = limits.resultChars;
  let omittedChars = 0;
  let images = 0;
  let omittedImages = 0;
  for (const block of blocks) {
    if (block.type === 'image') {
      images += 1;
      if (images <= maxImages && block.data.length <= maxImageChars) kept.push(block);
      else omittedImages += 1;
    } else if (left > 0) {
      const text = redact(block.text);
      const cut = keep === 'ends' ? cutMiddle(text, left) : cutHead(text, left);
      omittedChars += cut.omittedChars;
      // The line end between blocks counts too: a thousand empty ones are not nothing.
      left -= cut.text.length + 1;
      kept.push({ type: 'text', text: cut.text });
    } else {
      omittedChars += block.text.length;
    }
  }
  if (omittedImages > 0) kept.push({ type: 'text', text: `[${omittedImages} images left out: too many or too large]` });
  if (omittedChars > 0)
    kept.push({ type: 'text', text: `[${omittedChars} characters left out. Ask for less at a time.]` });
  return { blocks: kept, omittedChars };
}

/** A structured result over the cap is left out whole: half a JSON document is none. */
function capped(value: JsonValue, maxChars: number): JsonValue {
  const chars = JSON.stringify(value).length;
  return chars <= maxChars * 2
    ? value
    : { leftOut: `The structured result has ${chars} characters, which is over the cap.` };
}
