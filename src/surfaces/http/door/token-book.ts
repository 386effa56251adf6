// Which tokens open the door, and whose they are. Of every token only the hash is compared or kept.
import { timingSafeEqual } from 'node:crypto';
import { CapabilityError } from '../../../contract/index.ts';
import type { TokenIdentity } from '../../../runtime/index.ts';
import { randomHex, sha256Hex } from '../../../text/index.ts';

export interface TokenBook {
  /** Whose token a request carries. Throws `unauthenticated`. */
  identify(request: Request): Promise<{ readonly identity: TokenIdentity; readonly hash: string }>;
  /** Whether the token of this hash still opens the door. */
  isLive(hash: string): Promise<boolean>;
}

/** A token of 256 random bits for the clients of this machine, good while this daemon lives. */
export function createClientToken(): string {
  return `gh_${randomHex(32)}`;
}

const local: TokenIdentity = { principal: 'token:local', trust: 'operator' };

export function createTokenBook(
  clientToken: string,
  stored: (hash: string) => Promise<TokenIdentity | null>,
): TokenBook {
  const localHash = sha256Hex(clientToken);
  const identityOf = async (hash: string) => (isSame(hash, localHash) ? local : stored(hash));
  return {
    async identify(request) {
      const hash = sha256Hex(bearerToken(request));
      const identity = await identityOf(hash);
      if (identity === null) throw unauthenticated('The token is not one of this daemon, or no longer.');
      return { identity, hash };
    },
    isLive: async (hash) => (await identityOf(hash)) !== null,
  };
}

/** Tokens come in the header alone: an address is logged and shared. */
function bearerToken(request: Request): string {
  const match = /^Bearer ([\x21-\x7e]{8,512})$/i.exec(request.headers.get('authorization') ?? '');
  if (match?.[1] === undefined) throw unauthenticated('The request carries no token.');
  return match[1];
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left, 'latin1'), Buffer.from(right, 'latin1'));
}

function unauthenticated(what: string): CapabilityError {
  return new CapabilityError(
    'unauthenticated',
    `${what} Send it as "Authorization: Bearer TOKEN"; "gatehouse up" prints the file it is in.`,
  );
}
