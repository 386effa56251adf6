// Whether a server takes a token: asked before an old one is given up for it.
import type { DiscoveryNeeds } from './discover.ts';
import { challengeMs, emptyQuestion } from './discover.ts';

/** True also where the server could not be asked: only its no is one. */
export async function askWithToken(
  token: string,
  { server, fetch }: Pick<DiscoveryNeeds, 'server' | 'fetch'>,
): Promise<boolean> {
  const question = emptyQuestion({ ...server.headers, authorization: `Bearer ${token}` });
  try {
    const answer = await fetch(server.url, { ...question, signal: AbortSignal.timeout(challengeMs) });
    answer.body?.cancel().catch(() => undefined);
    return answer.status !== 401;
  } catch {
    return true;
  }
}
