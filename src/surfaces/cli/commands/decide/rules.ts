// gatehouse policy rules, add, remove: the rules in force and changes to those of the store.
import {
  CapabilityError,
  type Effect,
  type NewRule,
  type Owner,
  type Rule,
  type RuleProblem,
} from '../../../../contract/index.ts';
import { counted, escapeVisible } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';
import { layoutFields, type Field } from '../../render/fields.ts';

export const listRules: Action = async ({ runtime, output, command }) => {
  const { rules, problems, revision } = await (await runtime()).rules();
  output.document(rules);
  for (const rule of rules) output.say(`${renderRule(rule, output.width)}\n`);
  output.say(
    rules.length === 0
      ? `No rules: the session mode decides. ${command} policy add --help says how to add one.`
      : `${counted(rules.length, 'rule')}, revision ${revision}.`,
  );
  for (const problem of problems)
    output.note(`gatehouse: a rule does not hold: ${placeOf(problem)}: ${problem.message}`);
  return 0;
};

function renderRule(rule: Rule, width: number): string {
  const { agent, tool, target, action, window, note } = rule;
  const optional = (label: string, value: string | null): Field | null => (value === null ? null : [label, value]);
  const fields = layoutFields(
    [
      ['tool', tool ?? 'every tool'],
      optional('agent', agent),
      optional('target', target),
      optional('action', action),
      optional('hours', window === null ? null : `${window.from} to ${window.to} ${window.zone}`),
      optional('note', note),
      ['from', placeOf(rule)],
    ],
    width,
  );
  return `${escapeVisible(rule.id)}  ${rule.effect}\n${fields}`;
}

function placeOf({ source }: Pick<Rule | RuleProblem, 'source'>): string {
  return source.kind === 'store' ? 'the store' : `${source.file}:${source.line}`;
}

interface AddOptions {
  readonly tool?: string;
  readonly agent?: string;
  readonly target?: string;
  readonly action?: string;
  readonly window?: string;
  readonly zone?: string;
  readonly note?: string;
  readonly broad?: boolean;
}

export const addRule: Action<AddOptions> = async (invocation, [effect = ''], options) => {
  const { output, by } = invocation;
  const wanted = toRule(effect, options);
  if (wanted.effect === 'ALLOW' && wanted.tool === null && options.broad !== true) {
    throw misused(
      'Such a rule allows every tool there is and will be. Name one by --tool, or add --broad where that is meant.',
    );
  }
  const owner = await invocation.owner();
  const rule = await owner.addRule(wanted, { broad: options.broad === true, by });
  output.document(rule);
  output.say(`Added\n${renderRule(rule, output.width)}`);
  if (rule.effect === 'ALLOW' && rule.tool?.startsWith('mcp_') === true) output.note(`gatehouse: ${askedStill}`);
  for (const warning of await warningsOf(rule, owner)) output.note(`gatehouse: ${warning}`);
  return 0;
};

/** Such a rule would seem to do nothing: the first result of a server already is text of others. */
const askedStill =
  'the flow rule asks about such a call all the same once the session has read what others wrote, as each result of a server is. ' +
  'What ends that: trustReadOnly for a server whose tools only read, policy.flow, or a new session. See docs/policy.md.';

/** The doctor knows which rules never match. It names them by their id. */
async function warningsOf(rule: Rule, owner: Owner): Promise<readonly string[]> {
  try {
    const findings = await owner.diagnose();
    return findings.flatMap(({ name, text }) => (name === 'rule' && text.startsWith(`${rule.id}: `) ? [text] : []));
  } catch (cause) {
    // The rule is added: that must not look as if it were not.
    return [
      `whether ${rule.id} can match was not found out: ${cause instanceof Error ? cause.message : String(cause)}`,
    ];
  }
}

const effectWords: ReadonlyMap<string, Effect> = new Map([
  ['allow', 'ALLOW'],
  ['ask', 'ASK'],
  ['deny', 'DENY'],
]);

function toRule(word: string, options: AddOptions): NewRule {
  const effect = effectWords.get(word.toLowerCase());
  if (effect === undefined) throw misused(`A rule's effect is allow, ask or deny, not ${JSON.stringify(word)}.`);
  const every = (text: string | undefined) => (text === undefined || text === '*' ? null : text);
  return {
    effect,
    agent: every(options.agent),
    tool: every(options.tool),
    target: every(options.target),
    action: every(options.action),
    window: toWindow(options),
    note: options.note ?? null,
  };
}

function toWindow({ window, zone }: AddOptions): NewRule['window'] {
  if (window === undefined) {
    if (zone !== undefined) throw misused('--zone says where the hours of --window are told: give both, or none.');
    return null;
  }
  const [from, to, ...rest] = window.split('-').map((part) => part.trim());
  if (from === undefined || to === undefined || rest.length > 0) {
    throw misused(`--window takes hours such as 09:00-17:00, not ${JSON.stringify(window)}.`);
  }
  return { from, to, zone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone };
}

export const removeRule: Action = async (invocation, [id = '']) => {
  const owner = await invocation.owner();
  const rule = await owner.removeRule(id, invocation.by);
  invocation.output.document(rule);
  invocation.output.say(`Removed\n${renderRule(rule, invocation.output.width)}`);
  return 0;
};

function misused(message: string): CapabilityError {
  return new CapabilityError('malformed_request', message);
}
