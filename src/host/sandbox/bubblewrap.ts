// The level `full`: a program in bubblewrap, with the profile of this workspace.
import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import type { Duplex } from 'node:stream';
import { CapabilityError } from '../../contract/index.ts';
import { channelProgram, serveChannel } from '../net/proxy/serve-channel.ts';
import type { Enclosed } from './enclosed.ts';
import { environmentInside, homeInside, proxyEnvironment, type Ground } from './ground.ts';
import { isInside } from '../files/is-inside.ts';
import type { ProtectedEntry } from './keep/scan-protected.ts';
import { bubblewrapArguments, type View } from './profile/bubblewrap-arguments.ts';
import { seccompFilter } from './profile/seccomp-filter.ts';
import { reported } from './first-program.ts';
import type { Program } from './program.ts';
import type { SystemPlaces } from './profile/system-places.ts';
import type { EnclosePlace, Walls } from './walls.ts';

export interface BubblewrapNeeds {
  readonly ground: Ground;
  /** Absolute path of bwrap. */
  readonly bubblewrap: string;
  readonly processTable: View['processTable'];
}

export function createBubblewrap(needs: BubblewrapNeeds): Walls {
  const seccomp = seccompFilter(process.arch);
  return {
    level: 'full',
    async enclose(program, place) {
      if (seccomp === null) throw new Error(`No filter of system calls is known for ${process.arch}.`);
      return enclose(program, place, { ...needs, seccomp });
    },
  };
}

async function enclose(
  program: Program,
  place: EnclosePlace,
  { ground, bubblewrap, processTable, seccomp }: BubblewrapNeeds & { readonly seccomp: Uint8Array },
): Promise<Enclosed> {
  const roots = await ground.roots(place.reach);
  const identity = ground.identity(place.reach);
  const system = ground.system(identity);
  const shown = [...system.folders, ...system.links.map(({ path }) => path), ...roots.map(({ path }) => path)];
  const kept = await ground.keep({ roots, folders: system.folders });
  const home = homeInside(program.environment);
  const channel = channelTo(place.reach.hosts, ground, system);
  const view: View = {
    inside: identity.inside,
    system,
    standIns: ground.standIns(identity.inside),
    roots,
    protectedEntries: kept.entries,
    homeFolder: ['/tmp', ...roots.map(({ path }) => path)].some((path) => isInside(path, home)) ? null : home,
    environment: { ...environmentInside(program.environment, shown), ...channel.environment },
    directory: shown.some((path) => isInside(path, place.directory)) ? place.directory : '/tmp',
    processTable,
    isRootOutside: identity.isRoot,
    more: place.more ?? [],
  };
  const words = bubblewrapArguments(view, { seccomp: 4, status: 5 });
  const first = reported(program, { limits: place, report: 6, companion: channel.companion });
  return {
    level: 'full',
    file: bubblewrap,
    args: ['--args', '3', '--', first.file, ...first.args],
    environment: {},
    identity: identity.outside,
    cwd: '/',
    inputs: [words, seccomp],
    reports: ground.ownFolder.path(),
    serve: channel.serve,
    settle: async () => [...(await kept.settle()), ...gitNotes(program, kept.entries, place.directory)],
  };
}

const mostNamed = 5;
const runsGit = /(?:^|[\s;&|(/])git\s/;
const comparing = /\b(?:status|diff|add|commit|stash|restore|checkout|reset)\b/;

/** What stands empty in the place of a protected file is a change to git: it would be told as one, and undone. */
function gitNotes({ file, args }: Program, entries: readonly ProtectedEntry[], directory: string): readonly string[] {
  const line = [file, ...args].join(' ');
  if (!runsGit.test(line) || !comparing.test(line)) return [];
  const hidden = entries
    .filter(({ protection }) => protection === 'hidden')
    .map(({ path }) => relative(directory, String(path)));
  if (hidden.length === 0) return [];
  const more = hidden.length > mostNamed ? ` and ${hidden.length - mostNamed} more` : '';
  return [
    `Protected, and so empty in the sandbox, whatever git says of it: ${hidden.slice(0, mostNamed).join(', ')}${more}. git_read leaves them out.`,
  ];
}

/** Where programs inside find the proxy; nothing else listens on a loopback of their own. */
const proxyPort = 3128;
const channelDescriptor = 7;

/** Our own Node carries the connections out, since the program may open no socket but those of its own network. */
function channelTo(hosts: readonly string[], ground: Ground, { folders }: SystemPlaces) {
  if (hosts.length === 0) return { companion: null, environment: {}, serve: null };
  const node = realpathSync(process.execPath);
  if (!folders.some((path) => isInside(path, node))) {
    const message = `The program cannot be given a network: its user may not read ${node}, which carries its connections.`;
    throw new CapabilityError('process_failed', message);
  }
  const proxy = ground.proxy(hosts);
  const words = [node, '-e', channelProgram(channelDescriptor, proxyPort)];
  return {
    companion: { command: words.map(quoted).join(' '), descriptor: channelDescriptor },
    environment: proxyEnvironment(proxyPort),
    serve: (channel: Duplex) => serveChannel(channel, proxy),
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
