// Puts an open request for approval to the person behind the client. The runtime says whether that person's answer counts; here it is only
// asked and carried.
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ApprovalView } from '../../contract/index.ts';
import { escapeVisible } from '../../text/index.ts';

export type ClientAnswer = 'approve' | 'deny' | 'none';

/** How a connection can be asked. */
export type ClientQuestion =
  /** A 2025-era client: we send it a request and wait. */
  | { readonly kind: 'push'; ask(approval: ApprovalView): Promise<ClientAnswer> }
  /** A 2026-era client: the question is our result, and the answer comes with the same call made again. */
  | {
      readonly kind: 'retry';
      answerTo(approval: ApprovalView): ClientAnswer | null;
      ask(approval: ApprovalView): InputRequiredResult;
    };

/** Null where the client did not say that it can show a form. */
export function clientQuestion(server: Server, context: ServerContext): ClientQuestion | null {
  const { inputResponses } = context.mcpReq;
  const { era, form } = shownBy(server, context);
  if (!form) return null;
  if (era === 'push') return { kind: 'push', ask: (approval) => push(approval, context) };
  return {
    kind: 'retry',
    // The key is the request's own id: an answer that was given to another question answers nothing here. The id is no secret and proves
    // nothing; whose request it is, and whether this client may answer it, is for the runtime to say.
    answerTo: (approval) => {
      const response = inputResponse(inputResponses, approval.id);
      return response.kind === 'elicit' ? readAnswer(response.action, response.content) : null;
    },
    ask: (approval) => inputRequired({ inputRequests: { [approval.id]: inputRequired.elicit(formFor(approval)) } }),
  };
}

/** What a client can show its user, and how it is asked to. */
export interface ShownBy {
  /** `push`: we send it a request and wait. `retry`: the question is our result, and the same call made again brings the answer. */
  readonly era: 'push' | 'retry';
  readonly form: boolean;
  readonly url: boolean;
  /** The question whether it may be asked for a completion, which is shown as a form. */
  readonly sampling: boolean;
  /** The completions that it makes itself. */
  readonly completion: boolean;
  readonly completionTools: boolean;
}

export function shownBy(server: Server, context: ServerContext): ShownBy {
  const envelope: Readonly<Record<string, unknown>> | undefined = context.mcpReq.envelope;
  // A 2026-era request says it anew each time; a 2025-era client said it once, at the start.
  const declared = envelope === undefined ? server.getClientCapabilities() : envelope[CLIENT_CAPABILITIES_META_KEY];
  const elicitation = memberOf(declared, 'elicitation');
  const isThere = typeof elicitation === 'object' && elicitation !== null;
  const [form, url] = [memberOf(elicitation, 'form') !== undefined, memberOf(elicitation, 'url') !== undefined];
  // An empty declaration means forms, as it did before there were modes.
  const showsForms = isThere && (form || !url);
  const sampling = memberOf(declared, 'sampling');
  return {
    era: envelope === undefined ? 'push' : 'retry',
    form: showsForms,
    url,
    sampling: showsForms,
    completion: typeof sampling === 'object' && sampling !== null,
    completionTools: memberOf(sampling, 'tools') !== undefined,
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

const longestMs = 24 * 60 * 60 * 1000;

/** A client that fails to ask has not answered: the request stays open. */
async function push(approval: ApprovalView, { mcpReq }: ServerContext): Promise<ClientAnswer> {
  const timeout = Math.min(Math.max(Date.parse(approval.expiresAt) - Date.now(), 1), longestMs);
  try {
    const request = { method: 'elicitation/create' as const, params: { ...formFor(approval), mode: 'form' as const } };
    const { action, content } = await mcpReq.send(request, { signal: mcpReq.signal, timeout });
    return readAnswer(action, content);
  } catch {
    return 'none';
  }
}

/** Only the two words answer. To dismiss the form is no answer: whoever did may not have read it. */
function readAnswer(action: string, content: object | undefined): ClientAnswer {
  if (action !== 'accept' || content === undefined || !('decision' in content)) return 'none';
  const { decision } = content;
  return decision === 'approve' || decision === 'deny' ? decision : 'none';
}

function formFor(approval: ApprovalView): ElicitRequestFormParams {
  return {
    message: questionText(approval),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: 'Decision',
          description: 'approve runs this call once, exactly as shown; deny refuses it.',
          enum: ['approve', 'deny'],
        },
      },
      required: ['decision'],
    },
  };
}

/** Everything whole: what is approved is what is shown. The view is escaped already; escaping again changes nothing that is. */
function questionText(approval: ApprovalView): string {
  const { tool, title, targets, risk, reason, agent, principal, workspace, id, expiresAt, evidence } = approval;
  const lines = [
    `Allow ${tool} (${title}) to run once?`,
    `Why it asks: ${reason}`,
    `Risk: ${risk}`,
    ...targets.map(({ kind, action, value }) => `Target: ${action} ${kind} ${value}`),
    `Arguments: ${approval.arguments === null ? '(purged)' : JSON.stringify(approval.arguments, null, 2)}`,
    ...evidence.map(({ effect, source, text }) => `Found: ${effect} by ${source}: ${text}`),
    `Asked by ${agent} as ${principal} in ${workspace}`,
    `Request ${id}, open until ${expiresAt}`,
  ];
  return escapeVisible(lines.join('\n'), { keepLines: true });
}
