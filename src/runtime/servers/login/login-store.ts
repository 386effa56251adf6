// The login of one server in the secret store: under a name that says which server, bound to its address and to who configured it.
import type { SecretView } from '../../../contract/index.ts';
import type { ProcessLocks } from '../../../host/index.ts';
import { readLoginRecord, type LoginRecord, type LoginStore, type ServerSpec } from '../../../sources/index.ts';
import { canonicalJson, sha256Hex } from '../../../text/index.ts';

/** As much of the secrets as a login needs. */
export interface LoginSecrets {
  find(name: string): Promise<SecretView | null>;
  valueOf(name: string): Promise<string>;
  set(name: string, value: string, by: string): Promise<SecretView>;
  remove(name: string, by: string): Promise<void>;
}

export interface LoginStoreNeeds {
  /** There once everything is assembled. */
  readonly secrets: () => Promise<LoginSecrets>;
  readonly processLocks: ProcessLocks;
}

export interface NamedLoginStore extends LoginStore {
  readonly secret: string;
}

/** Renewing takes three tries of 15 s at most. */
const lockMs = 120_000;

/** `url` is the address with every variable in place. */
export function createLoginStore(
  { name, from }: Pick<ServerSpec, 'name' | 'from'>,
  url: string,
  { secrets, processLocks }: LoginStoreNeeds,
): NamedLoginStore {
  // The same name and address in a project's file is another server: it never gets, and never replaces, the owner's.
  const key = sha256Hex(canonicalJson({ name, from, url })).slice(0, 16);
  const secret = `mcp_login_${name.replaceAll(/[^A-Za-z0-9-]/g, '_').slice(0, 32)}_${key}`;
  let last: { readonly stamp: string; readonly record: LoginRecord | null } | null = null;
  return {
    secret,
    async read() {
      const desk = await secrets();
      const kept = await desk.find(secret);
      if (kept === null) return null;
      // Written by another process, it is another time.
      if (last?.stamp === kept.setAt) return last.record;
      const record = await readLoginRecord(await desk.valueOf(secret));
      last = { stamp: kept.setAt, record: record?.url === url ? record : null };
      return last.record;
    },
    async write(record, by) {
      const { setAt } = await (await secrets()).set(secret, JSON.stringify(record), by);
      last = { stamp: setAt, record };
    },
    async remove(by) {
      const desk = await secrets();
      if ((await desk.find(secret)) !== null) await desk.remove(secret, by);
      last = null;
    },
    alone: (work) => processLocks.alone(`login-${key}`, lockMs, work),
  };
}
