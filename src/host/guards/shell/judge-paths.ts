// Holds the paths in a command line against the confinement: what a harmless command reads must be what a tool might read, and no protected name is
// read or written by any command.
import { basename } from 'node:path';
import type { Fact } from '../../../contract/index.ts';
import { shellPath, type ShellPart, type ShellWord } from '../../../text/index.ts';
import type { Confinement } from '../../files/confinement.ts';
import type { Confined } from '../../files/path/confined.ts';
import { protectedReason } from '../../files/path/protected-names.ts';
import { globMatches } from './glob-matches.ts';
import type { Surroundings } from './own-places.ts';

export interface PathPlace {
  readonly confinement: Confinement;
  readonly home: string;
  readonly guest: boolean;
  /** Real directories in which the commands may run; the first is where the line starts. */
  readonly directories: readonly string[];
}

/** Why a part is refused, or is not safe after all. */
export interface PathFinding {
  readonly name: string;
  readonly verdict: Extract<Fact['verdict'], 'floor' | 'ask' | 'clear'>;
  readonly text: string;
}

/** They tell of the machine what `uname` tells, and of nobody's work. */
const publicFiles = new Set(
  '/etc/hostname /etc/os-release /etc/lsb-release /etc/debian_version /etc/issue /etc/timezone /proc/cpuinfo /proc/meminfo /proc/loadavg /proc/uptime /proc/version /dev/null'.split(
    ' ',
  ),
);
/** Looked at in the world. Beyond it a part is asked about; protected names are found by their spelling all the same. */
const mostLooks = 256;

/** Null where all that a safe part reads may be read. */
export async function judgeReads(part: ShellPart, place: PathPlace): Promise<PathFinding | null> {
  const words = part.file?.action === 'read' ? [part.file.word] : part.reads;
  let first: PathFinding | null = null;
  for (const [index, word] of words.entries()) {
    const found = index < mostLooks ? await judgeRead(word, place) : judgeSpelling(word.value, place);
    if (found?.verdict === 'floor') return found;
    first ??= found;
  }
  return words.length > mostLooks
    ? (first ?? { name: 'many_paths', verdict: 'clear', text: 'it reads very many files' })
    : first;
}

async function judgeRead(word: ShellWord, place: PathPlace): Promise<PathFinding | null> {
  let first: PathFinding | null = null;
  for (const directory of place.directories) {
    for (const path of await pathsOf(word, { directory, home: place.home })) {
      if (path === null)
        return { name: 'glob', verdict: 'clear', text: `which files ${word.source} means cannot be told` };
      if (word.kind === 'glob' && !word.value.includes('/') && basename(path).startsWith('-'))
        return {
          name: 'glob',
          verdict: 'clear',
          text: `${basename(path)}, which ${word.source} means too, would be an option`,
        };
      const found = publicFiles.has(path) ? null : await judgePath(path, place);
      if (found?.verdict === 'floor') return found;
      first ??= found;
    }
  }
  return first;
}

/** A null among them is what cannot be told. */
async function pathsOf(word: ShellWord, surroundings: Surroundings): Promise<readonly (string | null)[]> {
  const path = spelledPath(word, surroundings);
  if (word.kind !== 'glob') return [path];
  return [path.replace(/[*?[].*$/, ''), ...((await globMatches(path)) ?? [null])].map((each) =>
    each === '' ? '/' : each,
  );
}

/**
 * Absolute, and else as it is written: what `..` behind a link means only the confinement knows. A quoted `~` is a name; in front of a
 * `base` word it is the home, and `.` the folder.
 */
export function spelledPath({ kind, value }: ShellWord, { directory, home }: Surroundings): string {
  if (kind === 'base' && value.startsWith('~')) return `${home}${value.slice(1)}`;
  return value.startsWith('/') ? value : `${directory}/${value}`;
}

async function judgePath(path: string, { confinement, guest }: PathPlace): Promise<PathFinding | null> {
  const confined = await confinement.confine(inWorkspace(path, confinement), { action: 'read', guest });
  if (confined.ok) return null;
  const { name, shown, text } = confined.refusal;
  const isProtected = name === 'protected_name';
  return { name, verdict: isProtected ? 'floor' : 'clear', text: `${shown}: ${text}` };
}

/** A root may itself lie in a place of a protected name: inside the workspace the way to it does not count. */
function inWorkspace(path: string, { workspace }: Confinement): string {
  if (path === workspace) return '.';
  return path.startsWith(`${workspace}/`) ? `./${path.slice(workspace.length + 1)}` : path;
}

/** By its spelling alone. */
function judgeSpelling(
  path: string,
  { directories: [directory = '/'], home, confinement }: PathPlace,
  writing = false,
): PathFinding | null {
  const absolute = shellPath(path, { directory, home });
  const reason = protectedReason(inWorkspace(absolute, confinement).split('/'), {
    writing,
    leafIsDirectory: path.endsWith('/'),
  });
  return reason === null ? null : protectedFinding(path, reason);
}

function protectedFinding(shown: string, reason: string): PathFinding {
  const text = `${shown}: Protected: ${reason}. Leave it to the person.`;
  return { name: 'protected_name', verdict: 'floor', text };
}

/** The protected name among the words of a part that is not safe anyway; null where there is none. */
export function judgeNames({ names }: ShellPart, place: PathPlace): PathFinding | null {
  for (const { path, isWritten } of names) {
    const found = judgeSpelling(path, place, isWritten);
    if (found !== null) return found;
  }
  return null;
}

/** The file that a redirect writes: as it was found, and what keeps it from being written. */
export async function judgeWrite(
  word: ShellWord,
  place: PathPlace,
): Promise<{ readonly confined: Confined; readonly path: string; readonly finding: PathFinding | null }> {
  const { confinement, guest, home, directories } = place;
  const directory = directories[0] ?? confinement.workspace;
  const path = spelledPath(word, { directory, home });
  const confined = await confinement.confine(inWorkspace(path, confinement), { action: 'write', guest });
  if (confined.ok) {
    const isAsked = confined.zone === 'prompt';
    const text = `${confined.path.shown}: The operator wants to be asked about every write there.`;
    return { confined, path, finding: isAsked ? { name: 'zone', verdict: 'ask', text } : null };
  }
  const { name, shown, text } = confined.refusal;
  const isFloor = name === 'protected_name' || name === 'zone';
  return { confined, path, finding: isFloor ? { name, verdict: 'floor', text: `${shown}: ${text}` } : null };
}
