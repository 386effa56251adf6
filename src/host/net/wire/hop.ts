// What one request to judged addresses is, and what comes back.
import type { HttpMethod } from '../../../contract/index.ts';

export interface NetLimits {
  /** One lookup of a name. */
  readonly lookupMs: number;
  readonly connectMs: number;
  /** From the request to the end of the response's headers, interim answers included. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly idleMs: number;
  /** The whole fetch: lookups, redirects and body. */
  readonly totalMs: number;
  readonly maxHeaderBytes: number;
}

export interface Hop {
  readonly url: URL;
  /** The judged addresses; the connection goes to one of these. */
  readonly addresses: readonly string[];
  /** The forward proxy that makes the connection, or null. */
  readonly proxy: URL | null;
  readonly method: HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly maxBytes: number;
  readonly limits: NetLimits;
  readonly signal: AbortSignal;
}

export interface HopAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly cut: boolean;
}

/** Makes the request of one hop. The body of a redirect is left unread. */
export type DialHop = (hop: Hop) => Promise<HopAnswer>;
