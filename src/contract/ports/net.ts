// The network as handlers see it: only URLs that were checked, every address judged again when dialled.
import type { CheckedUrl } from '../proof/proofs.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface FetchRequest {
  readonly method: HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Values for `{secret NAME}` in the path and the query of the URL, put in encoded when it is sent. No redirect takes them to another
   * origin, and no answer or error shows them.
   */
  readonly fill?: Readonly<Record<string, string>>;
  /** How long it may take in all, to the first byte, and between two pieces of the answer. Default: what the port has. */
  readonly withinMs?: number;
  /** The body is cut after so many bytes, decoded. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface FetchAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** True when the body was longer than `maxBytes`. */
  readonly cut: boolean;
  /** Where redirects ended. */
  readonly href: string;
}

/** Contract: throws CapabilityError `address_refused` or `fetch_failed`; follows at most five redirects, judging each hop anew. */
export interface NetAccess {
  fetch(url: CheckedUrl, request: FetchRequest): Promise<FetchAnswer>;
}
