// gatehouse policy: the matrix and the rules.
import { CapabilityError, type Effect, type NewRule, type Rule } from '../../../../contract/index.ts';
import { escapeVisible, layoutTable } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';

export const showMatrix: Action<{ readonly tool?: string; readonly agent?: string }> = async ({ runtime, output }, _args, options) => {
  const open = await runtime();
  const rows = (await open.matrix()).filter((row) => (options.tool === undefined || row.tool === options.tool) && (options.agent === undefined || row.agent === options.agent));
  const grants = await open.grants();
  output.document(rows);
  const table = rows.map((row) => [row.agent, row.trust, row.tool, row.effect, row.possible.join(' '), row.dependsOn.join(', '), escapeVisible(row.reason)]);
  output.say(layoutTable(table, { width: output.width, headers: ['AGENT', 'TRUST', 'TOOL', 'STRICTEST', 'POSSIBLE', 'CHANGED BY', 'WHY'] }));
  output.say(grants.length === 0 ? '\nNo live grants.' : `\n${grants.length} live grants: gatehouse grants`);
  return 0;
};

export const listRules: Action = async ({ runtime, output }) => {
  const { rules, problems, revision } = await (await runtime()).rules();
  output.document(rules);
  output.say(rules.length === 0 ? 'No rules. The session mode decides.' : layoutTable(rules.map(ruleRow), { width: output.width, headers: ['ID', 'EFFECT', 'AGENT', 'TOOL', 'TARGET', 'ACTION', 'HOURS', 'FROM', 'NOTE'] }));
  output.say(`\nRevision ${revision}.`);
  for (const problem of problems) output.note(`Not read: ${place(problem)}: ${problem.message}`);
  return 0;
};

function ruleRow(rule: Rule): string[] {
  const hours = rule.window === null ? '*' : `${rule.window.from}-${rule.window.to} ${rule.window.zone}`;
  return [rule.id, rule.effect, rule.agent ?? '*', rule.tool ?? '*', escapeVisible(rule.target ?? '*'), rule.action ?? '*', hours, place(rule), escapeVisible(rule.note ?? '')];
}

function place({ source }: Pick<Rule, 'source'>): string {
  return source.kind === 'store' ? 'store' : `${source.file}:${source.line}`;
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
  const owner = await invocation.owner();
  const rule = await owner.addRule(toRule(effect, options), { broad: options.broad === true, by: invocation.by });
  invocation.output.document(rule);
  invocation.output.say(`Added ${rule.id}: ${rule.effect} ${rule.tool ?? 'every tool'}${rule.target === null ? '' : ` on ${escapeVisible(rule.target)}`}.`);
  return 0;
};

const effectWords: Readonly<Record<string, Effect>> = { allow: 'ALLOW', ask: 'ASK', deny: 'DENY' };

function toRule(word: string, options: AddOptions): NewRule {
  const effect = Object.hasOwn(effectWords, word.toLowerCase()) ? effectWords[word.toLowerCase()] : undefined;
  if (effect === undefined) throw new CapabilityError('malformed_request', `A rule's effect is allow, ask or deny, not ${JSON.stringify(word)}.`);
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

function toWindow(options: AddOptions): NewRule['window'] {
  if (options.window === undefined) {
    if (options.zone !== undefined) throw new CapabilityError('malformed_request', '--zone goes with --window.');
    return null;
  }
  const [from, to, ...rest] = options.window.split('-');
  if (from === undefined || to === undefined || rest.length > 0) {
    throw new CapabilityError('malformed_request', `--window takes hours such as 09:00-17:00, not ${JSON.stringify(options.window)}.`);
  }
  return { from, to, zone: options.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone };
}

export const removeRule: Action = async (invocation, [id = '']) => {
  const owner = await invocation.owner();
  const rule = await owner.removeRule(id, invocation.by);
  invocation.output.document(rule);
  invocation.output.say(`Removed ${rule.id}.`);
  return 0;
};
