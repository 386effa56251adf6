// The policy glob language: which requested targets a rule's target speaks of. Compiled when a rule is loaded, compared without
// backtracking, and indexed by buckets so that a call meets few rules of many.
import { cutHead } from '../plain/cut.ts';
import { escapeVisible } from '../plain/escape-visible.ts';
import { anyBucket, hostBucket, pathBucket, textBucket, urlBucket } from './buckets.ts';
import { parseHostGlob } from './host-glob.ts';
import type { HostGlob } from './host-glob.ts';
import { matchesPath, parsePathGlob } from './path-glob.ts';
import { parseSegment } from './segment.ts';
import type { NormalTarget } from './target.ts';
import { isUrlGlob, matchesUrl, parseUrlGlob } from './url-glob.ts';

export interface TargetGlob {
  readonly source: string;
  /** True where the source holds no wildcard. */
  readonly literal: boolean;
  /** Where the glob lies in an index; a target that matches looks into one of these with `targetBuckets`. Opaque, not to be stored. */
  readonly buckets: readonly string[];
  matches(target: NormalTarget): boolean;
}

export type TargetGlobParse =
  | { readonly ok: true; readonly glob: TargetGlob }
  | { readonly ok: false; readonly message: string };

/** Matching takes at worst pattern times text; nobody writes longer patterns by hand, and literal texts are not bound by it. */
const longestPattern = 4096;

/** `*` and `**` alone speak of any target, of none too, and count as no target at all. */
export function isAnyTarget(source: string): boolean {
  return source === '*' || source === '**';
}

/**
 * Compiles the target of a rule, or says why it is none. `*` is one segment (`src/*`) or a part of one, `**` any number of
 * segments and also none (`src/**` matches `src`), `?` one character, `[abc]`, `[a-c]`, `[!a]` one of a class, `\` escapes. Case counts; a name
 * with a dot or a line feed is like any other. With `scheme://` it is for URLs: the host's `*` is one label, a port that is not
 * named is the default one, and `:*` is any. Without, it is for paths, hosts (a port that is not named is any), and for commands and
 * names, whose `/` is a character like any other.
 */
export function compileTargetGlob(source: string): TargetGlobParse {
  if (source === '') return refused(source, 'It is empty: write "*" for any target.');
  if (!source.isWellFormed()) return refused(source, 'It holds half of a surrogate pair.');
  if (source.startsWith('!'))
    return refused(
      source,
      'A leading "!" negates nothing here: write a rule of the other effect, or "\\!" for the character.',
    );
  if (isAnyTarget(source))
    return { ok: true, glob: { source, literal: false, buckets: [anyBucket], matches: () => true } };
  const parse = isUrlGlob(source) ? compileUrl(source) : compilePath(source);
  if (!parse.ok) return refused(source, parse.message);
  if (!parse.glob.literal && source.length > longestPattern) {
    return refused(source, `It is longer than ${longestPattern} characters: write several rules.`);
  }
  return parse;
}

function compileUrl(source: string): TargetGlobParse {
  const parse = parseUrlGlob(source);
  if (!parse.ok) return parse;
  const { url } = parse;
  // A command or name that looks like a URL. An IPv6 host reads as a class there, maybe as none: then it matches no such text.
  const flat = parseSegment(source);
  const buckets = flat.ok ? [urlBucket(url), textBucket(flat.segment)] : [urlBucket(url)];
  const literal =
    url.scheme.literal !== null && url.host.labels.isLiteral && url.host.port?.literal !== null && url.path.isLiteral;
  const matches = (target: NormalTarget): boolean => {
    if (target.kind === 'url') return matchesUrl(url, target);
    return target.kind === 'text' && flat.ok && flat.segment.matches(target.text);
  };
  return { ok: true, glob: { source, literal, buckets, matches } };
}

function compilePath(source: string): TargetGlobParse {
  const parse = parsePathGlob(source);
  if (!parse.ok) return parse;
  const { path } = parse;
  const flat = parseSegment(source);
  if (!flat.ok) return flat;
  const host = source.includes('/') ? undefined : hostOf(source);
  const buckets = [pathBucket(path), textBucket(flat.segment)];
  if (host !== undefined) buckets.push(hostBucket(host));
  const matches = (target: NormalTarget): boolean => {
    switch (target.kind) {
      case 'path':
        return matchesPath(path, target);
      case 'text':
        return flat.segment.matches(target.text);
      case 'host':
        return host !== undefined && matchesHost(host, target);
      case 'url':
      case 'none':
        return false;
    }
  };
  return { ok: true, glob: { source, literal: path.segments.isLiteral, buckets, matches } };
}

/** Most paths are no host: then the glob is for other targets only. */
function hostOf(source: string): HostGlob | undefined {
  const parse = parseHostGlob(source, true);
  return parse.ok ? parse.host : undefined;
}

function matchesHost({ labels, port }: HostGlob, target: NormalTarget & { kind: 'host' }): boolean {
  return (port === null || port.matches(target.port)) && labels.matches(target.labels);
}

function refused(source: string, message: string): TargetGlobParse {
  const { text, omittedChars } = cutHead(source, 80);
  return {
    ok: false,
    message: `The target "${escapeVisible(text)}${omittedChars > 0 ? '…' : ''}" cannot be read. ${message}`,
  };
}
