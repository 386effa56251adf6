// Cuts a result to the cap: streams lose their middle, reads their tail. Says what is missing and where it stood.
import type { HiddenPart, JsonValue, ResultBlock } from '../../../contract/index.ts';
import { cutHead, cutMiddle, type Cut } from '../../../text/index.ts';
import type { Redact } from '../../audit/redact-json.ts';
import { blockText, bodyOf, headOf } from './block-text.ts';
import type { ReadResult } from './read-result.ts';
import { redactBlock } from './redact-block.ts';

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

/** What is kept of one result. No tool of ours brings more. */
const maxKeptChars = 4 * 1024 * 1024;

export function capBlocks({ blocks, keep, leftOut }: ReadResult, { redact, limits }: CapLimits): Capped {
  const kept: ResultBlock[] = [];
  const whole: string[] = [];
  const shown: string[] = [];
  let hidden: HiddenPart | null = null;
  let left = limits.resultChars;
  let omittedChars = 0;
  let position = 0;
  for (const given of blocks) {
    const block = redactBlock(given, redact);
    const text = blockText(block);
    const cut = cutBlock(block, Math.max(0, left), keep);
    hidden = hiddenWith(hidden, cut, position);
    omittedChars += cut.omittedChars;
    if (cut.block !== null) kept.push(cut.block);
    if (left > 0 && cut.text !== null) shown.push(cut.text);
    whole.push(text);
    // The line end between blocks counts too: a thousand empty ones are not nothing.
    left -= (cut.text?.length ?? 0) + 1;
    position += text.length + 1;
  }
  const text = cutHead(whole.join('\n'), maxKeptChars).text;
  return {
    blocks: kept,
    text,
    shown: shown.join('\n'),
    hidden: hidden === null ? null : { from: hidden.from, to: Math.min(hidden.to, text.length) },
    omittedChars,
    notes: leftOut === 0 ? [] : [`[${leftOut} blocks of data left out: too many or too large]`],
  };
}

interface CutBlock extends Pick<Cut, 'omittedChars' | 'omittedFrom'> {
  readonly block: ResultBlock | null;
  /** Its words as far as they fit; null where none do. */
  readonly text: string | null;
}

function cutBlock(block: ResultBlock, room: number, keep: ReadResult['keep']): CutBlock {
  const body = bodyOf(block);
  if (body === null) return cutLine(block, room);
  const head = headOf(block);
  const cut = (keep === 'ends' ? cutMiddle : cutHead)(body, Math.max(0, room - head.length));
  const { omittedChars, omittedFrom } = cut;
  if (room === 0) return { block: null, text: null, omittedChars: head.length + omittedChars, omittedFrom: 0 };
  return {
    block: withBody(block, cut.text),
    text: `${head}${cut.text}`,
    omittedChars,
    omittedFrom: head.length + omittedFrom,
  };
}

/** Half a link is none. Data has its own limit, and stays where its line has no room. */
function cutLine(block: ResultBlock, room: number): CutBlock {
  const text = blockText(block);
  const fits = text.length <= room;
  if (fits) return { block, text, omittedChars: 0, omittedFrom: text.length };
  return block.type === 'resource_link'
    ? { block: null, text: null, omittedChars: text.length, omittedFrom: 0 }
    : { block, text: null, omittedChars: 0, omittedFrom: text.length };
}

function withBody(block: ResultBlock, text: string): ResultBlock {
  if (block.type === 'text') return { ...block, text };
  if (block.type !== 'resource' || !('text' in block.resource)) return block;
  return { ...block, resource: { ...block.resource, text } };
}

/** From the first character that is missing to the last, where several blocks were cut. */
function hiddenWith(hidden: HiddenPart | null, cut: CutBlock, position: number): HiddenPart | null {
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
