// The guard `server_change`: judges a change of the configured servers before the owner is asked, and shows what would be started.
import {
  CapabilityError,
  type Fact,
  type Guard,
  type GuardFinding,
  type JsonObject,
  type JsonValue,
  type Target,
} from '../../contract/index.ts';
import type { PlannedChange, WantedChange } from './planned-change.ts';
import type { ServerChanges } from './server-changes.ts';

const name = 'server_change';

/**
 * Facts: `change` (clear), bound to the file and to all that would be started or dialled; `refused_change` (floor) with what to do instead.
 * The command, or the address, is a target besides the name.
 */
export function createChangeGuard({ plan }: Pick<ServerChanges, 'plan'>): Guard {
  return {
    name,
    async inspect({ targets, arguments: args, caller }): Promise<GuardFinding> {
      const change = targets.map((target) => changeOf(target, args)).find((each) => each !== null);
      // A tool of this mode that names no server changes none of them.
      if (change === undefined) return finding([], []);
      if (caller.trust !== 'operator') return finding([floor('Servers are changed for the owner alone.')], []);
      try {
        const planned = await plan(change);
        const target = { ...planned.target, action: change.act, pointer: null, identity: null };
        return finding([factOf(change, planned)], [target]);
      } catch (cause) {
        if (!(cause instanceof CapabilityError)) throw cause;
        return finding([floor(cause.message)], []);
      }
    },
  };
}

function finding(facts: readonly Fact[], targets: readonly Target[]): GuardFinding {
  return { facts, targets, paths: {}, urls: {} };
}

function floor(text: string): Fact {
  return { guard: name, name: 'refused_change', value: null, verdict: 'floor', targets: [], text };
}

function factOf({ act, wanted }: WantedChange, { file, reach, target }: PlannedChange): Fact {
  const text =
    act === 'add'
      ? `${wanted.name} would be written into ${file}: ${reach}. Nothing of it is started before its owner accepts it.`
      : `${wanted.name} would be taken out of ${file}: ${reach}.`;
  return {
    guard: name,
    name: 'change',
    value: act,
    verdict: 'clear',
    targets: [target.value],
    text,
    binding: { file, reach },
  };
}

function changeOf({ pointer, action, value }: Target, args: JsonObject): WantedChange | null {
  if (pointer !== '/name') return null;
  const project = args['project'] === true;
  if (action === 'remove') return { act: 'remove', wanted: { name: value, project } };
  if (action !== 'add') return null;
  const wanted = {
    name: value,
    transport: args['transport'] === 'http' ? ('http' as const) : ('stdio' as const),
    command: textOrNull(args['command']),
    args: textsOf(args['args'] ?? []),
    url: textOrNull(args['url']),
    env: Object.fromEntries(Object.entries(args['env'] ?? {}).map(([key, text]) => [key, String(text)])),
    bearerTokenEnv: textOrNull(args['bearer_token_env']),
    project,
  };
  return { act: 'add', wanted };
}

function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Validated to be texts. */
function textsOf(value: JsonValue): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
