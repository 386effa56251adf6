// The deciding authority over the owner's socket.
import type { AnswerResult, ApprovalAnswer, ApprovalView, EventQuery, JsonValue, Owner } from '../../contract/index.ts';
import { socketEvents } from '../../host/index.ts';
import { readItem, socketRequestOf, streamFault, type Exchange, type RemotePlace } from './exchange.ts';
import { exportBody } from './parameters.ts';

/** Who decides is whoever may open the socket: `by` is stamped by the daemon, and what is passed here is not sent. */
export function ownerOver(exchange: Exchange, place: RemotePlace): Owner {
  const { read } = exchange;
  const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    answer: (id, answer, { signal }) => answerRequest({ id, answer, signal }, exchange),
    answerQuestion: (id, answer) => read({ method: 'POST', path: `${at('/api/questions', id)}/answer`, body: answer }),
    addRule: (rule, { broad }) => read({ method: 'POST', path: '/api/rules', body: { ...rule, broad } }),
    removeRule: (id) => read({ method: 'DELETE', path: at('/api/rules', id) }),
    async revokeGrant(id) {
      await read({ method: 'DELETE', path: at('/api/grants', id) });
    },
    async removeRoot(id) {
      await read({ method: 'DELETE', path: at('/api/roots', id) });
    },
    async forgetSearches(tool) {
      const { forgotten } = await read<{ forgotten: number }>({
        method: 'POST',
        path: '/api/searches/forget',
        body: { tool },
      });
      return forgotten;
    },
    sessions: () => read({ method: 'GET', path: '/api/sessions' }),
    async setSessionMode(session, mode) {
      await read({ method: 'PUT', path: `${at('/api/sessions', session)}/mode`, body: { mode } });
    },
    addToken: (asked) => read({ method: 'POST', path: '/api/tokens', body: { ...asked } }),
    tokens: () => read({ method: 'GET', path: '/api/tokens' }),
    async revokeToken(name) {
      await read({ method: 'DELETE', path: at('/api/tokens', name) });
    },
    secrets: () => read({ method: 'GET', path: '/api/secrets' }),
    setSecret: (name, value) => read({ method: 'PUT', path: at('/api/secrets', name), body: { value } }),
    async removeSecret(name) {
      await read({ method: 'DELETE', path: at('/api/secrets', name) });
    },
    servers: () => read({ method: 'GET', path: '/api/mcp-servers' }),
    reviewServer: (name) => read({ method: 'POST', path: `${at('/api/mcp-servers', name)}/review` }),
    acceptServer: (name, digest) =>
      read({ method: 'POST', path: `${at('/api/mcp-servers', name)}/accept`, body: { digest } }),
    lockServers: () => read({ method: 'POST', path: '/api/mcp-servers/lock' }),
    refreshServers: () => read({ method: 'POST', path: '/api/mcp-servers/refresh' }),
    sources: () => read({ method: 'GET', path: '/api/sources' }),
    refreshSources: (name) => read({ method: 'POST', path: '/api/sources/refresh', body: { name } }),
    beginLogin: (name, port) => read({ method: 'POST', path: `${at('/api/mcp-servers', name)}/login`, body: { port } }),
    endLogin: (name, address) =>
      read({ method: 'POST', path: `${at('/api/mcp-servers', name)}/login/end`, body: { address } }),
    logout: (name) => read({ method: 'POST', path: `${at('/api/mcp-servers', name)}/logout` }),
    async trustFolder(folder) {
      await read({ method: 'POST', path: '/api/trusted-folders', body: { folder } });
    },
    verifyAudit: () => read({ method: 'POST', path: '/api/audit/verify' }),
    exportAudit: (query) => exportItems(query, place),
    async redact({ writer, seq }, fields, reason) {
      await read({ method: 'POST', path: '/api/audit/erase', body: { writer, seq, fields, reason } });
    },
    diagnose: () => read({ method: 'GET', path: '/api/doctor' }),
  };
}

interface AnswerRequest {
  readonly id: string;
  readonly answer: ApprovalAnswer;
  readonly signal: AbortSignal | undefined;
}

/** Who stops waiting gets how far it is: the answer itself was written before the waiting began, or never reached the daemon. */
async function answerRequest({ id, answer, signal }: AnswerRequest, { read }: Exchange): Promise<AnswerResult> {
  const path = `/api/approvals/${encodeURIComponent(id)}`;
  try {
    return await read({ method: 'POST', path: `${path}/answer`, body: answer, signal });
  } catch (cause) {
    if (signal?.aborted !== true) throw cause;
    const approval = await read<ApprovalView>({ method: 'GET', path });
    return {
      approval,
      outcome: null,
      text: approval.status === 'approved' ? 'approved, waiting for the runtime that asked' : approval.status,
    };
  }
}

/** As events and not as lines: so it can be longer than memory. */
async function* exportItems(query: EventQuery, place: RemotePlace): AsyncIterable<JsonValue> {
  try {
    for await (const data of socketEvents(
      socketRequestOf(place, { method: 'POST', path: '/api/audit/export', body: exportBody(query) }),
    )) {
      yield readItem(data);
    }
  } catch (cause) {
    throw streamFault(cause);
  }
}
