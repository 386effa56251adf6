// Turns one target into the glob for just that target, as rules that are saved from a call need it.
import { isUrlGlob } from './url-glob.ts';
import { guessedKind, normalTarget } from './target.ts';
import type { TargetKind } from './target.ts';

const special = /[\\*?[\]{}()!]/g;

/**
 * A glob that matches what has the same normal form as `text`, and nothing else: of a URL the query is no part of that, and a host
 * without a port is the host at any port. The kind is
 * guessed as by `normalTarget`. The empty text and what is no URL though it should be one have no such glob; what comes back matches
 * no target of that kind.
 */
export function escapeGlob(text: string, kind: TargetKind = guessedKind(text)): string {
  const target = normalTarget(text, kind);
  if (target.kind === 'url') {
    const [, origin = '', path = ''] = /^(.*?:\/\/[^/]*)(.*)$/s.exec(target.text) ?? [];
    const host = target.labels[0]?.startsWith('[') === true ? origin : escaped(origin);
    return host + escaped(path);
  }
  const glob = escaped(target.kind === 'host' ? target.text : text);
  return isUrlGlob(glob) ? glob.replace(':', '\\:') : glob;
}

function escaped(text: string): string {
  return text.replaceAll(special, '\\$&');
}
