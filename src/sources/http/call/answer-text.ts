// What is told of an answer: its text, its title, or what a filter leaves of it. Whatever could not be done is said, and never swallowed.
import type { FetchAnswer, ToolResult } from '../../../contract/index.ts';
import { decodePage, titleOf } from '../../../text/index.ts';
import type { HttpTool } from '../http-tool.ts';
import { runFilter } from '../jq/run-filter.ts';

export const maxBytes = 5 * 1024 * 1024;

export async function answerText(tool: HttpTool, answer: FetchAnswer, signal: AbortSignal): Promise<ToolResult> {
  if (tool.method === 'HEAD') return told(headText(answer), answer.status >= 400);
  if (answer.cut) return told(`The response exceeded the ${maxBytes}-byte limit, and nothing of it is shown.`, true);
  const page = decodePage(answer.body, answer.headers['content-type'] ?? '');
  const text = page.kind === 'binary' ? binary(page.mediaType, answer.body.length) : page.text;
  if (answer.status >= 400) return told(`HTTP ${answer.status}: ${text}`, true);
  if (text.trim() === '') return told('HTTP request completed with an empty response.');
  return told(page.kind === 'binary' ? text : await takenOut(tool, text, signal));
}

/** What the tool wants of a text. */
async function takenOut({ filter, extract, timeoutMs }: HttpTool, text: string, signal: AbortSignal): Promise<string> {
  if (extract === 'title') return titleOf(text) || 'The page has no title.';
  if (filter === null) return text;
  const { text: left, problem } = await runFilter({ filter, input: text, timeoutMs, signal });
  if (problem !== null)
    return `The filter failed, so this is the response as it came. jq said: ${problem.trim()}\n\n${text}`;
  return left.trim() === '' ? `The filter left nothing of the ${text.length} characters of the response.` : left;
}

/** All that a HEAD is asked for. */
function headText({ status, headers }: FetchAnswer): string {
  return [`HTTP ${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n');
}

function binary(mediaType: string, bytes: number): string {
  return `This is not text (${mediaType}, ${bytes} bytes), so nothing of it is shown.`;
}

function told(text: string, isError = false): ToolResult {
  return { blocks: [{ type: 'text', text }], isError, keep: 'head' };
}
