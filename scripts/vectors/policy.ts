// Vectors of the policy: reads the rules of a case, compiles them and asks the deciding function itself.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  decisionInputVersion,
  effects,
  type Decision,
  type DecisionInput,
  type Rule,
} from '../../src/contract/index.ts';
import { compilePolicy, decide, readRule } from '../../src/kernel/index.ts';
import { normalTarget } from '../../src/text/index.ts';
import { readLines } from './read-lines.ts';
import type { VectorKind, VectorResult } from './vector-kind.ts';

const vector = z.object({
  id: z.string(),
  why: z.string().default(''),
  // Read by `readRule`, which some cases expect to refuse.
  rules: z.array(z.record(z.string(), z.unknown())),
  request: z.object({
    agent: z.string(),
    capability: z.string(),
    target: z.string(),
    action: z.string(),
    at: z.iso.datetime({ offset: true }),
    tz: z.string(),
  }),
  default: z.enum(effects),
  locked: z.array(z.string()),
  expect: z.union([
    z.strictObject({ effect: z.enum(effects), rule: z.string().nullable(), specificity: z.number().nullable() }),
    z.strictObject({ error: z.string() }),
  ]),
});
type Vector = z.infer<typeof vector>;

export const policyVectors: VectorKind = async (path) => (await readLines(path)).map(run);

function run(line: unknown, index: number): VectorResult {
  const parse = vector.safeParse(line);
  if (!parse.success) {
    const got = z.prettifyError(parse.error);
    return { id: `case ${index + 1}`, why: 'not of this kind', passed: false, expected: 'a policy vector', got };
  }
  const { id, why, expect } = parse.data;
  try {
    const got = answer(parse.data);
    return {
      id,
      why,
      passed: isDeepStrictEqual(got, expect),
      expected: JSON.stringify(expect),
      got: JSON.stringify(got),
    };
  } catch (cause) {
    return { id, why, passed: false, expected: JSON.stringify(expect), got: `thrown: ${String(cause)}` };
  }
}

function answer(item: Vector): Vector['expect'] {
  const rules: Rule[] = [];
  for (const [index, written] of item.rules.entries()) {
    const { id, ...fields } = written;
    const source = { kind: 'file', file: item.id, line: index + 1 } as const;
    const read = readRule(inZone(fields, item.request.tz), source);
    if (!read.ok) return { error: 'invalid_rule' };
    rules.push({ ...read.rule, id: String(id), source });
  }
  return stated(decide(inputOf(item), compilePolicy({ rules, revision: item.id }), []));
}

/** The zone of a request is that of every window in its case. */
function inZone(fields: Readonly<Record<string, unknown>>, zone: string): unknown {
  const window = fields['window'];
  return typeof window === 'object' && window !== null ? { ...fields, window: { ...window, zone } } : fields;
}

function inputOf({ request, default: defaultEffect, locked }: Vector): DecisionInput {
  const { kind } = normalTarget(request.target);
  const target = {
    kind: kind === 'url' ? 'url' : 'path',
    action: request.action,
    value: request.target,
    pointer: null,
    identity: null,
  } as const;
  return {
    version: decisionInputVersion,
    at: Date.parse(request.at),
    caller: {
      principal: 'vectors',
      agent: request.agent,
      trust: 'operator',
      surface: 'library',
      session: 'vectors',
      attended: true,
    },
    sessionMode: 'readonly',
    tool: {
      name: request.capability,
      fingerprint: '',
      mode: 'note',
      policyClass: 'read_only',
      risk: 'low',
      // Replaces the readonly column, so it is the base where no rule matches.
      defaultEffect,
      locked: locked.includes(request.capability),
      alwaysAsk: false,
      tags: [],
      effects: [],
    },
    action: null,
    targets: [target],
    facts: [],
    argumentKey: '',
    settings: { confirmTags: [], unattended: 'deny', sandbox: 'prefer', flow: 'strict' },
    policyRevision: 'vectors',
  };
}

/** The rule that decided is the first reason, where it was a rule. */
function stated({ effect, reasons }: Decision): Vector['expect'] {
  const [first] = reasons;
  const isRule = first?.source === 'rule';
  return { effect, rule: isRule ? first.id : null, specificity: isRule ? first.specificity : null };
}
