// The names under which tools of servers are called here: by server and tool alone, so that nothing depends on which server came first.
import { canonicalJson, sha256Hex } from '../../../text/index.ts';

const maxChars = 64;
const hashChars = 8;

/** The beginning of the names of a server's tools. */
export function serverPrefix(server: string): string {
  return `mcp_${plain(server)}_`;
}

/**
 * `mcp_<server>_<tool>`. Where letters had to be replaced, the name is too long, or it reads like one of a tool of another configured
 * server, a hash of both names ends it.
 */
export function exposedName(server: string, tool: string, servers: readonly string[]): string {
  const whole = `${serverPrefix(server)}${plain(tool)}`;
  const isExact = plain(server) === server && plain(tool) === tool;
  if (isExact && whole.length <= maxChars && !readsLikeAnother(server, whole, servers)) return whole;
  const hash = sha256Hex(canonicalJson([server, tool])).slice(0, hashChars);
  return `${whole.slice(0, maxChars - hashChars - 1)}_${hash}`;
}

/** `mcp_a_b_c` is the tool c of a server a_b where there is one. */
function readsLikeAnother(server: string, name: string, servers: readonly string[]): boolean {
  const own = serverPrefix(server);
  return servers.some((other) => {
    const prefix = serverPrefix(other);
    return other !== server && prefix.length > own.length && name.startsWith(prefix);
  });
}

function plain(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}
