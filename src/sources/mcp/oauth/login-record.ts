// What is kept of a login: the tokens, and everything that says where alone they may go. One text in the secret store.
import { z } from 'zod';

const address = z.string().min(1).max(4_096);
const hidden = z.string().min(1).max(32_768).nullable();

const client = z.object({
  id: z.string().min(1).max(4_096),
  redirectUri: address,
  method: z.enum(['client_secret_basic', 'client_secret_post', 'none']),
  /** By us, and not by the owner. */
  isRegistered: z.boolean(),
});

const recordSchema = z.object({
  kind: z.literal('mcp_login'),
  version: z.literal(1),
  /** Of the MCP server: its tokens are sent to no other address. */
  url: address,
  /** As the server calls itself (RFC 8707). */
  resource: address,
  issuer: address,
  tokenEndpoint: address,
  revocationEndpoint: address.nullable(),
  client,
  /** What was granted; null where nobody said. */
  scope: z.string().nullable(),
  /** What the server asked for since, in answer to calls. */
  wanted: z.string(),
  /** Milliseconds since the epoch; null where nobody said. */
  expiresAt: z.number().nullable(),
  /** From when on it is renewed. */
  renewAt: z.number().nullable(),
  hidden: z.object({ accessToken: hidden, refreshToken: hidden, clientSecret: hidden }),
});

export type LoginRecord = Readonly<z.infer<typeof recordSchema>>;
export type LoginClient = LoginRecord['client'];

/** Null for what is no record of this version. */
export function readLoginRecord(text: string): LoginRecord | null {
  try {
    const read = recordSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The values in it that nobody may be shown; null for what is no record. */
export function hiddenValues(text: string): readonly string[] | null {
  const record = readLoginRecord(text);
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
