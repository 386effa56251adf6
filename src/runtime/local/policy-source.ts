// The policy in force, read anew only when the store's revision moved: any process may have changed a rule, a grant or a session.
import type { DecisionSettings, Rule, SessionMode, Store } from '../../contract/index.ts';
import { compilePolicy, type PolicyReader, type PolicyView } from '../../kernel/index.ts';
import type { Rules, Sessions } from '../../state/index.ts';
import { sha256Hex } from '../../text/index.ts';

export interface PolicySource extends PolicyReader {
  /** All rules in force: those of the configuration, then those of the store. */
  rules(): Promise<readonly Rule[]>;
}

export interface PolicySourceDeps {
  readonly store: Store;
  readonly rules: Rules;
  readonly sessions: Sessions;
  /** Rules of the configuration files: fixed while this runtime lives. */
  readonly configured: readonly Rule[];
  readonly settings: DecisionSettings;
  readonly defaultMode: SessionMode;
  /** The name a tool is registered under; the name itself where there is no such tool. */
  readonly canonicalName: (name: string) => string;
  /** Called whenever that may answer another name. */
  readonly onNames: (listener: () => void) => void;
}

export function createPolicySource(deps: PolicySourceDeps): PolicySource {
  const configDigest = deps.configured.length === 0 ? '' : `.${sha256Hex(JSON.stringify(deps.configured)).slice(0, 8)}`;
  let view: PolicyView | null = null;
  let written: readonly Rule[] = [];
  let rules: readonly Rule[] = [];
  deps.onNames(() => {
    const areOld = written.some(({ tool }, at) => tool !== null && deps.canonicalName(tool) !== rules[at]?.tool);
    if (areOld) view = null;
  });

  /** A rule may name a tool by any of its names, also by one from before it was renamed; it is matched by the one the registry knows it by. */
  function withCanonicalTool(rule: Rule): Rule {
    return rule.tool === null ? rule : { ...rule, tool: deps.canonicalName(rule.tool) };
  }

  async function load(revision: number): Promise<PolicyView> {
    const [stored, sessions] = await Promise.all([deps.rules.list(), deps.sessions.list()]);
    written = [...deps.configured, ...stored];
    rules = written.map(withCanonicalTool);
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
      view = await load(revision);
    }
  }

  return {
    known: () => view,
    current,
    async rules() {
      await current();
      return rules;
    },
  };
}
