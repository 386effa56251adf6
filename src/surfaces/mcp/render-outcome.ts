// Puts the outcome of a call into the words of MCP: a result, a result that is an error, or a protocol error.
import { ProtocolError, type CallToolResult } from '@modelcontextprotocol/server';
import {
  isCapabilityError,
  type Aborted,
  type ArgumentProblem,
  type Completed,
  type Failed,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type Pending,
  type Refused,
} from '../../contract/index.ts';
import { renderBlock } from './render-blocks.ts';

const invalidParams = -32602;
const internalError = -32603;

/** Ends that say nothing of the call: what serves it is out of order. */
const outOfOrder: ReadonlySet<string> = new Set([
  'store_unavailable',
  'store_newer',
  'store_locked',
  'runtime_closed',
  'daemon_unreachable',
  'internal',
]);

/** Throws a ProtocolError for an unknown tool and where what serves the call is out of order. */
export function renderOutcome(outcome: Outcome): CallToolResult {
  const result = resultOf(outcome);
  const { callId, receipt, unrecorded } = outcome;
  const note = { type: 'text' as const, text: 'The end of this call could not be recorded.' };
  return {
    ...result,
    content: unrecorded ? [...result.content, note] : result.content,
    _meta: { ...result._meta, 'gatehouse/call': { callId, receipt, unrecorded } },
  };
}

/** What a client is told of a fault: never a stack, and the words only where they were written for somebody to read. */
export function renderFault(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (!isCapabilityError(error))
    return new ProtocolError(internalError, 'Internal error. The log of Gatehouse says more.');
  return new ProtocolError(internalError, error.message, { code: error.code });
}

function resultOf(outcome: Outcome): CallToolResult {
  switch (outcome.kind) {
    case 'completed':
      return completed(outcome);
    case 'pending':
      return pending(outcome);
    case 'refused':
      return refused(outcome);
    case 'failed':
      return failed(outcome);
    case 'aborted':
      return aborted(outcome);
  }
}

function completed({ observation }: Completed): CallToolResult {
  const { structured, isError, label, omittedChars, ref } = observation;
  return {
    content: contentOf(observation),
    isError,
    ...(isObject(structured) ? { structuredContent: { ...structured } } : {}),
    _meta: { 'gatehouse/result': { label, omittedChars, ref } },
  };
}

/** What was recorded before blocks had their marks has them in its text alone. */
function contentOf({ text, blocks, label }: Completed['observation']): CallToolResult['content'] {
  const isUnmarked = label.trust === 'untrusted' && blocks.every(({ marked }) => marked === undefined);
  if (!isUnmarked || !blocks.some(({ type }) => type === 'text')) return blocks.map(renderBlock);
  return [{ type: 'text', text }, ...blocks.filter(({ type }) => type === 'image').map(renderBlock)];
}

function pending({ approval, retry }: Pending): CallToolResult {
  const { id, status, tool, expiresAt, reason } = approval;
  const lines =
    status === 'pending'
      ? [
          `Not run yet: ${tool} waits for a person to approve it (request ${id}, until ${expiresAt}).`,
          reason,
          `To approve: gatehouse approvals approve ${id} (in a clone: npm start -- approvals approve ${id}). To look at it first: gatehouse approvals show ${id}.`,
          'Then make the same call again, with the same arguments, to get its outcome.',
        ]
      : [
          `The request ${id} for ${tool} is ${status}; its outcome is not there yet.`,
          'Make the same call again, with the same arguments, to get its outcome.',
        ];
  return {
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: { status: 'pending', approval, retry },
    isError: false,
  };
}

function refused(outcome: Refused): CallToolResult {
  const { code, by, reason, hint, problems, nearest, schema } = outcome;
  if (outOfOrder.has(code)) throw new ProtocolError(internalError, sentences(reason, hint), { code });
  if (code === 'unknown_tool') throw new ProtocolError(invalidParams, sentences(reason, hint), { code, nearest });
  const lines = [
    `Refused: ${reason}`,
    ...(hint === '' ? [] : [hint]),
    ...problems.map(problemLine),
    ...(nearest.length === 0 ? [] : [`Near: ${nearest.join(', ')}`]),
    ...(schema === null ? [] : [`The parameters are: ${JSON.stringify(schema)}`]),
  ];
  return errorResult(lines.join('\n'), {
    status: 'refused',
    by,
    code,
    reason,
    hint,
    problems: problems.map(plain),
    nearest,
    schema,
  });
}

function failed({ code, message, mayStillAct }: Failed): CallToolResult {
  if (outOfOrder.has(code)) throw new ProtocolError(internalError, message, { code });
  const text = mayStillAct ? `${message}\nIt may still be acting: look before you try again.` : message;
  return errorResult(text, { status: 'failed', code, message, mayStillAct });
}

function aborted({ reason }: Aborted): CallToolResult {
  return errorResult(`Aborted: ${reason}`, { status: 'aborted', reason });
}

function errorResult(text: string, structured: JsonObject): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { ...structured }, isError: true };
}

function problemLine({ path, message, expected }: ArgumentProblem): string {
  return `- ${path === '' ? 'arguments' : path}: ${message} (expected: ${expected})`;
}

function plain({ path, message, expected }: ArgumentProblem): JsonObject {
  return { path, message, expected };
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}
