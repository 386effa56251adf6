// Takes the force out of text before a model reads it: nothing invisible is left, and no token of a chat template.
import { visibleForm } from './escape-visible.ts';
import { invisible, isInPlace } from './invisible.ts';

/** Stands behind the first character of what was defanged: enough to break a token, and easy to see. */
const fang = '¦';

/** A longer run is no accident of typing but hidden text; its length is told and not its content. */
const longestWrittenOut = 8;

const printable = /^[\x20-\x7e\n\r\t]*$/;
const invisibleRuns = new RegExp(`(?:(?![\\n\\r\\t])${invisible})+`, 'gv');

const angleTokens = [
  // ChatML, Llama 3, Phi, GLM, Qwen: <|im_start|>, <|eot_id|>; DeepSeek writes the bars in full width.
  String.raw`[|\uff5c][^<>\n]{1,64}[|\uff5c]>`,
  // Llama 2: <<SYS>>, <</SYS>>.
  String.raw`<\/?SYS>>`,
  // Sentence marks and Gemma turns.
  String.raw`\/?(?:s|bos|eos|pad|unk|mask|(?:start|end)_of_(?:turn|image)|extra_id_\d+)>`,
  // Tool calls and results as Hermes, Qwen, Claude and others write them.
  String.raw`\/?(?:[a-z]+:)?(?:tool_calls?|tool_response|tool_results?|function_calls?|function_results?|invoke|parameter)(?=[\s>=])`,
];
const squareTokens = String.raw`\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|IMG|BOS|EOS)\]`;
const chatTokens = new RegExp(String.raw`<(?=${angleTokens.join('|')})|\[(?=${squareTokens})`, 'giu');
/** The turns of a bare transcript. */
const bareTurns = /((?:\r?\n){2}(?:Human|Assistant))(?=:)/g;

/**
 * Writes invisible characters out (tabs and line ends stay; runs longer than 8 become a note) and breaks chat-template tokens
 * with a `¦`. Nothing is removed without a trace, so no token can form from what is left. Idempotent.
 */
export function neutraliseForModel(text: string): string {
  const seen = printable.test(text)
    ? text
    : text.replace(invisibleRuns, (run, offset: number) => writeOut(text, run, offset));
  return seen.replace(chatTokens, `$&${fang}`).replace(bareTurns, `$1${fang}`);
}

/** Breaks whatever the pattern finds, behind its first character. */
export function defang(text: string, opening: RegExp): string {
  return text.replace(opening, `$&${fang}`);
}

function writeOut(text: string, run: string, offset: number): string {
  const characters = Array.from(run);
  if (characters.length > longestWrittenOut) return `[${characters.length} invisible characters]`;
  let at = offset;
  let written = '';
  for (const character of characters) {
    written += isInPlace(text, at) ? character : visibleForm(character);
    at += character.length;
  }
  return written;
}
