// The index of globs: every glob lies in a few buckets, every target looks into a few, and a glob can only match a target that looks
// into one of its buckets. So a call meets the rules for its own folder or host, however many others there are.
import type { HostGlob } from './host-glob.ts';
import type { PathGlob } from './path-glob.ts';
import type { Segment } from './segment.ts';
import type { Segments } from './segments.ts';
import { pathText, urlText } from './target.ts';
import type { NormalTarget } from './target.ts';
import type { UrlGlob } from './url-glob.ts';

/** Parts that are looked at from either end; deeper globs share the bucket of their first ones. */
const depth = 8;

/** The bucket of globs for any target. */
export const anyBucket = '*';

/** The buckets in which globs that match the target can lie. */
export function targetBuckets(target: NormalTarget): readonly string[] {
  switch (target.kind) {
    case 'path':
      return [
        anyBucket,
        `=p:${target.text}`,
        'p',
        `p$${target.segments.at(-1) ?? ''}`,
        ...headBuckets('p:', pathHeads(target)),
      ];
    case 'url':
      return [
        anyBucket,
        `=u:${target.text}`,
        'u',
        ...tailBuckets('u$', target.labels),
        ...headBuckets('u:', urlHeads(target)),
      ];
    case 'host':
      return [anyBucket, 'h', ...tailBuckets('h$', target.labels)];
    case 'text':
      return [anyBucket, `=t:${target.text}`, 't', `t:${firstWord(target.text)}`];
    case 'none':
      return [anyBucket];
  }
}

export function pathBucket({ isAbsolute, segments }: PathGlob): string {
  const { literalHead, literalTail, isLiteral } = segments;
  if (isLiteral) return `=p:${pathText(isAbsolute, literalHead)}`;
  if (isAbsolute || literalHead.length > 0) return `p:${pathText(isAbsolute, literalHead.slice(0, depth))}`;
  return literalTail.length > 0 ? `p$${literalTail.at(-1)}` : 'p';
}

export function urlBucket({ scheme, host, path }: UrlGlob): string {
  const port = host.port === null ? '' : host.port.literal;
  if (scheme.literal === null || port === null || !host.labels.isLiteral) return hostsBucket('u', host.labels);
  const origin = { scheme: scheme.literal, host: host.labels.literalHead.join('.'), port };
  if (path.isLiteral) return `=u:${urlText({ ...origin, segments: path.literalHead })}`;
  return `u:${urlText({ ...origin, segments: path.literalHead.slice(0, depth) })}`;
}

export function hostBucket({ labels }: HostGlob): string {
  return hostsBucket('h', labels);
}

export function textBucket({ literal, prefix }: Segment): string {
  if (literal !== null) return `=t:${literal}`;
  return prefix.includes(' ') ? `t:${firstWord(prefix)}` : 't';
}

function hostsBucket(kind: string, { isLiteral, literalHead, literalTail }: Segments): string {
  const labels = isLiteral ? literalHead : literalTail;
  return labels.length === 0 ? kind : `${kind}$${labels.slice(-depth).join('.')}`;
}

function pathHeads({ isAbsolute, segments }: NormalTarget & { kind: 'path' }): {
  readonly root: string;
  readonly segments: readonly string[];
} {
  return { root: isAbsolute ? '/' : '', segments };
}

function urlHeads(target: NormalTarget & { kind: 'url' }): {
  readonly root: string;
  readonly segments: readonly string[];
} {
  return {
    root: target.text.slice(0, target.text.length - target.segments.join('/').length),
    segments: target.segments,
  };
}

/** The root and the first, the first two … segments below it. */
function headBuckets(
  kind: string,
  { root, segments }: { readonly root: string; readonly segments: readonly string[] },
): string[] {
  const buckets = [kind + root];
  let head = kind + root;
  for (let index = 0; index < segments.length && index < depth; index++) {
    head += index === 0 ? segments[index] : `/${segments[index]}`;
    buckets.push(head);
  }
  return buckets;
}

function tailBuckets(kind: string, labels: readonly string[]): string[] {
  const buckets: string[] = [];
  for (let count = 1; count <= labels.length && count <= depth; count++)
    buckets.push(kind + labels.slice(-count).join('.'));
  return buckets;
}

function firstWord(text: string): string {
  const space = text.indexOf(' ');
  return space < 0 ? text : text.slice(0, space);
}
