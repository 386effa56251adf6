// The guard `shell`: what a command line would do, part by part. Its parts are the targets of the call, so that rules are held against each.
import type { ConfinedPath, Fact, Guard, GuardFinding, JsonValue, Target, Tool } from '../../contract/index.ts';
import { loadShell, pointerGet, type ShellAnalysis, type ShellPart, type ShellVerdict } from '../../text/index.ts';
import type { Confinement } from '../files/confinement.ts';
import type { Confined } from '../files/path/confined.ts';
import { runsNoProgram } from './shell/git-repository.ts';
import {
  judgeNames,
  judgeReads,
  judgeWrite,
  spelledPath,
  type PathFinding,
  type PathPlace,
} from './shell/judge-paths.ts';
import { holdsWord, meantPaths, type Surroundings } from './shell/own-places.ts';
import { runsOwnProgram, type OwnProgram } from './shell/own-program.ts';

export interface ShellGuardNeeds {
  /** Knows our own places, and proves the directory a command runs in. */
  readonly confinement: Confinement;
  /** The home that `~` and `$HOME` mean. */
  readonly home: string;
  readonly ownProgram: OwnProgram;
  /** Words that no command may hold, such as the variable that names our home. Case does not count. */
  readonly protectedWords: readonly string[];
}

const name = 'shell';
/** Where a tool of this kind names the folder its command runs in. Absent: the workspace. It is no target: a rule speaks of the command. */
const directoryPointer = '/working_dir';

/**
 * Facts: `shell` with the value `safe`, `ask` or `unanalysable`, and the part that decided; `unrecoverable`, `privilege`, `network_code`,
 * `git_push`, `own_program`, `protected_name`, `too_long` (floors), `zone` of a redirect. `working_directory` binds where the command runs.
 * Targets: each simple command, and each file of a redirect. Proves `/working_dir`.
 */
export function createShellGuard(needs: ShellGuardNeeds): Guard {
  return {
    name,
    async inspect({ tool, targets, arguments: args, caller }): Promise<GuardFinding> {
      const commands = targets.filter((target) => target.kind === 'command');
      // An argument of a command may be named so too.
      const asked = fixedDirectory(tool) ?? pointerGet(args, directoryPointer) ?? '.';
      if (typeof asked !== 'string') throw new TypeError(`${directoryPointer} is no text.`);
      const guest = caller.trust !== 'operator';
      const confined = await needs.confinement.confine(asked, { action: 'read', guest });
      const directory = confined.ok ? confined.path.real : needs.confinement.workspace;
      const facts = [directoryFact(confined)];
      const parts: Target[] = [];
      for (const target of commands) {
        const found = await inspectLine(target, needs, { directory, guest });
        facts.push(...found.facts);
        parts.push(...found.targets);
      }
      const paths: Record<string, ConfinedPath> = confined.ok ? { [directoryPointer]: confined.path } : {};
      return { facts, targets: parts, paths, urls: {} };
    },
  };
}

/** Where a command with fixed words runs. */
function fixedDirectory({ targets }: Tool): string | undefined {
  return targets.find(({ line }) => line !== undefined)?.line?.directory;
}

interface Start {
  readonly directory: string;
  readonly guest: boolean;
}

async function inspectLine(
  target: Target,
  needs: ShellGuardNeeds,
  { directory, guest }: Start,
): Promise<Pick<GuardFinding, 'facts' | 'targets'>> {
  const { confinement, home } = needs;
  const surroundings = { directory, home };
  const line = target.value;
  const { analyseShell } = await loadShell();
  const analysis = analyseShell(line, surroundings);
  const targets = new Map<string, Target>();
  const facts = [...lineFloors(line, analysis, { needs, surroundings })];
  let worst: Judged = { verdict: 'safe', source: line, text: '' };
  const moved = analysis.directories.map((word) => spelledPath(word, surroundings));
  const place: PathPlace = { confinement, home, guest, directories: [directory, ...moved.slice(0, 1)] };
  for (const part of analysis.parts) {
    for (const value of part.commands) targets.set(`command:${value}`, { ...target, value });
    const judged = await judgePart(part, place, moved.length);
    if (judged.target !== null)
      targets.set(`path:${judged.target.value}`, { ...judged.target, pointer: target.pointer });
    if (judged.finding !== null && judged.finding.verdict !== 'clear') facts.push(findingFact(judged.finding, part));
    if (ranks.indexOf(judged.verdict) > ranks.indexOf(worst.verdict)) worst = judged;
  }
  if (targets.size === 0) {
    targets.set('', target);
    if (worst.verdict === 'safe') worst = { verdict: 'ask', source: line, text: 'it holds no command' };
  }
  return { facts: [lineFact(line, worst), ...facts], targets: [...targets.values()] };
}

const ranks: readonly ShellVerdict[] = ['safe', 'ask', 'unanalysable'];

interface Judged {
  readonly verdict: ShellVerdict;
  readonly source: string;
  readonly text: string;
}

interface JudgedPart extends Judged {
  readonly finding: PathFinding | null;
  /** The file of a redirect. */
  readonly target: Omit<Target, 'pointer'> | null;
}

