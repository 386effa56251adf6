// The addresses and names under which clients see what servers behind Gatehouse have: of one server each, and the same whoever came first.
import { canonicalJson, sha256Hex } from '../../../text/index.ts';

const scheme = 'gatehouse://';

/** `gatehouse://SERVER/URI`, with the server's own URI, or template of URIs, as it is. */
export function offeredUri(server: string, uri: string): string {
  return `${scheme}${encodeURIComponent(server)}/${uri}`;
}

export interface OwnUri {
  readonly server: string;
  readonly uri: string;
}

/** Null for what is none of ours. */
export function ownUri(offered: string): OwnUri | null {
  const [, server, uri] = /^gatehouse:\/\/([^/]+)\/(.+)$/s.exec(offered) ?? [];
  if (server === undefined || uri === undefined) return null;
  try {
    return { server: decodeURIComponent(server), uri };
  } catch {
    return null;
  }
}

const maxChars = 64;
const hashChars = 8;

/** What ends so is found in the lists alone. */
const hashed = /_[0-9a-f]{8}$/;

/**
 * `SERVER_PROMPT`; where letters had to be replaced, it is too long, or it reads like one of another server or like one with a hash, with a
 * hash of both at its end.
 */
export function promptName(server: string, prompt: string, servers: readonly string[]): string {
  const whole = `${plain(server)}_${plain(prompt)}`;
  const isExact = plain(server) === server && plain(prompt) === prompt && !hashed.test(whole);
  const [first] = serversOf(whole, servers);
  if (isExact && whole.length <= maxChars && first === server) return whole;
  const hash = sha256Hex(canonicalJson([server, prompt])).slice(0, hashChars);
  return `${whole.slice(0, maxChars - hashChars - 1)}_${hash}`;
}

/** Whose prompt it is where its name says so by itself; null where only the lists tell. */
export function ownPrompt(name: string, servers: readonly string[]): { server: string; prompt: string } | null {
  const [server] = serversOf(name, servers);
  if (server === undefined) return null;
  const prompt = name.slice(server.length + 1);
  return promptName(server, prompt, servers) === name ? { server, prompt } : null;
}

/** Those whose prompts could be called so, the longest name first. */
function serversOf(name: string, servers: readonly string[]): readonly string[] {
  return servers
    .filter((server) => name.startsWith(`${plain(server)}_`))
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

function plain(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}
