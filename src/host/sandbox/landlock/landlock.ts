// The level `landlock`: the kernel's own file rules, where namespaces are refused. What it leaves open is why commands are asked about.
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Enclosed } from '../enclosed.ts';
import type { Ground } from '../ground.ts';
import type { Program } from '../program.ts';
import { seccompFilter } from '../profile/seccomp-filter.ts';
import { limited } from '../first-program.ts';
import type { EnclosePlace, Walls } from '../walls.ts';
import { landlockArguments, landlockWords, type LandlockRules } from './landlock-program.ts';

export interface LandlockNeeds {
  readonly ground: Ground;
  readonly perl: string;
  readonly abi: number;
}

/** Devices that hold nothing; the tables of processes, where the kernel itself refuses what is of others. */
const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom', '/dev/tty'];
const tables = ['/proc', '/dev/fd'];
const etcFiles =
  'alternatives group hosts ld.so.cache ld.so.conf localtime nsswitch.conf passwd protocols services ssl'.split(' ');

export function createLandlock(needs: LandlockNeeds): Walls {
  return { level: 'landlock', enclose: (program, place) => enclose(program, place, needs) };
}

function noNetwork(hosts: readonly string[]): string {
  return `It had no network: only at the level full can a program be given ${hosts.join(', ')} and nothing else.`;
}

async function enclose(program: Program, place: EnclosePlace, { ground, perl, abi }: LandlockNeeds): Promise<Enclosed> {
  const roots = await ground.roots(place.reach);
  const identity = ground.identity(place.reach);
  const system = ground.system(identity);
  const kept = await ground.keep({ roots, folders: [] });
  const scratch = mkdtempSync(join(ground.ownFolder.path(), 'scratch-'));
  if (identity.outside !== null) chownSync(scratch, identity.outside.uid, identity.outside.gid);
  const rules: LandlockRules = {
    abi,
    read: [
      ...system.folders,
      // Nothing can stand in for it here; the names of users in it are open on any machine.
      ...etcFiles.map((name) => join('/etc', name)),
      ...tables,
      ...roots.map(({ path }) => path),
    ],
    write: [scratch, ...devices, ...roots.filter(({ writable }) => writable).map(({ path }) => path)],
    environment: { ...program.environment, HOME: scratch, TMPDIR: scratch },
    seccomp: seccompFilter(process.arch),
  };
  const args = [...landlockArguments(rules, process.arch), program.file, ...program.args];
  return {
    level: 'landlock',
    // Perl would load what its variables name, before any rule holds.
    ...limited({ file: perl, args, environment: {} }, place),
    identity: identity.outside,
    cwd: null,
    inputs: [landlockWords(rules)],
    reports: null,
    // It has no TCP, and nothing that could stand in for it.
    serve: null,
    async settle() {
      rmSync(scratch, { recursive: true, force: true });
      const notes = await kept.settle();
      return place.reach.hosts.length === 0 ? notes : [noNetwork(place.reach.hosts), ...notes];
    },
  };
}
