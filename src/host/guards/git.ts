// The guard `git`: which repository a call is about, whether its folder is trusted, and whether its configuration runs programs. It reads
// files and starts nothing, so an explanation finds what a call finds.
import type { ConfinedPath, Fact, Guard, GuardFinding, GuardRequest, Target } from '../../contract/index.ts';
import { gitConfigKey, pointerGet, runsProgram, type GitConfigEntry } from '../../text/index.ts';
import type { Confinement } from '../files/confinement.ts';
import { findRepository, type Repository } from '../files/git/find-repository.ts';

const name = 'git';
/** Where a tool of this kind names the repository; the proof of its top folder comes under the second. */
const repoPointer = '/repo';
const topPointer = '/repo/top';

export interface GitGuardNeeds {
  readonly confinement: Confinement;
  /** Real paths of the folders whose configuration the owner lets act. */
  readonly trustedFolders: () => Promise<readonly string[]>;
  /** The guard of addresses, which judges those that a pull reaches. */
  readonly net: Guard;
}

/**
 * Facts: `repository` with the value `trusted`, `untrusted` or `runs_programs`, which the modes of git ask for; `config_runs_program` with the
 * keys; `git_dir` (binding). Floors: `no_repository`, `remote`; `outside_roots` is a boundary. Proves the top folder of the repository.
 * Targets: what a tool of mode `git_write` writes, and what a pull reaches.
 */
export function createGitGuard(needs: GitGuardNeeds): Guard {
  return {
    name,
    async inspect(request): Promise<GuardFinding> {
      const asked = pointerGet(request.arguments, repoPointer) ?? '.';
      if (typeof asked !== 'string') throw new TypeError(`${repoPointer} is no text.`);
      const guest = request.caller.trust !== 'operator';
      const directory = await needs.confinement.confine(asked, { action: 'read', guest });
      // The guard of paths says what is wrong with it.
      if (!directory.ok) return found([]);
      const repository = await findRepository(directory.path.real);
      if (repository === null) {
        return found([floor('no_repository', `There is no git repository at ${directory.path.shown}, nor above it.`)]);
      }
      return judge(repository, request, needs);
    },
  };
}

async function judge(repository: Repository, request: GuardRequest, needs: GitGuardNeeds): Promise<GuardFinding> {
  const guest = request.caller.trust !== 'operator';
  const top = await needs.confinement.confine(repository.workTree, { action: 'read', guest });
  const outside = await outsideFacts(repository, request, needs);
  if (!top.ok) {
    const text = `The repository begins at ${repository.workTree}. ${top.refusal.text}`;
    return found([{ ...boundary(repository.workTree, text), name: top.refusal.name, verdict: top.refusal.verdict }]);
  }
  const remote = await remoteFinding(repository, request, needs);
  const facts = [...outside, ...(await stateFacts(repository, needs)), ...remote.facts];
  const written = request.tool.mode === 'git_write' ? writtenTargets(repository, top.path, needs.confinement) : [];
  return { facts, targets: [...written, ...remote.targets], paths: { [topPointer]: top.path }, urls: {} };
}

/**
 * The work tree, and where a linked one is kept. The tool states no write: what it is given is any folder of the repository, which the guard of
 * paths takes for one that is read, and what it writes is found here alone.
 */
function writtenTargets({ commonDir }: Repository, top: ConfinedPath, { workspace }: Confinement): readonly Target[] {
  const target = { kind: 'path', action: 'write', pointer: null } as const;
  const tree: Target = { ...target, value: top.shown, identity: top.identity };
  if (commonDir.startsWith(`${top.real}/`)) return [tree];
  const isInside = commonDir.startsWith(`${workspace}/`);
  const value = isInside ? commonDir.slice(workspace.length + 1) : commonDir;
  return [tree, { ...target, value, identity: null }];
}

async function outsideFacts(
  { gitDir, commonDir, isOwned, alternates, workTree }: Repository,
  { caller, tool }: GuardRequest,
  { confinement }: GitGuardNeeds,
): Promise<readonly Fact[]> {
  const guest = caller.trust !== 'operator';
  const places = [...(isOwned ? [] : [gitDir, commonDir]), ...alternates];
  const facts: Fact[] = [];
  for (const place of new Set(places)) {
    const confined = await confinement.confine(place, { action: 'read', guest });
    if (!confined.ok)
      facts.push(boundary(place, `The repository keeps what it reads in ${place}. ${confined.refusal.text}`));
  }
  if (tool.mode !== 'git_write') return facts;
  const written = await confinement.judgeRoot({ asked: workTree, action: 'write', writing: true });
  if (written.kind === 'judged' && written.isOpen) return facts;
  return [...facts, boundary(workTree, `Files of the repository ${workTree} may not be written.`)];
}

