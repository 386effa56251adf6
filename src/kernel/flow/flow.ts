// The flow rule as the gate asks it: reads what a session has taken in only for calls that it concerns, and notes what is taken in.
import type {
  DecisionSettings,
  Fact,
  JsonObject,
  NewResult,
  Results,
  SessionLabel,
  SessionLabels,
  Target,
  Tool,
} from '../../contract/index.ts';
import type { ToolMode } from '../policy/tool-mode.ts';
import { factValues } from '../policy/reasons/draft.ts';
import { callTraits } from './call-traits.ts';
import { flowFacts } from './flow-facts.ts';
import { createSessionTexts } from './session-texts.ts';

/** A call about to be decided. */
export interface FlowCall {
  readonly session: string;
  readonly tool: Tool;
  readonly mode: ToolMode | undefined;
  readonly action: string | null;
  readonly args: JsonObject;
  readonly targets: readonly Target[];
  readonly facts: readonly Fact[];
  readonly userWords: string | undefined;
  readonly settings: DecisionSettings;
  /** Of the policy that it is decided under: a new mark moves it. */
  readonly revision: number;
}

export interface Flow {
  /** Whether a text as a whole stands in what others wrote and the session has read. Throws as the store does. */
  isFromOthers(session: string, text: string): Promise<boolean>;
  /** Throws as the store does. */
  facts(call: FlowCall): Promise<readonly Fact[]>;
  /** Marks the session before anybody is given the text, and keeps it. Answers its ref. Throws as the store does. */
  takeIn(result: NewResult): Promise<string>;
}

export interface FlowDeps {
  readonly labels: SessionLabels;
  readonly results: Results;
}

const none: readonly Fact[] = Object.freeze([]);
const maxSessions = 1_000;

export function createFlow({ labels, results }: FlowDeps): Flow {
  const texts = createSessionTexts(results);
  const seen = new Map<string, { readonly revision: number; readonly label: SessionLabel }>();

  /** Read once per session and revision: whoever sets a mark moves the revision. */
  async function labelOf(session: string, revision: number): Promise<SessionLabel> {
    const known = seen.get(session);
    if (known?.revision === revision) return known.label;
    const label = await labels.of(session);
    if (seen.size >= maxSessions) seen.clear();
    seen.set(session, { revision, label });
    return label;
  }

  return {
    async isFromOthers(session, text) {
      if (!(await labels.of(session)).untrusted) return false;
      const { untrusted, complete } = await texts.of(session);
      return !complete || untrusted.includes(text);
    },
    async facts(call) {
      const { session, tool, args, targets, settings } = call;
      if (settings.flow === 'off') return none;
      const traits = callTraits(tool, call.mode, factValues(call));
      if (traits === null) return none;
      const label = await labelOf(session, call.revision);
      if (!label.untrusted) return none;
      return flowFacts({
        tool,
        args,
        targets,
        traits,
        label,
        texts: await texts.of(session),
        userWords: call.userWords,
        setting: settings.flow,
      });
    },
    async takeIn(result) {
      const { session, label } = result;
      const untrusted = label.trust === 'untrusted';
      if (!untrusted && !label.private) return results.keep(result);
      // The text first: a mark without its text makes everything count as derived, a text without its mark nothing.
      const ref = await results.keep(result);
      await labels.note(session, { untrusted, private: label.private });
      return ref;
    },
  };
}
