// What was read of a program, kept in the home under what was asked: nothing is started for what did not change since.
import { join } from 'node:path';
import type { Artifact, ArtifactPart } from '../../../contract/index.ts';
import { readTextFile, replacePrivateFile } from '../../../host/index.ts';

export interface KeptDescription {
  /** What was asked, or what read. */
  readonly artifact: Artifact;
  /** Of the files that describe it, where those are not of the program. */
  readonly specStamp: string;
  /** Those of them that are not named anywhere. */
  readonly files: readonly string[];
  /** The description, or why there is none. */
  readonly said: { readonly text: string; readonly doubts: readonly string[] } | { readonly problem: string };
  /** ISO 8601. */
  readonly readAt: string;
}

const version = 2;
/** A description of 16 MiB, written as a text of JSON. */
const maxBytes = 40 * 1024 * 1024;

export interface KeptPlace {
  readonly folder: string;
  /** SHA-256 of what makes it another question. */
  readonly key: string;
}

/** Null for what is not there, and for what cannot be read: then it is asked again. */
export function readKept({ folder, key }: KeptPlace): KeptDescription | null {
  const file = readTextFile(join(folder, `${key}.json`), maxBytes);
  if (file.kind !== 'text' || file.exposure !== null) return null;
  try {
    const value: unknown = JSON.parse(file.text);
    return isMap(value) && value['version'] === version ? keptOf(value) : null;
  } catch {
    return null;
  }
}

/** Only our user sees it (0600). Throws `store_unavailable`. */
export function writeKept({ folder, key }: KeptPlace, kept: KeptDescription): void {
  replacePrivateFile(join(folder, `${key}.json`), JSON.stringify({ version, ...kept }));
}

function keptOf({
  artifact,
  specStamp,
  files,
  said,
  readAt,
}: Readonly<Record<string, unknown>>): KeptDescription | null {
  const read = artifactOf(artifact);
  const answer = saidOf(said);
  if (
    read === null ||
    answer === null ||
    !isTexts(files) ||
    typeof specStamp !== 'string' ||
    typeof readAt !== 'string'
  )
    return null;
  return { artifact: read, specStamp, files, said: answer, readAt };
}

function saidOf(said: unknown): KeptDescription['said'] | null {
  if (!isMap(said)) return null;
  const { text, doubts, problem } = said;
  if (typeof problem === 'string') return { problem };
  return typeof text === 'string' && isTexts(doubts) ? { text, doubts } : null;
}

function artifactOf(artifact: unknown): Artifact | null {
  if (!isMap(artifact) || !isTexts(artifact['notPinned']) || !Array.isArray(artifact['parts'])) return null;
  const parts = artifact['parts'].map(partOf);
  return parts.every((part) => part !== null) ? { parts, notPinned: artifact['notPinned'] } : null;
}

const partKinds: readonly ArtifactPart['kind'][] = ['program', 'interpreter', 'script', 'package'];

function partOf(part: unknown): ArtifactPart | null {
  if (!isMap(part)) return null;
  const { name, version: of, path, digest, stamp, files } = part;
  const kind = partKinds.find((each) => each === part['kind']);
  const isWhole = [name, of, path, digest, stamp].every((text) => typeof text === 'string');
  if (kind === undefined || !isWhole || !Array.isArray(files) || !files.every(isPair)) return null;
  return {
    kind,
    name: String(name),
    version: String(of),
    path: String(path),
    digest: String(digest),
    stamp: String(stamp),
    files,
  };
}

function isPair(value: unknown): value is readonly [string, string] {
  return isTexts(value) && value.length === 2;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
