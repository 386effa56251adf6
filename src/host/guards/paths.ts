// The guard `paths`: confines every path a call is aimed at, and hands the proofs to the tool.
import type { ConfinedPath, Fact, Guard, GuardFinding, Target } from '../../contract/index.ts';
import type { Confinement } from '../files/confinement.ts';
import type { PathRefusal, WriteZone } from '../files/path/confined.ts';

const name = 'paths';

/**
 * Facts: `protected_name`, `bad_path`, `not_regular`, `hard_link` (floor); `outside_roots` (boundary); `unreadable` (unknown); `zone`
 * with the value `blocked` (floor), `prompt` (ask), `silent` or `default` for each path that is written; `within_roots` for each that may be used.
 */
export function createPathsGuard({ confinement }: { readonly confinement: Confinement }): Guard {
  return {
    name,
    async inspect({ targets, caller }): Promise<GuardFinding> {
      const facts: Fact[] = [];
      const resolved: Target[] = [];
      const paths: Record<string, ConfinedPath> = {};
      for (const target of targets) {
        if (target.kind !== 'path') continue;
        const guest = caller.trust !== 'operator';
        const confined = await confinement.confine(target.value, { action: target.action, guest });
        if (!confined.ok) {
          resolved.push({ ...target, value: confined.refusal.shown });
          facts.push(refusalFact(confined.refusal));
          continue;
        }
        const { path, zone } = confined;
        resolved.push({ ...target, value: path.shown, identity: path.identity });
        if (target.pointer !== null) paths[target.pointer] = path;
        facts.push(clearFact(path.shown));
        if (zone !== null) facts.push(zoneFact(zone, path.shown));
      }
      return { facts, targets: resolved, paths, urls: {} };
    },
  };
}

function refusalFact({ name: found, verdict, shown, text }: PathRefusal): Fact {
  const value = found === 'zone' ? 'blocked' : null;
  return { guard: name, name: found, value, verdict, targets: [shown], text: `${shown}: ${text}` };
}

function clearFact(shown: string): Fact {
  const text = 'It lies inside the roots and is not protected.';
  return { guard: name, name: 'within_roots', value: null, verdict: 'clear', targets: [shown], text };
}

const zoneTexts: Readonly<Record<WriteZone, string>> = {
  prompt: 'The operator wants to be asked about every write there.',
  silent: 'The operator lets this be written unasked.',
  default: 'No zone of the operator covers it.',
};

function zoneFact(zone: WriteZone, shown: string): Fact {
  const verdict = zone === 'prompt' ? 'ask' : 'clear';
  return { guard: name, name: 'zone', value: zone, verdict, targets: [shown], text: zoneTexts[zone] };
}
