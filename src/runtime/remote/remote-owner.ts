// The deciding authority over the owner's socket.
import { CapabilityError, type AnswerResult, type Finding, type JsonValue, type Owner, type Rule, type SessionView, type TokenView, type VerifyReport } from '../../contract/index.ts';
import { socketRequest } from '../../host/index.ts';
import { parseJson } from '../../text/index.ts';
import { answerLimits, remoteHeaders, type Exchange, type RemotePlace } from './exchange.ts';

/** Who decides is whoever may open the socket; `by` is stamped by the daemon. */
export function ownerOver(exchange: Exchange, place: RemotePlace): Owner {
  const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    answer: (id, answer, _by, signal) => exchange<AnswerResult>({ method: 'POST', path: `${at('/api/approvals', id)}/answer`, body: answer, signal }),
    addRule: (rule, { broad }) => exchange<Rule>({ method: 'POST', path: '/api/rules', body: { ...rule, broad } }),
    removeRule: (id) => exchange<Rule>({ method: 'DELETE', path: at('/api/rules', id) }),
    async revokeGrant(id) {
      await exchange({ method: 'DELETE', path: at('/api/grants', id) });
    },
    sessions: () => exchange<readonly SessionView[]>({ method: 'GET', path: '/api/sessions' }),
    async setSessionMode(session, mode) {
      await exchange({ method: 'PUT', path: `${at('/api/sessions', session)}/mode`, body: { mode } });
    },
    addToken: (name, trust) => exchange<{ view: TokenView; token: string }>({ method: 'POST', path: '/api/tokens', body: { name, trust } }),
    tokens: () => exchange<readonly TokenView[]>({ method: 'GET', path: '/api/tokens' }),
    async revokeToken(name) {
      await exchange({ method: 'DELETE', path: at('/api/tokens', name) });
    },
    async trustFolder(folder) {
      await exchange({ method: 'POST', path: '/api/trusted-folders', body: { folder } });
    },
    verifyAudit: () => exchange<VerifyReport>({ method: 'POST', path: '/api/audit/verify' }),
    exportAudit: (query) => exportLines(query.since, place),
    async redact(writer, seq, fields, reason) {
      await exchange({ method: 'POST', path: '/api/audit/erase', body: { writer, seq, fields, reason } });
    },
    diagnose: () => exchange<readonly Finding[]>({ method: 'GET', path: '/api/doctor' }),
  };
}

async function* exportLines(since: number | undefined, place: RemotePlace): AsyncIterable<JsonValue> {
  const path = `/api/audit/export${since === undefined ? '' : `?since=${since}`}`;
  const answer = await socketRequest({ socketPath: place.socketPath, method: 'GET', path, headers: remoteHeaders(place, undefined) });
  if (answer.status !== 200) throw new CapabilityError('daemon_unreachable', `The daemon answered ${answer.status} to the export.`);
  for (const line of answer.body.split('\n')) {
    if (line === '') continue;
    const parsed = parseJson(line, answerLimits);
    if (!parsed.ok) throw new CapabilityError('daemon_unreachable', 'The daemon ended the export in the middle of a line.');
    yield parsed.value;
  }
}
