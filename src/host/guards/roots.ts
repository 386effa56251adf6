// The guard `roots`: judges a directory that is asked for as a further root, before anybody is asked about it.
import type { ConfinedPath, Fact, Guard, GuardFinding, Target } from '../../contract/index.ts';
import { pointerGet } from '../../text/index.ts';
import type { Confinement } from '../files/confinement.ts';
import type { RootJudgement } from '../files/path/judge-root.ts';

const name = 'roots';
/** Where a tool of this kind says whether files there are to be written too. */
const accessPointer = '/access';

/**
 * Facts: `access` with the value `new`, or `open` where nothing has to change; `unsafe_root`, `no_directory`, `bad_path` (floors);
 * `unreadable` (unknown). The target becomes the real path, so that what is approved is what is opened.
 */
export function createRootsGuard({ confinement }: { readonly confinement: Confinement }): Guard {
  return {
    name,
    async inspect({ targets, arguments: args, caller }): Promise<GuardFinding> {
      const facts: Fact[] = [];
      const resolved: Target[] = [];
      const paths: Record<string, ConfinedPath> = {};
      const writing = pointerGet(args, accessPointer) === 'write';
      for (const target of targets) {
        if (target.kind !== 'path') continue;
        const judged = await confinement.judgeRoot({ asked: target.value, action: target.action, writing });
        const isForOperator = caller.trust === 'operator';
        facts.push(isForOperator ? factOf(judged, writing) : guestFact(target.value));
        if (judged.kind === 'refused' || !isForOperator) continue;
        resolved.push({ ...target, value: judged.path.real, identity: judged.path.identity });
        if (target.pointer !== null) paths[target.pointer] = judged.path;
      }
      return { facts, targets: resolved, paths, urls: {} };
    },
  };
}

function factOf(judged: RootJudgement, writing: boolean): Fact {
  if (judged.kind === 'refused') {
    const { name: found, verdict, shown, text } = judged;
    return { guard: name, name: found, value: null, verdict, targets: [shown], text: `${shown}: ${text}` };
  }
  const { real } = judged.path;
  const value = judged.isOpen ? 'open' : 'new';
  const use = writing ? 'read and written' : 'read';
  const text = judged.isOpen
    ? `Files in ${real} may be ${use} already.`
    : `All files in ${real}, but for protected ones, could be ${use} from then on.`;
  return { guard: name, name: 'access', value, verdict: 'clear', targets: [real], text, binding: { real, writing } };
}

function guestFact(asked: string): Fact {
  const text = 'Guests ask for no directories.';
  return { guard: name, name: 'unsafe_root', value: null, verdict: 'floor', targets: [asked], text };
}
