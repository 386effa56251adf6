// The report of what can be done here, from live state alone: no file is opened, no request made, no process started for it.
import type {
  Caller,
  CapabilitiesReport,
  JsonObject,
  JsonValue,
  OpenedDirectory,
  TokenReport,
  Tool,
  ToolSummary,
} from '../../contract/index.ts';
import type { PolicyView } from '../gate/frame/gate-deps.ts';
import { frozenCopy } from '../registry/frozen-copy.ts';
import type { Snapshot } from '../registry/snapshot.ts';
import { seenTools, type SeenTools } from './seen-tools.ts';
import { summarise } from './summary.ts';

export interface CapabilitiesScope {
  readonly snapshot: Snapshot;
  readonly caller: Caller;
  readonly policy: PolicyView;
  /** Null while it is not known. */
  readonly sandboxLevel: string | null;
  readonly openedDirectories: readonly OpenedDirectory[];
  readonly servers: readonly JsonObject[];
  readonly limits: Readonly<Record<string, JsonValue>>;
  readonly tokens: (seen: SeenTools) => TokenReport;
}

/** What no session mode, rule, grant or approval lifts. Frozen: every report hands out this very list. */
const floor: readonly string[] = Object.freeze([
  'Locked tools are never run.',
  'Credential files, shell start-up files, .git hooks and configuration, and the files of Gatehouse itself are neither read nor written.',
  'Commands that cannot be undone, a raw git push, and commands that run Gatehouse itself are refused.',
  'Internal network addresses are not dialled unless the operator lists the exact origin.',
  'Nothing that goes out holds a secret, plain or encoded.',
  'No tool, model, or HTTP or MCP client can approve, change rules, grants, session modes, tokens or secrets.',
]);

export function reportCapabilities(scope: CapabilitiesScope): CapabilitiesReport {
  const { snapshot, caller, policy } = scope;
  const seen = seenTools(snapshot, caller);
  const visible = seen.all();
  // Without a prototype: `constructor` is no mode of it, and `__proto__` would be one.
  const toolsByMode: Record<string, ToolSummary[]> = Object.create(null);
  for (const tool of visible) (toolsByMode[tool.mode] ??= []).push(summarise(tool, caller, policy));
  return {
    sessionMode: policy.modeOf(caller),
    trust: caller.trust,
    agent: caller.agent,
    sandbox: sandboxOf(scope),
    openedDirectories:
      caller.trust === 'operator' ? scope.openedDirectories.map(({ path, access }) => ({ path, access })) : [],
    toolsByMode,
    locked: visible.filter((tool) => tool.locked).map((tool) => tool.name),
    servers: serversOf(scope, visible),
    skills: [],
    subagents: [],
    // A copy: who changes a report must not change the limits.
    limits: frozenCopy(scope.limits),
    floor,
    tokens: scope.tokens(seen),
  };
}

/** Whom their tools are not for is not told of them; whom a profile leaves some of is told of those. */
function serversOf({ servers, caller, snapshot }: CapabilitiesScope, visible: readonly Tool[]): readonly JsonValue[] {
  if (caller.trust !== 'operator') return [];
  if (snapshot.scopes.of(caller).length === 0) return frozenCopy(servers);
  return servers.flatMap(({ name = '', state = '' }) => {
    const tools = visible.filter(({ kind, origin }) => kind !== 'builtin' && origin.source === name).length;
    return tools === 0 ? [] : [{ name, state, tools }];
  });
}

const unprovenText =
  'Which one holds here is found out before the first command runs, and that command is judged by it. To know it now: gatehouse doctor.';

function sandboxOf({ policy, sandboxLevel }: CapabilitiesScope): CapabilitiesReport['sandbox'] {
  const { sandbox: setting } = policy.settings;
  return sandboxLevel === null
    ? { setting, level: 'unproven', note: unprovenText }
    : { setting, level: sandboxLevel, note: null };
}
