// Addresses that a server names of itself or of others. They are hostile until judged: where they lead, what they hold, who would read them.
import { escapeVisible } from '../../../text/index.ts';
import { loginFailed } from '../spec/login-faults.ts';

/** Why the net guard would not let it be dialled, by its text; null where it would. */
export type JudgeAddress = (url: string) => string | null;

/** What no address needs and a shell, a terminal or a browser's command line would act on. */
const foreign = /[^A-Za-z0-9\-._~:/?#[\]@&=+%,!*]/u;
const longest = 4_096;

/** Throws `login_failed` and names the address. `what` is what it is, such as "its authorization server". */
export function judgedAddress(what: string, text: string, judge: JudgeAddress): URL {
  const problem = addressProblem(text, judge);
  const url = URL.parse(text);
  if (problem === null && url !== null) return url;
  const shown = escapeVisible(text.length > 200 ? `${text.slice(0, 200)}…` : text);
  throw loginFailed(
    `The server names ${JSON.stringify(shown)} as ${what}, which is not used: ${problem ?? 'it is no address'}.`,
  );
}

function addressProblem(text: string, judge: JudgeAddress): string | null {
  if (text.length > longest) return `it is longer than ${longest} characters`;
  const [odd] = foreign.exec(text) ?? [];
  if (odd !== undefined) return `it holds ${JSON.stringify(escapeVisible(odd))}, which no such address needs`;
  const url = URL.parse(text);
  if (url === null) return 'it is no address';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `${url.protocol} is neither https nor http`;
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'it is not https';
  if (url.username !== '' || url.password !== '') return 'it holds a user name or a password';
  if (url.hash !== '') return 'it holds a fragment';
  return judge(url.href);
}

/** The name or the addresses of this very machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Whether what a server says it is covers the address it is configured with: the same origin, and a path that leads there (RFC 9728, 3.3).
 * The names of this machine count as one: servers say `localhost` and `127.0.0.1` as they please.
 */
export function coversServer(resource: string, server: string): boolean {
  const [said, meant] = [URL.parse(resource), URL.parse(server)];
  if (said === null || meant === null || originOf(said) !== originOf(meant)) return false;
  return withSlash(meant.pathname).startsWith(withSlash(said.pathname));
}

function originOf(url: URL): string {
  return isLoopback(url.hostname) ? `${url.protocol}//loopback:${url.port}` : url.origin;
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
