// Judges one path by all rules, the strictest first: spelling, protected names, roots, kind of file, zone.
import type { BigIntStats } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { ConfinedPath, FileIdentity, Verdict } from '../../../contract/index.ts';
import { isInside } from '../is-inside.ts';
import type { Confined, PathRefusal, RefusalName } from './confined.ts';
import { digestedIdentity, identityOf } from './file-identity.ts';
import type { FindAlias } from './hard-link-aliases.ts';
import { protectedReason } from './protected-names.ts';
import type { ProtectedPlaces } from './protected-places.ts';
import {
  endsAsDirectory,
  resolvePath,
  type KnownDirectories,
  type PathProblem,
  type Resolved,
} from './resolve-path.ts';
import { spellingProblem } from './spelling.ts';
import { systemCode } from './system-code.ts';
import type { FindZone } from './write-zones.ts';

/** A directory that is a root by an answer of the owner. */
export interface GrantedRoot {
  /** Real. */
  readonly path: string;
  /** What may be written may also be read. */
  readonly access: 'read' | 'write';
}

export interface PathRules {
  /** Real, as are the roots. */
  readonly workspace: string;
  /** Where the operator says the workspace is: links on the way there are no names of the caller. */
  readonly spelledWorkspace: string;
  readonly readRoots: readonly string[];
  readonly writeRoots: readonly string[];
  readonly guestRoots: readonly string[];
  /** What the owner opened since, read anew for each path that lies outside the other roots. Not for guests. */
  readonly grantedRoots: () => Promise<readonly GrantedRoot[]>;
  readonly findZone: FindZone;
  readonly places: ProtectedPlaces;
  readonly findAlias: FindAlias;
  /** Why the workspace is no root of files; null where it may be one. */
  readonly unsafeWorkspace: string | null;
}

export interface PathQuestion {
  readonly asked: string;
  readonly action: string;
  readonly guest: boolean;
  /** The real directory where a relative path starts. */
  readonly from: string;
  readonly known?: KnownDirectories;
}

/** What is judged, once it is known where it leads. */
interface Subject extends Pick<Resolved, 'real' | 'entry'> {
  readonly shown: string;
  readonly writing: boolean;
  readonly guest: boolean;
}

const readingActions = new Set(['read', 'list', 'search']);

export function createJudgement(rules: PathRules): (question: PathQuestion) => Promise<Confined> {
  return async (question) => {
    const unmeant = misspelled(rules, question);
    if (unmeant !== null) return refused(unmeant);
    const resolved = await resolvePath(question.asked, question.from, question.known);
    const byName = protectedSpelling(rules, question, resolved);
    if (byName !== null) return refused(byName);
    if (resolved.kind === 'problem') return refused(problemRefusal(question.asked, resolved));
    return judgeSubject(rules, question, resolved);
  };
}

async function judgeSubject(rules: PathRules, question: PathQuestion, { real, entry }: Resolved): Promise<Confined> {
  const { asked, action, guest } = question;
  const shown = shownPath(rules.workspace, real);
  const subject: Subject = { real, entry, shown, writing: isWriting(action), guest };
  const found =
    protectedTarget(rules, subject) ?? (await outsideRoots(rules, subject)) ?? (await wrongKind(rules, subject));
  if (found !== null) return refused(found);
  const zone = subject.writing ? (rules.findZone(shown, real) ?? 'default') : null;
  if (zone === 'blocked') {
    return refused(refusal('zone', shown, 'The operator blocks writing there. Write somewhere else.'));
  }
  const identity = await identify(subject);
  if ('text' in identity) return refused(identity);
  return { ok: true, zone, path: mint({ asked, real, shown, action, identity }) };
}

/** What needs no look at the world; for a guest without roots that is all, so that no answer tells what exists. */
function misspelled(rules: PathRules, { asked, action, guest }: PathQuestion): PathRefusal | null {
  const problem = spellingProblem(asked);
  if (problem !== null) return refusal('bad_path', asked, problem);
  if (isWriting(action) && endsAsDirectory(asked))
    return refusal('not_regular', asked, 'It names a directory. Name a file in it.');
  return guest && rules.guestRoots.length === 0 ? outside(asked, 'Guests may use no files here.') : null;
}

function isWriting(action: string): boolean {
  return !readingActions.has(action);
}

// The only cast to ConfinedPath: whoever holds one holds the proof that this folder judged it.
export function mint(fields: Pick<ConfinedPath, 'asked' | 'real' | 'shown' | 'action' | 'identity'>): ConfinedPath {
  return Object.freeze(fields) as ConfinedPath;
}

/** Relative to the workspace with forward slashes where it lies inside, `.` for itself, else absolute. */
function shownPath(workspace: string, real: string): string {
  if (real === workspace) return '.';
  return isInside(workspace, real) ? relative(workspace, real) : real;
}

/** The name as it was written: a harmless target does not excuse it, nor does a missing one. */
function protectedSpelling(
  rules: PathRules,
  { asked, action, from }: PathQuestion,
  resolved: Resolved | PathProblem,
): PathRefusal | null {
  const absolute = resolve(from, asked);
  const shown = resolved.kind === 'resolved' ? shownPath(rules.workspace, resolved.real) : asked;
  if (rules.places.covers(absolute)) return ownPlace(shown);
  const isSpelledAbsolute = asked.startsWith('/');
  const names = isSpelledAbsolute ? namesBelowRoots(rules, absolute) : asked.split('/');
  const leafIsDirectory = resolved.kind === 'resolved' && resolved.entry?.isDirectory() === true;
  const reason = protectedReason(names, { writing: isWriting(action), leafIsDirectory });
  return reason === null ? null : protectedName(shown, reason);
}

