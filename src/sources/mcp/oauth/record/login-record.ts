// What is kept of a login: the tokens, and everything that says where alone they may go. One text in the secret store.
import type { z } from 'zod';
import type { recordSchema } from './login-schema.ts';

export type LoginRecord = Readonly<z.infer<typeof recordSchema>>;
export type LoginClient = LoginRecord['client'];

/** Null for what is no record of this version. */
export async function readLoginRecord(text: string): Promise<LoginRecord | null> {
  // Every secret is asked whether it is one, and what reads them is long in loading.
  if (!text.includes('mcp_login')) return null;
  const { recordSchema: schema } = await import('./login-schema.ts');
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The values in it that nobody may be shown; null for what is no record. */
export async function hiddenValues(text: string): Promise<readonly string[] | null> {
  const record = await readLoginRecord(text);
  return record === null ? null : Object.values(record.hidden).filter((value) => value !== null);
}

/** The same client and scopes, and no way in: from then on a person has to log in. */
export function withoutTokens(record: LoginRecord): LoginRecord {
  return {
    ...record,
    expiresAt: null,
    renewAt: null,
    hidden: { ...record.hidden, accessToken: null, refreshToken: null },
  };
}

/** Where the record of one server is kept. */
export interface LoginStore {
  /** As any process of this home wrote it last. Null where there is none, or where it is one of another address. */
  read(): Promise<LoginRecord | null>;
  write(record: LoginRecord, by: string): Promise<void>;
  remove(by: string): Promise<void>;
  /** One after the other, over all processes of this home. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}
