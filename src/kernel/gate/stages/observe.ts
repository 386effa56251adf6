// Stage 9: what comes back becomes an observation, at one place for every surface: redacted, capped, labelled, wrapped, and kept.
import {
  seamChars,
  type HiddenPart,
  type NewResult,
  type Observation,
  type ResultBlock,
  type ResultLabel,
  type ShownBlock,
  type Tool,
} from '../../../contract/index.ts';
import { cutMiddle, neutraliseForModel, randomHex, wrapUntrusted } from '../../../text/index.ts';
import { redactJson, type Redact } from '../../audit/redact-json.ts';
import { redactedText } from '../frame/fault.ts';
import { bodyOf } from '../result/block-text.ts';
import { capBlocks, capStructured } from '../result/cap-result.ts';
import { readResult } from '../result/read-result.ts';

/** What is kept of an observation, but for whose it is. */
export type Taken = Pick<NewResult, 'label' | 'text' | 'hidden' | 'shown' | 'alsoShown' | 'use'>;

export interface ObserveDeps {
  readonly redact: Redact;
  readonly limits: { readonly resultChars: number };
  /** Marks the session and keeps the text; answers the ref. */
  readonly keep: (taken: Taken) => Promise<string>;
}

/** Throws when the result is none, or cannot be made safe; the gate then withholds it. */
export async function observe(result: unknown, tool: Tool, deps: ObserveDeps): Promise<Observation> {
  const read = readResult(result);
  const label = labelOf(tool, read.label);
  const { blocks, text, shown, hidden, omittedChars, notes } = capBlocks(read, deps);
  const structured =
    read.structured === undefined
      ? null
      : capStructured(redactJson(read.structured, structuredText(label, deps)), deps.limits.resultChars);
  const alsoShown = structured === null ? '' : JSON.stringify(structured);
  const kept = { label, text, hidden, shown: hidden === null ? null : shown, alsoShown };
  const ref = await keepIfNeeded({ ...kept, use: useOf(tool, label, hidden) }, deps);
  const lines = hidden === null ? notes : [...notes, leftOut({ omittedChars, hidden, ref }, text.length)];
  return {
    text: [...(shown === '' && lines.length > 0 ? [] : [forModel(shown, label)]), ...lines].join('\n'),
    blocks: [
      ...blocks.map((block) => marked(block, label)),
      ...lines.map((line): ShownBlock => ({ type: 'text', text: line })),
    ],
    structured,
    isError: read.isError === true,
    label,
    omittedChars,
    ref,
  };
}

/** What a tool says of its failure goes the same way as its results: it may repeat what others wrote. */
export async function observeFailure(
  message: string,
  tool: Tool,
  { redact, limits, keep }: ObserveDeps,
): Promise<string> {
  const label = declaredLabel(tool);
  const { text } = cutMiddle(redactedText(message, redact), limits.resultChars);
  if (isMarked(label)) await keep({ label, text, hidden: null, shown: null, alsoShown: '', use: 'last' });
  return forModel(text, label);
}

/** Of a text that its tool says nothing about. */
export function declaredLabel(tool: Tool): ResultLabel {
  return labelOf(tool, undefined);
}

/** What a tool says of its text may tighten what it declared and never loosens it. */
function labelOf(tool: Tool, said: ResultLabel | undefined): ResultLabel {
  const untrusted = tool.untrustedResult || said?.trust === 'untrusted';
  return {
    source: said?.source ?? tool.origin.source,
    tool: said?.tool ?? tool.name,
    trust: untrusted ? 'untrusted' : 'trusted',
    private: tool.ownerOnly || tool.effects.includes('reads_private') || said?.private === true,
  };
}

function isMarked(label: ResultLabel): boolean {
  return label.trust === 'untrusted' || label.private;
}

/** A tool that hands on kept results does not become the last one itself: it would hide what it reads. */
function useOf(tool: Tool, label: ResultLabel, hidden: HiddenPart | null): Taken['use'] {
  if (tool.mode === 'last_output') return 'again';
  return isMarked(label) || hidden !== null ? 'last' : 'last_only';
}

/** Null where there is nothing to read on. What nobody could be told apart by later is not shown at all: that throws. */
async function keepIfNeeded(taken: Taken, { keep }: ObserveDeps): Promise<string | null> {
  if (isMarked(taken.label)) {
    const ref = await keep(taken);
    return taken.hidden === null ? null : ref;
  }
  if (taken.use === 'again') return null;
  try {
    const ref = await keep(taken);
    return taken.hidden === null ? null : ref;
  } catch {
    // Whole or cut, the result is good; there is no more of it to read.
    return null;
  }
}

interface LeftOut {
  readonly omittedChars: number;
  readonly hidden: HiddenPart;
  readonly ref: string | null;
}

function leftOut({ omittedChars, hidden, ref }: LeftOut, keptChars: number): string {
  if (ref === null) return `[${omittedChars} characters left out. Ask for less at a time.]`;
  const offset = Math.max(0, hidden.from - seamChars);
  return `[${omittedChars} characters left out. To read them: read_content with ref ${ref} and offset ${offset}, of ${keptChars}.]`;
}

/** A program's part of the result reaches models too. */
function structuredText({ trust }: ResultLabel, { redact }: ObserveDeps): Redact {
  return trust === 'untrusted' ? (text) => neutraliseForModel(redact(text)) : redact;
}

/** Control characters and chat-template tokens are neutralised whoever wrote the text: a file of the workspace can hold them too. */
function forModel(text: string, { trust, tool }: ResultLabel): string {
  return trust === 'untrusted' ? wrapUntrusted(text, { nonce: randomHex(8), source: tool }) : neutraliseForModel(text);
}

/** Each block by itself, so that data stands where it stood between texts, and a client that shows one block shows its markers. */
function marked(block: ResultBlock, label: ResultLabel): ShownBlock {
  const text = block.type === 'resource_link' ? block.description : bodyOf(block);
  if (text === undefined || text === null || text === '') return block;
  const shown = forModel(text, label);
  return shown === text ? block : { ...block, marked: shown };
}
