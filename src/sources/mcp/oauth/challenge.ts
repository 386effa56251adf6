// Reads the header in which a server says that it wants a token, or one that may do more (RFC 9110, 11.6.1; RFC 6750, 3; RFC 9728, 5.1).

export interface Challenge {
  /** Where the server describes itself; null where it does not say. */
  readonly metadataUrl: string | null;
  readonly scope: string | null;
  readonly error: string | null;
}

export const noChallenge: Challenge = { metadataUrl: null, scope: null, error: null };

const longest = 8_192;
/** A scheme, or a parameter with its value; whatever is neither is passed over. */
const part = /([A-Za-z0-9_.~+-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+)))?/g;

/** Of the scheme Bearer alone, also where others stand before it. Text within quotes is a value, whatever it says. */
export function readChallenge(header: string | null): Challenge {
  if (header === null || header.length > longest) return noChallenge;
  const found = new Map<string, string>();
  let isBearer = false;
  for (const [, name = '', quoted, plain] of header.matchAll(part)) {
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
    if (value === undefined) isBearer = name.toLowerCase() === 'bearer';
    else if (isBearer && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
  }
  return {
    metadataUrl: found.get('resource_metadata') ?? null,
    scope: scopeOf(found.get('scope')),
    error: found.get('error') ?? null,
  };
}

/** As scopes are written (RFC 6749, 3.3), in one spelling; null for what is none. */
export function scopeOf(text: string | null | undefined): string | null {
  return unionOf(text) || null;
}

/** Each word once, in the order they first stand in. Words that are no scopes are left out. */
export function unionOf(...scopes: readonly (string | null | undefined)[]): string {
  const words = scopes
    .flatMap((scope) => (scope ?? '').split(/\s+/))
    .filter((word) => /^[!#-[\]-~]{1,256}$/.test(word));
  return [...new Set(words)].slice(0, mostScopes).join(' ');
}

const mostScopes = 100;
