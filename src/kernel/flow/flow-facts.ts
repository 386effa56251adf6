// The flow rule: what a call may not do without a question once its session has read what others wrote, as facts for the decision.
import {
  isOfServer,
  type DecisionSettings,
  type Fact,
  type JsonObject,
  type SessionLabel,
  type Target,
  type Tool,
} from '../../contract/index.ts';
import { saidWords, type SaidWords } from '../../text/index.ts';
import { aimedValues, textsOf, type AimedValue } from './aimed-values.ts';
import type { CallTraits } from './call-traits.ts';
import type { SessionTexts } from './session-texts.ts';

export interface FlowQuestion {
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly targets: readonly Target[];
  readonly traits: CallTraits;
  readonly label: SessionLabel;
  readonly texts: SessionTexts;
  /** Undefined where only a model or a program speaks. */
  readonly userWords: string | undefined;
  readonly setting: DecisionSettings['flow'];
}

/** In the order (a), (b), (c) of the rule. Empty where nothing is against the call. */
export function flowFacts(question: FlowQuestion): readonly Fact[] {
  const { label, setting, userWords } = question;
  if (setting === 'off' || !label.untrusted) return [];
  const said = userWords === undefined ? null : saidWords(userWords);
  const strict = setting === 'strict' ? [...derivedTargets(question, said), ...lastingAct(question)] : [];
  return [...strict, ...privateEgress(question, said)];
}

/** (a) Aimed where untrusted text said. */
function derivedTargets(question: FlowQuestion, said: SaidWords | null): readonly Fact[] {
  const { traits, texts } = question;
  if (!traits.aims) return [];
  const derived = aimedValues(question).filter(({ value, isCommand }) => {
    if (isCommand && said?.holdsCommand(value) === true) return false;
    return texts.complete ? texts.untrusted.shares(value, said) : isUnsaid(value, said);
  });
  return [...new Map(derived.map((aimed) => [aimed.target ?? aimed.pointer, aimed])).values()].map(derivedFact);
}

function derivedFact({ target, pointer }: AimedValue): Fact {
  const what = target === null ? `The argument ${pointer}` : 'What it is aimed at';
  return fact('derived_target', {
    verdict: 'ask',
    targets: target === null ? [] : [target],
    text: `${what} stands in text that others wrote and this session has read, and the user is not known to have named it.`,
  });
}

/** (b) An act that lasts or leaves, while what others wrote is in the session. */
function lastingAct({ traits, tool }: FlowQuestion): readonly Fact[] {
  if (!traits.lasts || traits.isRead) return [];
  return [
    fact('untrusted_session', {
      verdict: 'ask',
      targets: [],
      text: `This session has read what others wrote, which may have asked for this: ${actText(tool)}`,
    }),
  ];
}

/** What a tool of a server really does nobody here knows: its owner is told what makes an end of the questions. */
function actText(tool: Tool): string {
  const { name } = tool;
  if (!isOfServer(tool)) return `${name} destroys, administers, remembers or sends.`;
  return (
    `${name} is a tool of an MCP server, so the call is sent out to a program of others. ` +
    'Its owner can set trustReadOnly for a server whose tools only read, set policy.flow, or begin a new session.'
  );
}

/** (c) Private data and what others wrote in one session: nothing leaves unasked, and no private value at all. */
function privateEgress(question: FlowQuestion, said: SaidWords | null): readonly Fact[] {
  const { traits, label, texts, args } = question;
  if (!traits.sends || !label.private) return [];
  const held = textsOf(args).find(({ text }) =>
    texts.complete ? texts.private.carries(text, said) : isUnsaid(text, said),
  );
  if (held !== undefined) {
    return [
      fact('private_values', {
        verdict: 'floor',
        targets: [],
        text: `The argument ${held.pointer} holds private data, and this session has read what others wrote: it does not leave.`,
      }),
    ];
  }
  if (traits.isRead) return [];
  return [
    fact('private_egress', {
      verdict: 'ask',
      targets: [],
      text: 'This session has read private data and what others wrote, and this call sends something out.',
    }),
  ];
}

/** Where texts of the session are gone, whatever the user did not say may have stood in them. */
function isUnsaid(value: string, said: SaidWords | null): boolean {
  return said?.holds(value) !== true;
}

function fact(name: string, rest: Pick<Fact, 'verdict' | 'targets' | 'text'>): Fact {
  return { guard: 'flow', name, value: null, ...rest };
}
