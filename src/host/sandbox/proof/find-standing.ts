// Finds the best walls that this machine has: each is tried by running the real profile in it, and what is not proven does not count.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isInside } from '../../files/is-inside.ts';
import { findProgram } from '../../programs/find-program.ts';
import { createBubblewrap } from '../bubblewrap.ts';
import { openGround, type Ground } from '../ground.ts';
import { askAbi, canUseLandlock, leastAbi } from '../landlock/landlock-program.ts';
import { createLandlock } from '../landlock/landlock.ts';
import type { OwnFolder } from '../own-folder.ts';
import { proveFull } from './prove-full.ts';
import { proveLandlock } from './prove-landlock.ts';
import { runToEnd } from './run-to-end.ts';
import type { SandboxSettings, Standing } from './standing.ts';
import { unconfined } from './unconfined.ts';

const install = 'Install the package bubblewrap (0.8 or newer; apt install bubblewrap).';

export async function findStanding(settings: SandboxSettings, ownFolder: OwnFolder): Promise<Standing> {
  if (settings.setting === 'off') {
    return { level: 'off', walls: null, reason: 'The setting sandbox: off leaves programs unconfined.' };
  }
  if (process.platform !== 'linux') return none('Only Linux has the walls that are used here.');
  try {
    const ground = await openGround(settings, ownFolder);
    const searchPath = await outsideRoots(settings.searchPath, ground);
    const full = await tryFull(ground, searchPath);
    if (typeof full !== 'string') return full;
    const landlock = await tryLandlock(ground, searchPath);
    if (typeof landlock === 'string') return none(`${full} ${landlock}`);
    return { ...landlock, reason: `${full} ${landlock.reason}` };
  } catch (cause) {
    return none(`The proof failed: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** A program that the walls are built with is none that another program could have written, as in a node_modules/.bin on the path. */
async function outsideRoots(searchPath: string, ground: Ground): Promise<string> {
  const roots = await ground.roots({ workspace: 'write', hosts: [] });
  const written = roots.filter(({ writable }) => writable);
  const isWritten = (folder: string) => written.some(({ path }) => isInside(path, folder));
  return searchPath
    .split(':')
    .filter((folder) => !isWritten(resolve('/', folder)) && !isWritten(realFolder(folder)))
    .join(':');
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function none(why: string): Standing {
  const reason = `Nothing confines programs: they run with all rights of the user that runs Gatehouse. ${why}`;
  return { level: 'none', walls: null, reason };
}

/** A text says why not. */
async function tryFull(ground: Ground, searchPath: string): Promise<Standing | string> {
  const bubblewrap = await findProgram('bwrap', { path: searchPath, directory: '/' });
  if (bubblewrap === null) return `bubblewrap is missing. ${install}`;
  const whole = createBubblewrap({ ground, bubblewrap, processTable: 'new' });
  const flaw = await proveFull(whole, ground);
  const proven = `Proven with ${bubblewrap}: what the profile must refuse was tried in it and refused`;
  if (flaw === null) return { level: 'full', walls: whole, reason: `${proven}.` };
  const partial = createBubblewrap({ ground, bubblewrap, processTable: 'empty' });
  if (/proc/.test(flaw) && (await proveFull(partial, ground)) === null) {
    return {
      level: 'full',
      walls: partial,
      reason: `${proven}. /proc is empty in it, since a new one is refused here.`,
    };
  }
  return `${bubblewrap} does not confine programs here: ${flaw.replace(/\.$/, '')}. ${adviceFor(flaw)}`.trimEnd();
}

function adviceFor(flaw: string): string {
  if (/namespace|uid map|Operation not permitted/i.test(flaw)) {
    return 'Namespaces of users are refused: allow them (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns), or in a container its seccomp profile.';
  }
  return /unknown option/i.test(flaw) ? install : '';
}

async function tryLandlock(ground: Ground, searchPath: string): Promise<Standing | string> {
  const perl = await findProgram('perl', { path: searchPath, directory: '/' });
  if (perl === null || !canUseLandlock(process.arch)) {
    return 'The Landlock of the kernel is not used either: perl, which binds a program to it, is missing.';
  }
  const roots = await ground.roots({ workspace: 'write', hosts: [] });
  const open = ground.ownPlaces.find((place) => existsSync(place) && roots.some(({ path }) => isInside(path, place)));
  if (open !== undefined) return `Landlock cannot hide ${open}, which lies in a folder that programs may read.`;
  const asked = await runToEnd(unconfined({ file: perl, args: ['-e', askAbi], environment: {} }, 'none'));
  const abi = Number(asked.stdout);
  if (!(abi >= leastAbi)) return `Landlock of the kernel is missing or too old (version ${asked.stdout || 'unknown'}).`;
  const walls = createLandlock({ ground, perl, abi });
  const flaw = await proveLandlock(walls, ground, perl);
  if (flaw !== null) return `Landlock does not confine programs here: ${flaw}`;
  const reason =
    `Proven with Landlock ${abi}: programs write in the workspace only and have no TCP. Processes, UDP and what can be ` +
    'known without opening it are not held back, nor is reading of secrets in the workspace.';
  return { level: 'landlock', walls, reason };
}
