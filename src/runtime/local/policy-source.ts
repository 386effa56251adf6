// The policy in force, read anew only when the store's revision moved: any process may have changed a rule, a grant or a session.
import type { DecisionSettings, Rule, RuleProblem, SessionMode, Store, Tool } from '../../contract/index.ts';
import { compilePolicy, type PolicyReader, type PolicyView } from '../../kernel/index.ts';
import type { Rules, Sessions, StoredRule } from '../../state/index.ts';
import { sha256Hex } from '../../text/index.ts';

export interface PolicySource extends PolicyReader {
  /** All rules in force: those of the configuration, then those of the store. */
  rules(): Promise<readonly Rule[]>;
  /** Stored ones that ended with the definition of the tool they were written for, or wait for that to come back. */
  ended(): Promise<readonly RuleProblem[]>;
}

export interface PolicySourceDeps {
  readonly store: Store;
  readonly rules: Rules;
  readonly sessions: Sessions;
  /** Rules of the configuration files: fixed while this runtime lives. */
  readonly configured: readonly Rule[];
  readonly settings: DecisionSettings;
  readonly defaultMode: SessionMode;
  /** By name or alias. */
  readonly toolNow: (name: string) => Tool | undefined;
  /** Called whenever that may answer another one. */
  readonly onTools: (listener: () => void) => void;
}

export function createPolicySource(deps: PolicySourceDeps): PolicySource {
  const configDigest = deps.configured.length === 0 ? '' : `.${sha256Hex(JSON.stringify(deps.configured)).slice(0, 8)}`;
  let view: PolicyView | null = null;
  let written: readonly StoredRule[] = [];
  let held: readonly string[] = [];
  let rules: readonly Rule[] = [];

  /**
   * The tool that a rule speaks of now: it may name it by any of its names, also by one from before it was renamed, and is matched by the one
   * the registry knows it by. Empty for a rule that allowed another definition.
   */
  function nameNow({ tool, pin }: StoredRule): string {
    const now = tool === null ? undefined : deps.toolNow(tool);
    if (pin !== null && now?.origin.fingerprint !== pin) return '';
    return now?.name ?? tool ?? '*';
  }

  function isOld(): boolean {
    return written.some((rule, at) => nameNow(rule) !== held[at]);
  }

  deps.onTools(() => {
    if (isOld()) view = null;
  });

  async function load(revision: number): Promise<PolicyView> {
    const [stored, sessions] = await Promise.all([deps.rules.list(), deps.sessions.list()]);
    written = [...deps.configured.map((rule) => ({ ...rule, pin: null })), ...stored];
    held = written.map(nameNow);
    rules = written.flatMap(({ pin: _pin, ...rule }, at) =>
      held[at] === '' ? [] : [{ ...rule, tool: rule.tool === null ? null : (held[at] ?? rule.tool) }],
    );
    const modes = new Map(sessions.map((session) => [session.id, session.mode]));
    return {
      revision,
      compiled: compilePolicy({ rules, revision: `${revision}${configDigest}` }),
      settings: deps.settings,
      defaultMode: deps.defaultMode,
      // The name of a session may be a hash: it is not asked for where no session has a mode of its own.
      modeOf: (caller) => (modes.size === 0 ? undefined : modes.get(caller.session)) ?? deps.defaultMode,
    };
  }

  async function current(): Promise<PolicyView> {
    // Read until the revision stands still, so that rules and revision belong together.
    for (let revision = await deps.store.policyRevision(); ; revision = await deps.store.policyRevision()) {
      if (view !== null && view.revision === revision) return view;
      const next = await load(revision);
      view = isOld() ? null : next;
    }
  }

  return {
    known: () => view,
    current,
    async rules() {
      await current();
      return rules;
    },
    async ended() {
      await current();
      return written.flatMap(({ id, effect, source, tool }, at) =>
        held[at] === '' ? [{ source, rule: id, effect, message: endedText(id, tool ?? '') }] : [],
      );
    },
  };
}

function endedText(id: string, tool: string): string {
  return `Rule ${id} allowed calls of ${tool} as it was defined then; it does not hold for what that is now. Remove it, or look at the tool and add it again.`;
}
