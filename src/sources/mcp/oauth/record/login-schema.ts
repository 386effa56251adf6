// The shape of the record of a login.
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

export const recordSchema = z.object({
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
