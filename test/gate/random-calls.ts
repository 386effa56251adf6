// Random calls in random worlds, cheap enough for a hundred thousand of them: what a gate decides about, drawn so that every source of a
// reason speaks often. Each is drawn from its own number alone, so that a failing one can be looked at by itself.
import fc from 'fast-check';
import {
  type Call,
  type DecisionSettings,
  type Effect,
  type Fact,
  type GuardFinding,
  type SessionLabel,
  type SessionMode,
  type Target,
  type Tool,
  type ToolEffect,
} from '../../src/contract/index.ts';
import { compilePolicy, findMode } from '../../src/kernel/index.ts';
import { plainTool, sampleCaller } from '../../src/testing/index.ts';
import { monday } from '../fixtures/decision-input.ts';
import { rules, targets } from '../fixtures/random-policy.ts';

export interface RandomCall {
  readonly call: Call;
  readonly at: number;
  readonly mode: SessionMode;
  readonly settings: DecisionSettings;
  readonly policy: ReturnType<typeof compilePolicy>;
  readonly finding: GuardFinding;
  /** Where it asks, whoever was asked said yes for the session before. */
  readonly isGranted: boolean;
  /** What its session has read before. */
  readonly label: SessionLabel;
  readonly hasAllTexts: boolean;
}

const seed = 20_260_105;
const policies = fc
  .sample(rules, { numRuns: 300, seed })
  .map((list, at) => compilePolicy({ rules: list, revision: `1.${at}` }));
const someTargets = fc.sample(targets, { numRuns: 500, seed });

/** Small, fast, and the same everywhere (mulberry32). */
function createDice(start: number) {
  let state = (start * 0x9e3779b1) >>> 0;
  const roll = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (probability: number): boolean => roll() < probability,
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(roll() * items.length)];
      if (item === undefined) throw new TypeError('There is nothing to pick from.');
      return item;
    },
    upTo: (most: number): number => Math.floor(roll() * (most + 1)),
  };
}

type Dice = ReturnType<typeof createDice>;

const toolModes = [
  'write_text',
  'read_text',
  'shell',
  'http_get',
  'cron',
  'memory',
  'note',
  'mcp',
  'send',
  'git_read',
  'mcp_manage',
  'docker',
];
const attendedModes = ['human', 'access', 'gui'];
const toolNames = ['file_write', 'shell', 'web_fetch'];
const schema = {
  type: 'object',
  properties: { at: { type: 'string' }, action: { enum: ['read', 'write', 'list'] }, n: { type: 'integer' } },
  additionalProperties: false,
} as const;

/** Names that rules speak of, each in several shapes; the registry knows one shape by its own name, the others by a number behind it. */
export const randomTools: readonly Tool[] = Array.from({ length: 120 }, (_, at) => {
  const dice = createDice(seed + at);
  const mode = dice.pick(at % 10 === 0 ? attendedModes : toolModes);
  const name = toolNames[at] ?? `${dice.pick(toolNames)}_${at}`;
  return plainTool({
    name,
    origin: { source: 'random', owner: null, family: null, fingerprint: `fp-${at}` },
    parameters: schema,
    mode,
    policyClass: dice.chance(0.5) ? 'read_only' : (findMode(mode)?.policyClass ?? 'exec'),
    locked: at % 8 === 1,
    alwaysAsk: dice.chance(0.05),
    hidden: dice.chance(0.05),
    ownerOnly: dice.chance(0.05),
    tags: dice.pick([[], [], [], ['ai:confirm'], ['careful'], ['other']]),
    defaultEffect: dice.chance(0.55) ? dice.pick<Effect>(['ALLOW', 'ASK', 'ASK', 'DENY']) : null,
    targets: dice.chance(0.3) ? [{ pointer: '/at', kind: 'name', action: dice.pick(['read', 'write']) }] : [],
    actionPointer: dice.chance(0.5) ? '/action' : null,
    effects: dice.pick<readonly ToolEffect[]>([[], [], ['writes'], ['egress'], ['destructive']]),
  });
});