function protectedTarget(rules: PathRules, { real, entry, shown, writing }: Subject): PathRefusal | null {
  if (rules.places.covers(real)) return ownPlace(shown);
  const leafIsDirectory = entry?.isDirectory() === true;
  const reason = protectedReason(namesBelowRoots(rules, real), { writing, leafIsDirectory });
  return reason === null ? null : protectedName(shown, reason);
}

/** A root may itself lie in a protected place (a worktree below `.cursor`): the operator named it. */
function namesBelowRoots(rules: PathRules, absolute: string): readonly string[] {
  const roots = [rules.workspace, rules.spelledWorkspace, ...rules.readRoots].filter((root) =>
    isInside(root, absolute),
  );
  const longest = Math.max(0, ...roots.map((root) => root.length));
  return absolute.slice(longest).split('/');
}

/** Whether an operator reaches it as it is: in a root, and past no protected name. */
export async function isOpen(rules: PathRules, real: string, writing: boolean): Promise<boolean> {
  const subject = { real, shown: real, writing, guest: false, entry: null };
  return protectedTarget(rules, subject) === null && (await outsideRoots(rules, subject)) === null;
}

async function isInRoots(rules: PathRules, { real, writing, guest }: Subject): Promise<boolean> {
  const isRoot = (root: string) => isInside(root, real);
  if (guest) return !writing && rules.guestRoots.some(isRoot);
  if ((writing ? rules.writeRoots : rules.readRoots).some(isRoot)) return true;
  const granted = await rules.grantedRoots();
  return granted.some(({ path, access }) => (!writing || access === 'write') && isRoot(path));
}

async function outsideRoots(rules: PathRules, subject: Subject): Promise<PathRefusal | null> {
  if (await isInRoots(rules, subject)) return null;
  const { real, shown, writing, guest } = subject;
  if (guest) return outside(shown, 'It lies outside the directories that guests may read.');
  if (rules.unsafeWorkspace !== null && isInside(rules.workspace, real)) {
    const instead = 'Work in the folder of a project: start Gatehouse there, or name the folder with --workspace.';
    return outside(
      shown,
      `The workspace ${rules.workspace} may not be opened as a whole: ${rules.unsafeWorkspace}. ${instead}`,
    );
  }
  const mayRead = writing && (await isInRoots(rules, { ...subject, writing: false }));
  return outside(
    shown,
    mayRead
      ? 'Files there may be read but not written. Write inside the workspace, or ask with request_directory_access.'
      : `It lies outside the directories that may be ${writing ? 'written' : 'read'}. Use a path inside the workspace, or ask for the directory with request_directory_access.`,
  );
}

async function wrongKind(rules: PathRules, { entry, real, shown, writing }: Subject): Promise<PathRefusal | null> {
  if (entry === null) return null;
  if (entry.isDirectory()) {
    return writing ? refusal('not_regular', shown, 'It is a directory. Name a file in it.') : null;
  }
  if (!entry.isFile()) {
    return refusal('not_regular', shown, `It is ${specialKind(entry)}. Only regular files and directories are used.`);
  }
  if (writing && entry.nlink > 1n) {
    const text = 'It has further names (hard links), which a write would change too. Write to a new file.';
    return refusal('hard_link', shown, text);
  }
  const alias = await rules.findAlias(entry, real);
  if (alias === 'own') return ownPlace(shown);
  return alias === null ? null : protectedName(shown, 'it is a further name (hard link) of a file of credentials');
}

function specialKind(entry: BigIntStats): string {
  if (entry.isFIFO()) return 'a named pipe';
  if (entry.isSocket()) return 'a socket';
  return 'a device';
}

async function identify({ entry, real, shown, writing }: Subject): Promise<FileIdentity | PathRefusal> {
  if (entry === null || !writing) return identityOf(entry);
  try {
    const identity = await digestedIdentity(real, entry);
    return identity ?? refusal('unreadable', shown, 'It changed while it was looked at. Try again.');
  } catch (cause) {
    return refusal('unreadable', shown, `It cannot be read (${systemCode(cause) ?? 'unknown error'}).`);
  }
}

const verdicts: Readonly<Record<RefusalName, Verdict>> = {
  bad_path: 'floor',
  protected_name: 'floor',
  outside_roots: 'boundary',
  not_regular: 'floor',
  hard_link: 'floor',
  zone: 'floor',
  unreadable: 'unknown',
};

function refused(found: PathRefusal): Confined {
  return { ok: false, refusal: found };
}

function refusal(name: RefusalName, shown: string, text: string): PathRefusal {
  return { name, verdict: verdicts[name], shown, text };
}

function problemRefusal(asked: string, { cause, text }: PathProblem): PathRefusal {
  return refusal(cause === 'spelled' ? 'bad_path' : 'unreadable', asked, text);
}

function protectedName(shown: string, reason: string): PathRefusal {
  return refusal('protected_name', shown, `Protected: ${reason}. Leave it to the person.`);
}

function ownPlace(shown: string): PathRefusal {
  return refusal('protected_name', shown, 'Protected: it belongs to Gatehouse itself.');
}

function outside(shown: string, text: string): PathRefusal {
  return refusal('outside_roots', shown, text);
}
