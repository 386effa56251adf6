// The fetch of a server that knows logins: each request carries the token of the moment, and a refused one is renewed, once.
import { untilAborted, type LibraryFetch, type LibraryRequest } from '../../../host/index.ts';
import type { Access, Instead } from './access.ts';
import { readChallenge } from './challenge.ts';
import { loginNeeded } from '../spec/login-faults.ts';

/** Of tokens that others renew in the meantime, too. */
const mostTries = 5;

export interface AuthorizedServer {
  readonly name: string;
  readonly url: string;
  readonly access: Access;
}

export function createAuthorizedFetch(fetch: LibraryFetch, { name, url, access }: AuthorizedServer): LibraryFetch {
  const { origin } = new URL(url);
  return async (asked, init = {}) => {
    // The token is for this server; whatever else a library asks for goes without.
    if (new URL(String(asked)).origin !== origin) return fetch(asked, init);
    const wait = <Value>(work: Promise<Value>): Promise<Value> =>
      init.signal === undefined || init.signal === null ? work : untilAborted(work, init.signal);
    let token = await wait(access.token());
    let mayRenew = true;
    for (let tries = 0; tries < mostTries; tries++) {
      const answer = await fetch(asked, carrying(token, init));
      if (answer.status !== 401) return judged(answer, access);
      drop(answer);
      const next: Instead = await wait(access.instead(token, mayRenew));
      token = next.token;
      mayRenew &&= !next.isRenewed;
    }
    throw loginNeeded(name, 'it refuses one token after the other');
  };
}

async function judged(answer: Response, access: Access): Promise<Response> {
  if (answer.status !== 403) return answer;
  const { error, scope } = readChallenge(answer.headers.get('www-authenticate'));
  if (error !== 'insufficient_scope') return answer;
  drop(answer);
  throw await access.widen(scope ?? '');
}

function carrying(token: string | null, init: LibraryRequest): LibraryRequest {
  if (token === null) return init;
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** Its connection ends with it. */
function drop(answer: Response): void {
  answer.body?.cancel().catch(() => undefined);
}
