// Whether an entry of a client's configuration is Gatehouse itself: it is no server behind Gatehouse, and nothing to move.
import { isPlainMap } from './read-server-entry.ts';

const ownNames = new Set(['gatehouse', 'gatehouse.mjs', 'gatehouse.cmd']);

const ownAddress = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):7420\/mcp(?:[/?#]|$)/;

/** By what it starts or dials: a name can be anybody's. */
export function isOwnEntry(entry: unknown): boolean {
  if (!isPlainMap(entry)) return false;
  const { command, args, url, serverUrl, httpUrl } = entry;
  const isOwnAddress = (address: unknown) => typeof address === 'string' && ownAddress.test(address);
  if ([url, serverUrl, httpUrl].some(isOwnAddress)) return true;
  const words = [command, args].flat().filter((word) => typeof word === 'string');
  const at = words.findIndex((word) => ownNames.has(word.split(/[\\/]/).at(-1) ?? ''));
  if (at >= 0 && words.slice(at + 1).includes('mcp')) return true;
  // A clone is started by npm: --prefix FOLDER start -- mcp
  const start = words.indexOf('start');
  const prefix = words[words.indexOf('--prefix') + 1] ?? '';
  return start >= 0 && words[start + 1] === '--' && words[start + 2] === 'mcp' && /gatehouse[\\/]?$/.test(prefix);
}
