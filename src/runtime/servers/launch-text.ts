// What a command leads to, in words: what it runs, and how that differs from what was accepted.
import type { Artifact, ArtifactPart } from '../../contract/index.ts';
import { canonicalJson, sha256Hex } from '../../text/index.ts';

/** SHA-256 of what is pinned and of what is said not to be. */
export function artifactDigest({ parts, notPinned }: Artifact): string {
  const pinned = parts.map(({ kind, name, version, path, digest }) => [kind, name, version, path, digest]);
  return sha256Hex(canonicalJson([pinned, [...notPinned]]));
}

/** The command's own files and package each with its digest; what they depend on as one line. */
export function runsText({ parts }: Artifact): readonly string[] {
  const own = ownParts(parts);
  const others = parts.filter((part) => !own.includes(part));
  const together = sha256Hex(canonicalJson(others.map(({ name, version, digest }) => [name, version, digest])));
  return [
    ...own.map((part) => `${partText(part)}, sha256 ${part.digest.slice(0, 16)}…`),
    ...(others.length === 0 ? [] : [`${others.length} packages that it depends on, sha256 ${together.slice(0, 16)}…`]),
  ];
}

/** What the command itself names: whose files are kept one by one. */
export function ownParts(parts: readonly ArtifactPart[]): readonly ArtifactPart[] {
  return parts.filter(({ kind, files }) => kind !== 'package' || files.length > 0);
}

/** Empty where both are the same. */
export function artifactDifferences(before: Artifact, after: Artifact): readonly string[] {
  const was = new Map(before.parts.map((part) => [placeOf(part), part]));
  const is = new Map(after.parts.map((part) => [placeOf(part), part]));
  const changed = after.parts.flatMap((part) => {
    const old = was.get(placeOf(part));
    return old === undefined ? [`${partText(part)} is new`] : partDifferences(old, part);
  });
  const gone = before.parts
    .filter((part) => !is.has(placeOf(part)))
    .map((part) => `${partText(part)} is not there any more`);
  const open = after.notPinned
    .filter((text) => !before.notPinned.includes(text))
    .map((text) => `now not pinned: ${text}`);
  return [...changed, ...gone, ...open];
}

/** A command has one program and one script; packages and interpreters are told apart by where they are. */
function placeOf({ kind, path }: ArtifactPart): string {
  return kind === 'package' || kind === 'interpreter' ? `${kind} ${path}` : kind;
}

function partDifferences(old: ArtifactPart, part: ArtifactPart): readonly string[] {
  if (old.path === part.path && old.digest === part.digest && old.version === part.version) return [];
  if (part.kind !== 'package' || old.version !== part.version) return [`${shortText(old)} → ${shortText(part)}`];
  const files = fileDifferences(old, part);
  return files.length > 0 ? files : [`${shortText(old)} → ${shortText(part)}`];
}

const mostFiles = 20;

function fileDifferences(old: ArtifactPart, part: ArtifactPart): readonly string[] {
  // Without a list nothing can be told of single files.
  if (old.files.length === 0 || part.files.length === 0) return [];
  const [was, is] = [new Map(old.files), new Map(part.files)];
  const paths = [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path));
  const lines = paths.slice(0, mostFiles).map((path) => {
    const [before, after] = [was.get(path), is.get(path)];
    const file = `${part.path}/${path}`;
    if (before === undefined) return `${file} is new, sha256 ${after?.slice(0, 16) ?? ''}…`;
    if (after === undefined) return `${file} is not there any more`;
    return `${file} was sha256 ${before.slice(0, 16)}…, is ${after.slice(0, 16)}…`;
  });
  return paths.length <= mostFiles ? lines : [...lines, `${paths.length - mostFiles} more files`];
}

function shortText(part: ArtifactPart): string {
  return `${partText(part)} (sha256 ${part.digest.slice(0, 16)}…)`;
}

function partText({ kind, name, version, path }: ArtifactPart): string {
  return kind === 'package' ? `package ${name} ${version} in ${path}` : `${kind} ${path}`;
}
