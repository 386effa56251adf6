// Reads one rule as people write it. What is not understood is refused, field by field: nothing is guessed and no key is skipped.
import type { Effect, NewRule, RuleProblem, RuleSource, RuleWindow } from '../../../contract/index.ts';
import { compileTargetGlob, isAnyTarget } from '../../../text/index.ts';
import { readTime } from './window.ts';

export type ReadRule =
  | { readonly ok: true; readonly rule: NewRule }
  | { readonly ok: false; readonly problem: RuleProblem };

const ruleKeys = ['effect', 'agent', 'scope', 'tool', 'capability', 'target', 'action', 'window', 'note'];
const windowKeys = ['from', 'to', 'zone', 'tz'];
const effectWords = new Map<unknown, Effect>([
  ['ALLOW', 'ALLOW'],
  ['allow', 'ALLOW'],
  ['ASK', 'ASK'],
  ['ask', 'ASK'],
  ['DENY', 'DENY'],
  ['deny', 'DENY'],
]);
const maxNameChars = 200;
const maxNoteChars = 1000;
const maxShownChars = 300;
const targetForm = 'a pattern such as src/** or https://example.com/**, or * for all';

/**
 * `input` is a parsed YAML or JSON value. Absent and `*` mean all; an empty or null value is refused, since on an ALLOW it would widen
 * the rule by accident. Zones are not looked up here: which ones exist differs between machines (`lintRules` warns).
 */
export function readRule(input: unknown, source: RuleSource): ReadRule {
  const problems: string[] = [];
  const refuse: Refuse = (field, found, expected) => {
    problems.push(`${field}: found ${shown(found)}; expected ${expected}`);
    return null;
  };
  const fields = readFields(input, { name: 'rule', keys: ruleKeys }, refuse);
  const effect = effectWords.get(fields.get('effect')) ?? refuse('effect', fields.get('effect'), 'ALLOW, ASK or DENY');
  const matched = {
    agent: readAgent(fields, refuse),
    tool: readTool(fields, refuse),
    target: readTarget(fields, refuse),
    action: readName('action', fields.get('action'), refuse),
    window: readWindow(fields, refuse),
    note: readNote(fields, refuse),
  };
  if (effect !== null && problems.length === 0) return { ok: true, rule: { effect, ...matched } };
  return {
    ok: false,
    problem: { source, rule: shown(input), effect, message: `${problems.join('. ').replace(/\.$/, '')}.` },
  };
}

/** The same for a rule that a program hands over with null where it speaks of all: nothing enters the rules in force unread. */
export function checkRule(rule: NewRule, source: RuleSource): ReadRule {
  const { effect, agent, tool, target, action, window, note } = rule;
  const written = Object.entries({ effect, agent, tool, target, action, window, note }).filter(
    ([, value]) => value !== null,
  );
  return readRule(Object.fromEntries(written), source);
}

/** Notes what is wrong. Answers null, so that reading goes on and every problem of a rule is told at once. */
type Refuse = (field: string, found: unknown, expected: string) => null;
type Fields = ReadonlyMap<string, unknown>;

/** The entries of a plain object, in a Map so that no name reaches a prototype. */
function readFields(
  input: unknown,
  { name, keys }: { readonly name: string; readonly keys: readonly string[] },
  refuse: Refuse,
): Fields {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    refuse(name, input, `an object with the keys ${keys.join(', ')}`);
    return new Map();
  }
  const fields = new Map<string, unknown>(Object.entries(input));
  for (const key of fields.keys()) {
    if (!keys.includes(key)) refuse(name, key, `only the keys ${keys.join(', ')}`);
  }
  return fields;
}

function readAgent(fields: Fields, refuse: Refuse): string | null {
  const agent = readName('agent', fields.get('agent'), refuse);
  if (!fields.has('scope')) return agent;
  const scope = fields.get('scope');
  if (fields.has('agent')) return refuse('scope', scope, 'either agent or scope, which say the same');
  if (scope === 'global') return null;
  const prefix = 'agent:';
  if (typeof scope === 'string' && scope.startsWith(prefix))
    return readName('scope', scope.slice(prefix.length), refuse);
  return refuse('scope', scope, 'global, or agent: and the name of one agent');
}

function readTool(fields: Fields, refuse: Refuse): string | null {
  if (!fields.has('capability')) return readName('tool', fields.get('tool'), refuse);
  const capability = fields.get('capability');
  if (fields.has('tool')) return refuse('capability', capability, 'either tool or capability, which say the same');
  return readName('capability', capability, refuse);
}

/** An exact name, never a pattern. Null for all. */
function readName(field: string, value: unknown, refuse: Refuse): string | null {
  if (value === undefined || value === '*') return null;
  if (typeof value === 'string' && value.trim() !== '' && value.length <= maxNameChars && value.isWellFormed())
    return value;
  return refuse(field, value, `one exact name of at most ${maxNameChars} characters, or * for all`);
}

function readTarget(fields: Fields, refuse: Refuse): string | null {
  const target = fields.get('target');
  if (target === undefined) return null;
  if (typeof target !== 'string') return refuse('target', target, targetForm);
  const parse = compileTargetGlob(target);
  if (!parse.ok) return refuse('target', target, `${targetForm}. ${parse.message}`);
  return isAnyTarget(target) ? null : target;
}

function readWindow(fields: Fields, refuse: Refuse): RuleWindow | null {
  const value = fields.get('window');
  if (value === undefined) return null;
  const parts = readFields(value, { name: 'window', keys: windowKeys }, refuse);
  const from = readClock('window.from', parts.get('from'), refuse);
  const to = readClock('window.to', parts.get('to'), refuse);
  if (parts.has('zone') && parts.has('tz'))
    return refuse('window.tz', parts.get('tz'), 'either zone or tz, which say the same');
  const zone = parts.get('zone') ?? parts.get('tz');
  if (typeof zone !== 'string' || zone.trim() === '' || zone.length > maxNameChars) {
    return refuse('window.zone', zone, 'the name of a time zone such as Europe/Berlin or UTC');
  }
  if (from === null || to === null) return null;
  if (from === to) return refuse('window.to', to, 'another time than window.from; 00:00 to 24:00 is the whole day');
  return { from, to, zone };
}

function readClock(field: 'window.from' | 'window.to', value: unknown, refuse: Refuse): string | null {
  const isEnd = field === 'window.to';
  if (typeof value === 'string' && readTime(value, isEnd) !== null) return value;
  return refuse(field, value, `a time such as "09:30"${isEnd ? ', up to "24:00"' : ''}`);
}

function readNote(fields: Fields, refuse: Refuse): string | null {
  const note = fields.get('note');
  if (note === undefined) return null;
  if (typeof note === 'string' && note.length <= maxNoteChars) return note;
  return refuse('note', note, `text of at most ${maxNoteChars} characters`);
}

/** For a message. A value that is no JSON, such as a cycle made by an alias of YAML, is named by its type. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  try {
    const text = JSON.stringify(value) ?? typeof value;
    return text.length > maxShownChars ? `${text.slice(0, maxShownChars)}…` : text;
  } catch (cause) {
    if (cause instanceof TypeError || cause instanceof RangeError) return `a value that is no JSON (${typeof value})`;
    throw cause;
  }
}
