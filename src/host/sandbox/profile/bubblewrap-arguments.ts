// The profile: what a program in bubblewrap sees, and with what it is cut off. Arguments only; nothing is started or looked at here.
import { dirname } from 'node:path';
import type { Identity } from '../identity.ts';
import { isInside } from '../../files/is-inside.ts';
import type { ProtectedEntry } from '../keep/scan-protected.ts';
import type { StandIns } from './stand-ins.ts';
import type { SystemPlaces } from './system-places.ts';

export interface Root {
  /** Real, and the same inside as outside: people and programs go on using the paths they know. */
  readonly path: string;
  readonly writable: boolean;
}

export interface View {
  readonly inside: Identity['inside'];
  readonly system: SystemPlaces;
  readonly standIns: StandIns;
  readonly roots: readonly Root[];
  /** In whatever is shown. */
  readonly protectedEntries: readonly ProtectedEntry[];
  /** An empty folder of its own; null for none besides /tmp. */
  readonly homeFolder: string | null;
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  /** `empty` where the machine refuses a new table of processes. */
  readonly processTable: 'new' | 'empty';
  readonly isRootOutside: boolean;
  /** Files, sockets and folders besides, read-only, as pairs of source and path. */
  readonly more: readonly { readonly source: string; readonly path: string }[];
}

type Words = readonly (string | Buffer)[];

const scratchBytes = String(2 ** 30);
const memoryBytes = String(2 ** 28);
/** So many hidden files in one folder, and the folder itself is hidden: each is a mount, which takes time. */
const mostHiddenInFolder = 32;

/** The words for `--args`; each descriptor is read once by bubblewrap and closed. */
export function bubblewrapArguments(view: View, descriptors: { readonly seccomp: number; readonly status: number }) {
  const words: readonly Words[] = [
    isolation(view.inside),
    ['--seccomp', String(descriptors.seccomp), '--json-status-fd', String(descriptors.status)],
    systemMounts(view),
    rootMounts(view),
    // Last, as mount points are made in it before.
    ['--remount-ro', '/dev', '--remount-ro', '/'],
    Object.entries(view.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ['--chdir', view.directory],
  ];
  return Buffer.concat(words.flat().flatMap((word) => [Buffer.from(word), Buffer.from([0])]));
}

function isolation({ uid, gid }: Identity['inside']): Words {
  return [
    ['--unshare-all', '--unshare-user', '--disable-userns'],
    ['--cap-drop', 'ALL'],
    // The shell that reports is the first process itself: one program less to wait for, and the kernel lets nothing inside end it.
    ['--new-session', '--die-with-parent', '--as-pid-1'],
    ['--uid', String(uid), '--gid', String(gid)],
    ['--hostname', 'sandbox'],
    ['--clearenv'],
  ].flat();
}

function systemMounts({ system, standIns, homeFolder, processTable, isRootOutside, more }: View): Words {
  return [
    // First: the Node that runs us may lie below it.
    scratch('/tmp', scratchBytes),
    system.folders.flatMap(readOnly),
    ['--ro-bind', standIns.etc, '/etc'],
    system.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    processMounts(processTable, isRootOutside),
    ['--dev', '/dev'],
    scratch('/dev/shm', memoryBytes),
    ['--symlink', '/tmp', '/var/tmp'],
    // Each mount takes its time; a link is as good.
    homeFolder === null ? [] : ['--perms', '0700', '--dir', '/tmp/.home', '--symlink', '/tmp/.home', homeFolder],
    more.flatMap(({ source, path }) => ['--ro-bind', source, path]),
  ].flat();
}

/** Twice over for a process that is root outside: it could open `core_pattern` there, which names a program that the kernel runs. */
function processMounts(processTable: View['processTable'], isRootOutside: boolean): Words {
  if (processTable === 'empty') return ['--tmpfs', '/proc', '--remount-ro', '/proc'];
  const table = ['--proc', '/proc', '--remount-ro', '/proc'];
  return isRootOutside ? [...table, '--ro-bind', '/proc/sys', '/proc/sys'] : table;
}

function scratch(path: string, bytes: string): Words {
  return ['--perms', '1777', '--size', bytes, '--tmpfs', path];
}

function readOnly(path: string): Words {
  return ['--ro-bind', path, path];
}

/** What is mounted in a root comes after it, and what is hidden comes last of all. */
function rootMounts({ roots, protectedEntries, standIns }: View): Words {
  const sorted = roots.toSorted((a, b) => a.path.length - b.path.length);
  const inWritable = protectedEntries.filter(({ path, isLink }) => !isLink && isWritable(String(path), sorted));
  const hidden = protectedEntries.filter(({ protection, isLink }) => protection === 'hidden' && !isLink);
  return [
    ...sorted.flatMap(({ path, writable }) => [writable ? '--bind' : '--ro-bind', path, path]),
    ...inWritable
      .filter(({ protection }) => protection === 'pinned')
      .toSorted((a, b) => a.path.length - b.path.length)
      .flatMap(({ path }) => ['--bind', path, path]),
    ...inWritable.filter(({ protection }) => protection === 'fixed').flatMap(({ path }) => ['--ro-bind', path, path]),
    ...(hidden.length <= mostHiddenInFolder
      ? hidden.flatMap(({ path, isDirectory }) => hide(path, isDirectory, standIns))
      : hideMany(hidden, standIns)),
  ];
}

/** By the innermost root that holds it. */
function isWritable(path: string, sorted: readonly Root[]): boolean {
  return sorted.findLast((root) => isInside(root.path, path))?.writable === true;
}

function hide(path: string | Buffer, isDirectory: boolean, { emptyFile, emptyFolder }: StandIns): Words {
  return ['--ro-bind', isDirectory ? emptyFolder : emptyFile, path];
}

function hideMany(hidden: readonly ProtectedEntry[], standIns: StandIns): Words {
  const byFolder = Map.groupBy(hidden, ({ path }) => dirname(String(path)));
  const whole = [...byFolder].filter(([, entries]) => entries.length > mostHiddenInFolder).map(([folder]) => folder);
  const rest = hidden.filter(({ path }) => !whole.some((folder) => isInside(folder, String(path))));
  return [
    ...rest.flatMap(({ path, isDirectory }) => hide(path, isDirectory, standIns)),
    ...whole.flatMap((folder) => hide(folder, true, standIns)),
  ];
}
