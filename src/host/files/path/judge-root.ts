// Judges a directory that somebody wants opened besides the roots: what no owner is even asked about, and what is open already.
import { dirname, resolve } from 'node:path';
import type { ConfinedPath, Verdict } from '../../../contract/index.ts';
import { identityOf } from './file-identity.ts';
import { isInside } from '../is-inside.ts';
import { isOpen, mint, type PathRules } from './judge-path.ts';
import { credentialPlaces, protectedReason } from './protected-names.ts';
import { resolvePath } from './resolve-path.ts';
import { spellingProblem } from './spelling.ts';
import { unsafeRoot, unsafeTree } from './unsafe-roots.ts';

export interface RootRefusal {
  readonly kind: 'refused';
  readonly name: 'bad_path' | 'unsafe_root' | 'no_directory' | 'unreadable';
  readonly verdict: Verdict;
  /** The real path as far as it could be found out. */
  readonly shown: string;
  readonly text: string;
}

export type RootJudgement =
  | RootRefusal
  /** `isOpen`: reachable as asked without any change. */
  | { readonly kind: 'judged'; readonly isOpen: boolean; readonly path: ConfinedPath };

export interface RootQuestion {
  readonly asked: string;
  readonly action: string;
  readonly writing: boolean;
}

/** Homes of the person, as spelled and as they really are. */
export function createRootJudgement(rules: PathRules, userFolders: readonly string[]) {
  const closed = closedPlaces(rules, userFolders);
  return async ({ asked, action, writing }: RootQuestion): Promise<RootJudgement> => {
    const problem = spellingProblem(asked);
    if (problem !== null) return refused('bad_path', asked, problem);
    const resolved = await resolvePath(asked, rules.workspace);
    if (resolved.kind === 'problem')
      return refused(resolved.cause === 'spelled' ? 'bad_path' : 'unreadable', asked, resolved.text);
    const { real, entry } = resolved;
    const mayUse = entry?.isDirectory() === true && (await isOpen(rules, real, writing));
    const path = () => mint({ asked, real, shown: real, action, identity: identityOf(entry) });
    if (mayUse) return { kind: 'judged', isOpen: true, path: path() };
    const spelled = resolve(rules.workspace, asked);
    const reason = [spelled, real].map((each) => unsafeReason(each, { writing, userFolders, closed })).find(isText);
    if (reason !== undefined) {
      return refused('unsafe_root', real, `${reason} It is not asked about. Ask for the one folder that is needed.`);
    }
    if (entry === null) return refused('no_directory', real, 'There is no such directory. Name one that is there.');
    if (!entry.isDirectory()) {
      return refused('no_directory', real, `It is no directory. Ask for the one that holds it: ${dirname(real)}.`);
    }
    return { kind: 'judged', isOpen: false, path: path() };
  };
}

interface Closed {
  readonly writing: boolean;
  readonly userFolders: readonly string[];
  readonly closed: readonly string[];
}

function unsafeReason(path: string, { writing, userFolders, closed }: Closed): string | null {
  const unsafe = unsafeRoot(path, userFolders) ?? unsafeTree(path);
  if (unsafe !== null) return `It may not be opened: ${unsafe}.`;
  const named = protectedReason(path.split('/'), { writing, leafIsDirectory: true });
  if (named !== null) return `It may not be opened: ${named}.`;
  // Without case, since a file system may not know case.
  const folded = path.toLowerCase();
  const own = closed.find((place) => isInside(folded, place.toLowerCase()) || isInside(place.toLowerCase(), folded));
  return own === undefined ? null : `It may not be opened: it holds, or lies in, what nobody opens (${own}).`;
}

/** Our own places, and those where credentials of the person are kept. What lies in the workspace is open by the workspace. */
function closedPlaces({ places, workspace }: PathRules, userFolders: readonly string[]): readonly string[] {
  const own = places.paths.filter((place) => !isInside(workspace, place));
  const credentials = userFolders.flatMap((home) => credentialPlaces.map((place) => `${home}/${place}`));
  return [...own, ...credentials];
}

function isText(reason: string | null): reason is string {
  return reason !== null;
}

function refused(name: RootRefusal['name'], shown: string, text: string): RootRefusal {
  return { kind: 'refused', name, verdict: name === 'unreadable' ? 'unknown' : 'floor', shown, text };
}
