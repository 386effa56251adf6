// What is told of an answer: its text, its title, or what a filter leaves of it. Whatever could not be done is said, and never swallowed.
import type { FetchAnswer, ToolResult } from '../../../contract/index.ts';
import { decodePage, titleOf } from '../../../text/index.ts';
import type { HttpTool } from '../http-tool.ts';
import { runFilter } from '../jq/run-filter.ts';

export const maxBytes = 5 * 1024 * 1024;

export async function answerText(
  { filter, extract, timeoutMs }: HttpTool,
  answer: FetchAnswer,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (answer.cut) return told(`The response exceeded the ${maxBytes}-byte limit, and nothing of it is shown.`, true);
  const page = decodePage(answer.body, answer.headers['content-type'] ?? '');
  const text = page.kind === 'binary' ? binary(page.mediaType, answer.body.length) : page.text;
  if (answer.status >= 400) return told(`HTTP ${answer.status}: ${text}`, true);
  if (text.trim() === '') return told('HTTP request completed with an empty response.');
  if (page.kind === 'binary') return told(text);
  if (extract === 'title') return told(titleOf(text) || 'The page has no title.');
  if (filter === null) return told(text);
  const { text: left, problem } = await runFilter({ filter, input: text, timeoutMs, signal });
  if (problem !== null)
    return told(`The filter failed, so this is the response as it came. jq said: ${problem.trim()}\n\n${text}`);
  return told(
    left.trim() === '' ? `The filter left nothing of the ${answer.body.length} bytes of the response.` : left,
  );
}

function binary(mediaType: string, bytes: number): string {
  return `This is not text (${mediaType}, ${bytes} bytes), so nothing of it is shown.`;
}

function told(text: string, isError = false): ToolResult {
  return { blocks: [{ type: 'text', text }], isError, keep: 'head' };
}