async function stateFacts(repository: Repository, { trustedFolders }: GitGuardNeeds): Promise<readonly Fact[]> {
  const { workTree, gitDir, commonDir, entries, problems } = repository;
  const keys = [...new Set(entries.filter(runsProgram).map(gitConfigKey))].toSorted();
  const isTrusted = (await trustedFolders()).some((folder) => workTree === folder || workTree.startsWith(`${folder}/`));
  const runs = keys.length > 0 || problems.length > 0;
  const value = runs ? 'runs_programs' : isTrusted ? 'trusted' : 'untrusted';
  const shown = [...keys.slice(0, 12), ...(keys.length > 12 ? [`${keys.length - 12} more`] : []), ...problems].join(
    ', ',
  );
  const facts: Fact[] = [
    { ...clear('repository', value, stateTexts[value](workTree, shown)), binding: { workTree } },
    { ...clear('git_dir', gitDir, `The repository is kept in ${gitDir}.`), binding: { gitDir, commonDir, keys } },
  ];
  if (!runs) return facts;
  return [...facts, clear('config_runs_program', shown, stateTexts.runs_programs(workTree, shown))];
}

const stateTexts = {
  trusted: (folder: string) => `The folder of ${folder} is trusted, and its git configuration runs no program.`,
  untrusted: (folder: string) =>
    `No folder that holds ${folder} is trusted, so git is asked about. The owner trusts one with gatehouse trust.`,
  runs_programs: (folder: string, keys: string) =>
    `The git configuration of ${folder} can run programs or lead elsewhere: ${keys}. They are switched off for this call.`,
} as const;

/** Only a pull reaches anything. */
async function remoteFinding(
  { entries, workTree }: Repository,
  request: GuardRequest,
  needs: GitGuardNeeds,
): Promise<RemoteFinding> {
  if (pointerGet(request.arguments, '/action') !== 'pull') return { facts: [], targets: [] };
  const asked = pointerGet(request.arguments, '/remote') ?? 'origin';
  const urls = entries.filter(
    ({ section, subsection, name: key }) => section === 'remote' && subsection === asked && key === 'url',
  );
  const [url, ...others] = urls.map(({ value }) => value ?? '');
  if (url === undefined || url === '') return remoteFloor(`There is no remote named ${JSON.stringify(asked)}.`);
  const detour = others.length > 0 ? urls[0] : entries.find(leadsElsewhere);
  if (detour !== undefined)
    return remoteFloor(
      `The git configuration would lead a pull elsewhere, or to several places: ${gitConfigKey(detour)}.`,
    );
  return addressFinding(url, { workTree, request, needs });
}

type RemoteFinding = Pick<GuardFinding, 'facts' | 'targets'>;

interface Pull {
  readonly workTree: string;
  readonly request: GuardRequest;
  readonly needs: GitGuardNeeds;
}

/** An address that the guard of addresses judges, a host by ssh, or a path inside the roots. */
async function addressFinding(url: string, { workTree, request, needs }: Pull): Promise<RemoteFinding> {
  const target = { action: 'get', pointer: null, identity: null } as const;
  if (/^https:\/\//i.test(url)) {
    return needs.net.inspect({ ...request, targets: [{ ...target, kind: 'url', value: url }] });
  }
  const host = sshHost(url);
  if (host !== null) return { facts: [], targets: [{ ...target, kind: 'host', value: host }] };
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(url))
    return remoteFloor('A pull reaches https, ssh and paths inside the roots only.');
  const path = url.startsWith('/') ? url : `${workTree}/${url}`;
  const confined = await needs.confinement.confine(path, { action: 'read' });
  return confined.ok ? { facts: [], targets: [] } : { facts: [boundary(url, confined.refusal.text)], targets: [] };
}

/** Rewritten addresses, proxies, fixed answers of names, and further places to fetch from. */
function leadsElsewhere({ section, name }: GitConfigEntry): boolean {
  return section === 'url' || ['proxy', 'curloptresolve', 'bundleuri'].includes(name);
}

/** Of `ssh://user@host/path` and `user@host:path`. What could be an option of ssh is no host. */
function sshHost(url: string): string | null {
  const match =
    /^ssh:\/\/(?:[\w.-]+@)?([\w][\w.-]*)(?::\d+)?\//i.exec(url) ?? /^(?:[\w.]+@)?([\w][\w.-]*):(?!:|\/\/)/.exec(url);
  return match?.[1]?.toLowerCase() ?? null;
}

function remoteFloor(text: string): RemoteFinding {
  return { facts: [floor('remote', text)], targets: [] };
}

function found(facts: readonly Fact[]): GuardFinding {
  return { facts, targets: [], paths: {}, urls: {} };
}

function clear(fact: string, value: string, text: string): Fact {
  return { guard: name, name: fact, value, verdict: 'clear', targets: [], text };
}

function floor(fact: string, text: string): Fact {
  return { guard: name, name: fact, value: null, verdict: 'floor', targets: [], text };
}

function boundary(place: string, text: string): Fact {
  return { guard: name, name: 'outside_roots', value: null, verdict: 'boundary', targets: [place], text };
}