async function judgePart(part: ShellPart, place: PathPlace, moves: number): Promise<JudgedPart> {
  const judged = { verdict: part.verdict, source: part.source, text: part.text, finding: null, target: null };
  if (part.file?.action === 'write') {
    const { confined, path, finding } = await judgeWrite(part.file.word, place);
    const value = confined.ok ? confined.path.shown : confined.refusal.shown;
    const identity = confined.ok ? confined.path.identity : null;
    return {
      ...judged,
      finding,
      target: { kind: 'path', action: 'write', value: value === '' ? path : value, identity },
    };
  }
  const target =
    part.file === null
      ? null
      : ({ kind: 'path', action: 'read', value: part.file.word.value, identity: null } as const);
  if (part.verdict !== 'safe') return { ...judged, finding: judgeNames(part, place), target };
  const finding = await judgeReads(part, place);
  if (finding !== null) return { ...judged, verdict: 'ask', text: finding.text, finding, target };
  const text = await repositoryDoubt(part, place, moves);
  return text === null ? { ...judged, target } : { ...judged, verdict: 'ask', text, target };
}

/** Why git is asked about that only reads; null for all else. */
async function repositoryDoubt(
  { repository }: ShellPart,
  { directories }: PathPlace,
  moves: number,
): Promise<string | null> {
  if (moves > 1) return 'it changes its folder more than once';
  if (repository === null) return null;
  const [directory = '/'] = directories;
  const isKnown =
    moves === 0 && (await runsNoProgram(repository.startsWith('/') ? repository : `${directory}/${repository}`));
  return isKnown
    ? null
    : 'the configuration of the repository may name programs that git runs. The git tools look into it';
}

function lineFact(line: string, { verdict, source, text }: Judged): Fact {
  const said =
    verdict === 'safe'
      ? 'Every command in it is known only to read and print.'
      : `${shown(source)}: ${text.replace(/\.$/, '')}. ${verdict === 'ask' ? 'So it is asked about.' : 'What cannot be told counts as the strictest.'}`;
  return {
    guard: name,
    name: 'shell',
    value: verdict,
    verdict: 'clear',
    targets: [verdict === 'safe' ? line : source],
    text: said,
  };
}

const longestShown = 200;

function shown(source: string): string {
  return `\`${source.length > longestShown ? `${source.slice(0, longestShown)}…` : source}\``;
}

function floorFact(found: string, { source, text }: { readonly source: string; readonly text: string }): Fact {
  return {
    guard: name,
    name: found,
    value: null,
    verdict: 'floor',
    targets: [source],
    text: `${shown(source)}: ${text}.`,
  };
}

function findingFact({ name: found, verdict, text }: PathFinding, { source }: ShellPart): Fact {
  const value = found === 'zone' ? (verdict === 'ask' ? 'prompt' : 'blocked') : null;
  return { guard: name, name: found, value, verdict, targets: [source], text: `${shown(source)}: ${text}` };
}

interface Line {
  readonly needs: ShellGuardNeeds;
  readonly surroundings: Surroundings;
}

function lineFloors(
  line: string,
  { floors, forms, words, directories }: ShellAnalysis,
  { needs, surroundings }: Line,
): readonly Fact[] {
  const facts = floors.map((floor) => floorFact(floor.name, floor));
  const { ownProgram, confinement } = needs;
  const places = [surroundings];
  for (const word of directories) {
    const directory = spelledPath(word, places.at(-1) ?? surroundings);
    places.push({ ...surroundings, directory });
  }
  const own = forms.find((form) =>
    places.some((place) => runsOwnProgram(form, { ownProgram, words, surroundings: place })),
  );
  if (own !== undefined) {
    const source = own.words.map((word) => word.source).join(' ');
    facts.push(floorFact('own_program', { source, text: 'it runs Gatehouse itself. Use its tools' }));
  }
  // With the words as they are after quotes: `~/.gate"house"` names it too.
  const text = [line, ...words].join('\n');
  const word = needs.protectedWords.find((each) => holdsWord(text, each));
  const path =
    word ?? words.find((each) => meantPaths(each, surroundings).some((meant) => confinement.isOwnPlace(meant)));
  if (path !== undefined) {
    facts.push(
      floorFact('protected_name', { source: path, text: 'it belongs to Gatehouse itself. No command may name it' }),
    );
  }
  return facts;
}

/** What is refused here is a fact like that of the guard `paths`; what is allowed binds the approval to the directory. */
function directoryFact(confined: Confined): Fact {
  if (!confined.ok) {
    const { name: found, verdict, shown: asked, text } = confined.refusal;
    return { guard: name, name: found, value: null, verdict, targets: [], text: `The folder ${asked}: ${text}` };
  }
  const { shown: where, real, identity } = confined.path;
  const binding: JsonValue = { real, identity: { ...identity } };
  const text = `The command runs in ${where}.`;
  return { guard: name, name: 'working_directory', value: where, verdict: 'clear', targets: [], text, binding };
}
