// Puts what went wrong on the network into words a model can act on.
import { CapabilityError } from '../../../contract/index.ts';

const meanings: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name has no address; check its spelling',
  EAI_AGAIN: 'the name could not be looked up just now',
  EAI_FAIL: 'the name could not be looked up: the name server refused to answer',
  LOOKUP_TIMEOUT: 'the name could not be looked up in time',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was broken off',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not take the connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not begin to answer in time',
  UND_ERR_BODY_TIMEOUT: 'it stopped in the middle of its answer',
  UND_ERR_HEADERS_OVERFLOW: 'its headers are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its body is not as long as it said',
  // Not Node's own words: they hold what stands in the certificate, which anybody may write.
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  UND_ERR_SOCKET: 'the connection was broken off',
  Z_DATA_ERROR: 'its compressed answer is broken',
  Z_BUF_ERROR: 'its compressed answer is incomplete',
};

/** A `fetch_failed` that names the origin; the path and query may hold more than a message should. */
export function describeFailure(url: URL, cause: unknown, caller: AbortSignal): CapabilityError {
  return new CapabilityError('fetch_failed', `Fetching from ${url.origin} failed: ${reason(cause, caller)}.`, {
    cause,
  });
}

function reason(cause: unknown, caller: AbortSignal): string {
  if (caller.aborted) return 'the call was given up';
  if (!(cause instanceof Error)) return 'for a reason that was not given';
  if (cause.name === 'TimeoutError') return 'it took too long';
  const first = cause instanceof AggregateError ? cause.errors.find((error) => error instanceof Error) : undefined;
  const error: Error = first ?? cause;
  if (error.name === 'HTTPParserError') return 'what it sent is not proper HTTP';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    (Object.hasOwn(meanings, code) ? meanings[code] : undefined) ?? `${error.message}${code === '' ? '' : ` (${code})`}`
  );
}
