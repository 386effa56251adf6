// Our engine: rules compiled once, one call of decide for each question.
import { decisionInputVersion, type DecisionInput, type Rule, type RuleWindow } from '../../src/contract/index.ts';
import { compilePolicy, decide } from '../../src/kernel/index.ts';
import type { Engine, Question, Refusal, Rules } from './questions.ts';

export function ourEngine({ allowed, refusals }: Rules): Engine {
  const rules = [...allowed.map(allow), ...refusals.map(refuse)];
  const policy = compilePolicy({ rules, revision: '1' });
  return {
    name: 'decide',
    prepare(question) {
      const input = inputOf(question);
      return () => decide(input, policy, []).effect === 'ALLOW';
    },
  };
}

const open = {
  agent: null,
  tool: null,
  target: null,
  action: null,
  window: null,
  note: null,
  source: { kind: 'store' },
} as const;

function allow(tool: string): Rule {
  return { ...open, id: `allow_${tool}`, effect: 'ALLOW', tool };
}

function refuse({ id, tool, folder, hours }: Refusal): Rule {
  const window = hours === null ? null : windowOf(hours);
  return { ...open, id, effect: 'DENY', tool, target: `${folder}/**`, window };
}

function windowOf({ from, to }: { readonly from: number; readonly to: number }): RuleWindow {
  return { from: clock(from), to: clock(to), zone: 'UTC' };
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

const monday = Date.parse('2025-06-16T00:00:00Z');

function inputOf({ tool, path, minute }: Question): DecisionInput {
  return {
    version: decisionInputVersion,
    at: monday + minute * 60_000,
    caller: {
      principal: 'user:1',
      agent: 'default',
      trust: 'operator',
      surface: 'library',
      session: 's',
      attended: true,
    },
    sessionMode: 'readonly',
    tool: {
      name: tool,
      fingerprint: tool,
      mode: 'read_text',
      policyClass: 'read_only',
      risk: 'low',
      defaultEffect: 'DENY',
      locked: false,
      alwaysAsk: false,
      tags: [],
      effects: [],
    },
    action: null,
    targets: [{ kind: 'path', action: 'read', value: path, pointer: '/path', identity: null }],
    facts: [],
    argumentKey: 'key',
    settings: { confirmTags: [], unattended: 'deny', sandbox: 'prefer', flow: 'strict' },
    policyRevision: '1',
  };
}
