// Decides which paths a call may use, and mints the proof that file operations want. Looks at the world and changes nothing.
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { CapabilityError, type ConfinedPath } from '../../contract/index.ts';
import type { Confined } from './path/confined.ts';
import { createAliases } from './path/hard-link-aliases.ts';
import { createJudgement, type GrantedRoot, type PathQuestion } from './path/judge-path.ts';
import { createRootJudgement, type RootJudgement, type RootQuestion } from './path/judge-root.ts';
import { createProtectedPlaces } from './path/protected-places.ts';
import { resolvePath, type KnownDirectories } from './path/resolve-path.ts';
import { spellingProblem } from './path/spelling.ts';
import { unsafeRoot } from './path/unsafe-roots.ts';
import { createZones, type ZoneSettings } from './path/write-zones.ts';

export interface ConfinementSettings {
  /** Absolute path of the workspace; relative paths start there. Being the workspace does not make it a root. */
  readonly workspace: string;
  /** Where files may be read. What may be written may also be read. Resolved once: a root that is swapped later is no root. */
  readonly readRoots: readonly string[];
  readonly writeRoots: readonly string[];
  /** Where guests may read. Empty: nowhere. */
  readonly guestRoots: readonly string[];
  /** What the owner opened since. Asked for each path outside the other roots. Default: nothing. */
  readonly grantedRoots?: () => Promise<readonly GrantedRoot[]>;
  readonly zones: ZoneSettings;
  /** Our own home, configuration, database, socket and token. */
  readonly protectedPaths: readonly string[];
  /** The person's home, which as a whole is no root. Default: that of the user who runs this. */
  readonly userFolder?: string;
}

interface ConfineRequest {
  /** `read`, `list` and `search` read; any other action writes. */
  readonly action: string;
  /** Default false. */
  readonly guest?: boolean;
}

export interface Confinement {
  /** The real path of the workspace. */
  readonly workspace: string;
  /** Real, those that the owner opened among them; those that may be written are also among those that may be read. */
  roots(): Promise<{ readonly read: readonly string[]; readonly write: readonly string[] }>;
  confine(asked: string, request: ConfineRequest): Promise<Confined>;
  /** A path below a confined directory, for whom and (unless an action is named) for what that was confined. Cheap for thousands of paths. */
  within(directory: ConfinedPath, below: string, action?: string): Promise<Confined>;
  /** The directory that holds the path, for reading. */
  parent(path: ConfinedPath): Promise<Confined>;
  /** Whether a directory may be asked for as a further root. Its proof opens no file. */
  judgeRoot(question: RootQuestion): Promise<RootJudgement>;
  /** True for an absolute path that is, or lies below, one of the protected paths, by its spelling alone. */
  isOwnPlace(absolute: string): boolean;
  /** True for paths that this confinement minted. */
  minted(path: ConfinedPath): boolean;
}

/** Throws `invalid_config` for a workspace, root or zone that cannot be read. */
export async function createConfinement(settings: ConfinementSettings): Promise<Confinement> {
  const workspace = await realWorkspace(settings.workspace);
  const userFolders = await realUserFolders(settings.userFolder ?? homedir());
  const unsafeWorkspace = unsafeRoot(workspace, userFolders);
  const readAll = async (setting: string, roots: readonly string[]) => {
    const real = await Promise.all(roots.map((root) => realRoot(setting, root, workspace)));
    return real.filter((root) => isSafeRoot({ setting, root, workspace }, userFolders));
  };
  const writeRoots = await readAll('writeRoots', settings.writeRoots);
  const places = await createProtectedPlaces(settings.protectedPaths, workspace);
  const readRoots = [...(await readAll('readRoots', settings.readRoots)), ...writeRoots];
  const rules = {
    workspace,
    spelledWorkspace: resolve(settings.workspace),
    readRoots,
    writeRoots,
    guestRoots: await readAll('guestRoots', settings.guestRoots),
    grantedRoots: settings.grantedRoots ?? noRoots,
    findZone: createZones(settings.zones),
    places,
    findAlias: createAliases({ own: places.paths, userFolders, roots: readRoots }),
    unsafeWorkspace,
  };
  const judgement = createJudgement(rules);
  // Who may use a path is kept here and not in it: a handler cannot widen what it was given.
  const proofs = new WeakMap<ConfinedPath, { readonly guest: boolean; readonly known: KnownDirectories }>();

  const judge = async (question: PathQuestion): Promise<Confined> => {
    const confined = await judgement(question);
    if (confined.ok) proofs.set(confined.path, { guest: question.guest, known: new Set() });
    return confined;
  };
  const proofOf = (path: ConfinedPath) => {
    const proof = proofs.get(path);
    if (proof === undefined) throw new CapabilityError('path_refused', 'This path was not confined here.');
    return proof;
  };
  return {
    workspace,
    async roots() {
      const granted = await rules.grantedRoots();
      const written = granted.filter(({ access }) => access === 'write');
      const paths = (roots: readonly GrantedRoot[]) => roots.map(({ path }) => path);
      return { read: [...readRoots, ...paths(granted)], write: [...writeRoots, ...paths(written)] };
    },
    confine: (asked, { action, guest = false }) => judge({ asked, action, guest, from: workspace }),
    async within(directory, below, action = directory.action) {
      const { guest, known } = proofOf(directory);
      if (isAbsolute(below) || below.split('/').includes('..')) return leavesDirectory(below);
      return judge({ asked: below, action, guest, from: directory.real, known });
    },
    async parent(path) {
      const { guest } = proofOf(path);
      return judge({ asked: dirname(path.real), action: 'read', guest, from: workspace });
    },
    judgeRoot: createRootJudgement(rules, userFolders),
    isOwnPlace: (absolute) => places.covers(absolute),
    minted: (path) => proofs.has(path),
  };
}

async function noRoots(): Promise<readonly GrantedRoot[]> {
  return [];
}

/** As it is spelled, and as it really is. */
async function realUserFolders(folder: string): Promise<readonly string[]> {
  const resolved = await resolvePath(resolve(folder), '/');
  return resolved.kind === 'resolved' ? [resolve(folder), resolved.real] : [resolve(folder)];
}

/** The workspace may be anywhere, since much is done there that needs no files; what it must not be is a root. Others were named on purpose. */
function isSafeRoot(
  { setting, root, workspace }: { readonly setting: string; readonly root: string; readonly workspace: string },
  userFolders: readonly string[],
): boolean {
  const reason = unsafeRoot(root, userFolders);
  if (reason === null || root === workspace) return reason === null;
  throw new CapabilityError('invalid_config', `${setting}: ${JSON.stringify(root)} may be no root: ${reason}.`);
}

function leavesDirectory(below: string): Confined {
  const text = `"${basename(below)}" does not lie below the directory.`;
  return { ok: false, refusal: { name: 'bad_path', verdict: 'floor', shown: below, text } };
}

async function realWorkspace(path: string): Promise<string> {
  const real = await realRoot('workspace', path, '/');
  const entry = await stat(real).catch(() => null);
  if (entry?.isDirectory() === true) return real;
  throw new CapabilityError('invalid_config', `The workspace ${path} is no directory.`);
}

async function realRoot(setting: string, path: string, workspace: string): Promise<string> {
  const problem = spellingProblem(path);
  if (problem !== null) throw new CapabilityError('invalid_config', `${setting}: ${JSON.stringify(path)}: ${problem}`);
  const resolved = await resolvePath(resolve(workspace, path), '/');
  if (resolved.kind === 'resolved') return resolved.real;
  throw new CapabilityError('invalid_config', `${setting}: ${JSON.stringify(path)}: ${resolved.text}`);
}
