// Grants: what was allowed for a session. The journal writes them with the answer that made them; here they are read and ended.
import type { Caller, Grant, JsonValue, Store, StoredRecord } from '../contract/index.ts';
import { bodyOf, numberOf, textOf, textOrNull } from './record-body.ts';

const collection = 'grants';

export interface Grants {
  /** Live ones of this caller, in its workspace, for this tool. */
  live(
    caller: Pick<Caller, 'session' | 'principal' | 'agent' | 'workspace'>,
    tool: string,
    now: number,
  ): Promise<readonly Grant[]>;
  /** All live ones. */
  list(now: number): Promise<readonly Grant[]>;
  /** False when none of that id is live. Moves the policy: it is dead for the next call of any process. */
  revoke(id: string, by: string, now: number): Promise<boolean>;
}

export function createGrants(store: Store): Grants {
  return {
    async live({ session, principal, agent, workspace }, tool, now) {
      const grants = (await store.list(collection, session)).map(toGrant);
      return grants.filter(
        (grant) =>
          isLive(grant, now) &&
          grant.tool === tool &&
          grant.principal === principal &&
          grant.agent === agent &&
          grant.workspace === workspace,
      );
    },
    async list(now) {
      return (await store.list(collection)).map(toGrant).filter((grant) => isLive(grant, now));
    },
    async revoke(id, by, now) {
      const record = await store.get(collection, id);
      if (record === null || !isLive(toGrant(record), now)) return false;
      await store.write({
        puts: [{ ...record, body: { ...record.body, revokedAt: now } }],
        events: [{ kind: 'grant_revoked', envelope: { grant: id, by }, values: {} }],
        movesPolicy: true,
      });
      return true;
    },
  };
}

function isLive(grant: Grant, now: number): boolean {
  return grant.revokedAt === null && grant.expiresAt > now;
}

function toGrant(record: StoredRecord): Grant {
  const body = bodyOf(record);
  const revokedAt = body['revokedAt'] ?? null;
  return {
    id: record.id,
    tool: textOf(body['tool']),
    fingerprint: textOf(body['fingerprint']),
    principal: textOf(body['principal']),
    agent: textOf(body['agent']),
    session: textOf(body['session']),
    // Of a version that did not say where: it covers nothing.
    workspace: textOrNull(body['workspace']) ?? '',
    targets: body['targets'] === null || body['targets'] === undefined ? null : texts(body['targets']),
    argumentKey: textOrNull(body['argumentKey']),
    reasons: texts(body['reasons']),
    mode: textOf(body['mode']),
    approvalId: textOf(body['approvalId']),
    createdAt: numberOf(body['createdAt']),
    expiresAt: numberOf(body['expiresAt']),
    revokedAt: revokedAt === null ? null : numberOf(revokedAt),
  };
}

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}
