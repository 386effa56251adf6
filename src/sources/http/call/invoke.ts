// Sends the request of one call: to the very address that was judged, with the secrets that its templates name and no others.
import type { FetchRequest, Handler, ToolResult } from '../../../contract/index.ts';
import type { HttpTool } from '../http-tool.ts';
import { fillBody, neededParts } from '../template/body.ts';
import { missingKey, type Filling } from '../template/fill-parts.ts';
import { fillHeaders } from '../template/headers.ts';
import { secretsFor, type SecretNeeds } from '../values.ts';
import { answerText, maxBytes } from './answer-text.ts';

const ownHeaders = { accept: '*/*', 'user-agent': 'Mozilla/5.0 (compatible; Gatehouse)' };

export function invokeHttp(tool: HttpTool, needs: SecretNeeds): Handler {
  return async (args, context) => {
    if (tool.unset !== null) return refused(tool, `${tool.name} is not configured: ${tool.unset}`);
    const url = context.urls[''];
    if (url === undefined) throw new Error('The address of the tool came without a proof that it was checked.');
    const key = missingKey(
      [...tool.headers.flatMap(({ parts }) => parts), ...(tool.body === null ? [] : neededParts(tool.body))],
      args,
    );
    if (key !== null) return refused(tool, `it needs ${key}: pass ${key}=<value>`);
    const secrets = await secretsOrProblem(tool, needs);
    if (typeof secrets === 'string') return refused(tool, secrets);
    const request = requestOf(tool, { args, secrets });
    if ('problem' in request) return refused(tool, request.problem);
    const answer = await context.ports.net.fetch(url, { ...request, fill: secrets, signal: context.signal });
    return answerText(tool, answer, context.signal);
  };
}

type Sent = Pick<FetchRequest, 'method' | 'headers' | 'body' | 'maxBytes' | 'withinMs'>;

function requestOf(
  { method, headers, body, timeoutMs }: HttpTool,
  filling: Filling,
): Sent | { readonly problem: string } {
  const filled = fillHeaders(headers, filling);
  if ('problem' in filled) return filled;
  const content = body === null ? {} : { 'content-type': body.type };
  return {
    method,
    headers: { ...ownHeaders, ...content, ...filled.headers },
    ...(body === null ? {} : { body: fillBody(body, filling) }),
    maxBytes,
    withinMs: timeoutMs,
  };
}

async function secretsOrProblem({ secrets }: HttpTool, needs: SecretNeeds): Promise<Record<string, string> | string> {
  try {
    return await secretsFor(secrets, needs);
  } catch (cause) {
    if (cause instanceof Error) return cause.message;
    throw cause;
  }
}

function refused({ name }: Pick<HttpTool, 'name'>, why: string): ToolResult {
  return { blocks: [{ type: 'text', text: `${name} sent nothing: ${why}.`.replace(/\.\.$/, '.') }], isError: true };
}
