// Stage 9: what comes back becomes an observation, at one place for every surface: redacted, capped, labelled, wrapped.
import type { JsonValue, Observation, ResultBlock, Tool, ToolResult } from '../../../contract/index.ts';
import { cutHead, cutMiddle, neutraliseForModel, randomHex, wrapUntrusted } from '../../../text/index.ts';

export interface ObserveDeps {
  readonly redact: (text: string) => string;
  readonly limits: { readonly resultChars: number };
}

const maxImages = 8;
const maxImageChars = 8 * 1024 * 1024;

/** Throws when the result cannot be made safe; the gate then withholds it. */
export function observe(result: ToolResult, tool: Tool, deps: ObserveDeps): Observation {
  const trust = tool.untrustedResult ? 'untrusted' : 'trusted';
  const { blocks, omittedChars } = cap(result, deps);
  const plain = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  // Control characters and chat-template tokens are neutralised whoever wrote the text: a file of the workspace can hold them too.
  const safe = neutraliseForModel(plain);
  const label = { source: tool.origin.source, tool: tool.name, trust, private: tool.ownerOnly } as const;
  return {
    text: trust === 'untrusted' ? wrapUntrusted(safe, { nonce: randomHex(8), source: tool.name }) : safe,
    blocks,
    structured: result.structured === undefined ? null : capped(redactJson(result.structured, deps.redact), deps.limits.resultChars),
    isError: result.isError ?? false,
    label,
    omittedChars,
  };
}

function cap(result: ToolResult, deps: ObserveDeps): { readonly blocks: readonly ResultBlock[]; readonly omittedChars: number } {
  const blocks: ResultBlock[] = [];
  let left = deps.limits.resultChars;
  let omittedChars = 0;
  let images = 0;
  for (const block of result.blocks) {
    if (block.type === 'image') {
      images += 1;
      if (images <= maxImages && block.data.length <= maxImageChars) blocks.push(block);
      else blocks.push({ type: 'text', text: '[image left out: too many or too large]' });
      continue;
    }
    const text = deps.redact(block.text);
    const cut = result.keep === 'ends' ? cutMiddle(text, left) : cutHead(text, left);
    omittedChars += cut.omittedChars;
    left = Math.max(0, left - cut.text.length);
    blocks.push({ type: 'text', text: cut.text });
  }
  if (omittedChars > 0) blocks.push({ type: 'text', text: `[${omittedChars} characters left out. Ask for less at a time.]` });
  return { blocks, omittedChars };
}

/** A structured result over the cap is left out whole: half a JSON document is none. */
function capped(value: JsonValue, maxChars: number): JsonValue {
  const chars = JSON.stringify(value).length;
  return chars <= maxChars * 2 ? value : { leftOut: `The structured result has ${chars} characters, which is over the cap.` };
}

function redactJson(value: JsonValue, redact: (text: string) => string): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact));
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, redactJson(child, redact)]));
}
