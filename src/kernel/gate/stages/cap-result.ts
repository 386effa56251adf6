// Cuts a result to the cap: streams lose their middle, reads their tail. Says what is missing and where it stood.
import type { HiddenPart, JsonValue, ResultBlock, ToolResult } from '../../../contract/index.ts';
import { cutHead, cutMiddle, type Cut } from '../../../text/index.ts';
import type { Redact } from '../../audit/redact-json.ts';

export interface CapLimits {
  readonly redact: Redact;
  readonly limits: { readonly resultChars: number };
}

export interface Capped {
  readonly blocks: readonly ResultBlock[];
  /** All text of the result, redacted: the blocks, a line each. */
  readonly text: string;
  /** The same of the blocks as they are shown. */
  readonly shown: string;
  readonly hidden: HiddenPart | null;
  readonly omittedChars: number;
  /** What else is missing, in our words. */
  readonly notes: readonly string[];
}

const maxImages = 8;
const maxImageChars = 8 * 1024 * 1024;
/** What is kept of one result. No tool of ours brings more. */
const maxKeptChars = 4 * 1024 * 1024;

export function capBlocks({ blocks, keep }: ToolResult, { redact, limits }: CapLimits): Capped {
  const kept: ResultBlock[] = [];
  const whole: string[] = [];
  const shown: string[] = [];
  const images = fittingImages(blocks);
  let hidden: HiddenPart | null = null;
  let left = limits.resultChars;
  let omittedChars = 0;
  let position = 0;
  for (const block of blocks) {
    if (block.type === 'image') {
      if (images.has(block)) kept.push(block);
      continue;
    }
    const text = redact(block.text);
    const cut = keep === 'ends' ? cutMiddle(text, Math.max(0, left)) : cutHead(text, Math.max(0, left));
    hidden = hiddenWith(hidden, cut, position);
    omittedChars += cut.omittedChars;
    if (left > 0) {
      kept.push({ type: 'text', text: cut.text });
      shown.push(cut.text);
    }
    whole.push(text);
    // The line end between blocks counts too: a thousand empty ones are not nothing.
    left -= cut.text.length + 1;
    position += text.length + 1;
  }
  const lost = blocks.filter((block) => block.type === 'image').length - images.size;
  const text = cutHead(whole.join('\n'), maxKeptChars).text;
  return {
    blocks: kept,
    text,
    shown: shown.join('\n'),
    hidden: hidden === null ? null : { from: hidden.from, to: Math.min(hidden.to, text.length) },
    omittedChars,
    notes: lost === 0 ? [] : [`[${lost} images left out: too many or too large]`],
  };
}

function fittingImages(blocks: readonly ResultBlock[]): ReadonlySet<ResultBlock> {
  const images = blocks.filter((block) => block.type === 'image');
  return new Set(images.slice(0, maxImages).filter((image) => image.data.length <= maxImageChars));
}

/** From the first character that is missing to the last, where several blocks were cut. */
function hiddenWith(hidden: HiddenPart | null, cut: Cut, position: number): HiddenPart | null {
  if (cut.omittedChars === 0) return hidden;
  const at = position + cut.omittedFrom;
  return { from: hidden?.from ?? at, to: at + cut.omittedChars };
}

/** A structured result over the cap is left out whole: half a JSON document is none. */
export function capStructured(value: JsonValue, maxChars: number): JsonValue {
  const chars = JSON.stringify(value).length;
  return chars <= maxChars * 2
    ? value
    : { leftOut: `The structured result has ${chars} characters, which is over the cap.` };
}