const lockedTools = randomTools.filter(({ locked }) => locked);
const openTools = randomTools.filter(({ locked }) => !locked);

export function randomCall(number: number): RandomCall {
  const dice = createDice(seed * 31 + number);
  // What refuses outright comes together more often than it would by chance, or there would be little left to ask about.
  const isRefused = dice.chance(0.24);
  const tool = isRefused && dice.chance(0.5) ? dice.pick(lockedTools) : dice.pick(openTools);
  return {
    call: { tool: nameOf(tool, dice), arguments: argumentsOf(dice), caller: callerOf(number, dice) },
    at: monday + dice.upTo(2 * 86_400_000) - 86_400_000,
    mode: dice.chance(isRefused ? 0.7 : 0.12) ? 'plan-only' : dice.pick(['readonly', 'readonly', 'full-auto']),
    settings: {
      confirmTags: dice.pick([[], ['careful']]),
      unattended: dice.pick(['deny', 'queue']),
      sandbox: dice.pick(['required', 'prefer', 'prefer', 'off']),
      flow: dice.pick(['strict', 'strict', 'relaxed', 'off']),
    },
    policy: dice.pick(policies),
    finding: findingOf(isRefused, dice),
    isGranted: dice.chance(0.75),
    label: { untrusted: dice.chance(0.3), private: dice.chance(0.5) },
    hasAllTexts: dice.chance(0.9),
  };
}

function nameOf({ name }: Tool, dice: Dice): string {
  return dice.chance(0.02) ? dice.pick([`${name}x`, 'constructor', '', '__proto__']) : name;
}

function argumentsOf(dice: Dice): Call['arguments'] {
  if (dice.chance(0.03))
    return { json: dice.pick(['{', '{"at":1}', '{"unknown":1}', '{"n":1.5}', '[]', '{"at":"a","at":"b"}']) };
  const value: Record<string, string | number> = { n: dice.upTo(1_000_000) };
  if (dice.chance(0.5)) value['at'] = dice.pick(['src/a.ts', 'example.com', 'x', 'src', '']);
  if (dice.chance(0.5)) value['action'] = dice.pick(['read', 'write', 'list']);
  return dice.chance(0.5) ? { value } : { json: JSON.stringify(value) };
}

function callerOf(number: number, dice: Dice): Call['caller'] {
  return sampleCaller({
    agent: dice.pick(['alice', 'bob', 'carol']),
    trust: dice.chance(0.04) ? 'guest' : 'operator',
    // Each call is the first of its kind: what was asked before is another test's concern.
    session: `s${number}`,
    attended: !dice.chance(0.5),
    seesHidden: dice.chance(0.5),
    forbidden: dice.chance(0.01) ? 'simulation' : null,
  });
}

const values = ['silent', 'safe', 'ask', 'full', 'none', 'off', 'trusted', 'landlock'];
const refusing: readonly Fact['verdict'][] = ['floor', 'boundary', 'floor', 'boundary', 'unknown'];

function findingOf(isRefused: boolean, dice: Dice): GuardFinding {
  const facts: Fact[] = [];
  const found: readonly Target[] = Array.from({ length: dice.upTo(3) }, () => dice.pick(someTargets));
  const about = found.slice(0, dice.upTo(1)).map(({ value }) => value);
  const add = (verdict: Fact['verdict']): void => {
    const name = dice.pick(['zone', 'shell', 'sandbox', 'protected_name', 'second_ask', 'read_hint', 'repository']);
    facts.push({
      guard: dice.pick(['paths', 'net', 'shell', 'flow']),
      name,
      value: dice.chance(0.7) ? dice.pick(values) : null,
      verdict,
      targets: about,
      text: 'A fact.',
    });
  };
  for (let more = dice.upTo(2); more > 0; more -= 1) add('clear');
  if (dice.chance(0.15)) add('ask');
  if (isRefused) {
    if (dice.chance(0.75)) add('floor');
    if (dice.chance(0.75)) add('boundary');
    if (dice.chance(0.2)) add(dice.pick(refusing));
  }
  return { facts, targets: found, paths: {}, urls: {} };
}
