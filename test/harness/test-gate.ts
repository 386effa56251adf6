// A whole gate over a real store, with scripted tools and guards and a clock that stands still: for tests of what the gate does.
import {
  type ApprovalAnswer,
  type ApprovalRecord,
  type Call,
  type Caller,
  type DecisionSettings,
  type Guard,
  type Journal,
  type JsonValue,
  type Outcome,
  type Questions,
  type RecordedEvent,
  type Results,
  type Rule,
  type SessionMode,
  type ToolPorts,
  type Trust,
} from '../../src/contract/index.ts';
import { openMemoryStore, type OpenStore } from '../../src/host/index.ts';
import {
  answerRequest,
  createFlow,
  createGate,
  createRegistry,
  findMode,
  type AnswerEnd,
  type ArgumentTransform,
  type Gate,
  type GateDeps,
  type Registry,
} from '../../src/kernel/index.ts';
import { createCheckSchema } from '../../src/runtime/assembly/check-schema.ts';
import { openMemories, type Memories } from '../../src/runtime/assembly/memories.ts';
import { createPolicySource, type PolicySource } from '../../src/runtime/local/policy-source.ts';
import { createManualClock, createMemoryResults, sampleCaller, type ManualClock } from '../../src/testing/index.ts';
import { hmacSha256Hex } from '../../src/text/index.ts';
import { onTestFinished } from 'vitest';
import type { ScriptedTool } from './scripted-tool.ts';

export const start = Date.UTC(2026, 0, 5, 10);

export interface TestGateOptions {
  readonly tools?: readonly ScriptedTool[];
  readonly guards?: Readonly<Record<string, Guard['inspect']>>;
  readonly rules?: readonly Rule[];
  readonly mode?: SessionMode;
  readonly settings?: Partial<DecisionSettings>;
  readonly transforms?: readonly ArgumentTransform[];
  readonly redact?: (text: string) => string;
  readonly limits?: Partial<GateDeps['limits']>;
  readonly trustNow?: (caller: Caller) => Promise<Trust>;
  readonly ports?: (caller: Caller) => ToolPorts;
  readonly results?: Results;
  readonly questions?: Questions;
  readonly clock?: ManualClock;
  /** Opens the store. Default: one in memory. */
  readonly open?: (clock: ManualClock) => Promise<OpenStore>;
  /** Stands between the gate and the journal. */
  readonly wrapJournal?: (journal: Journal) => Journal;
}

export interface TestGate {
  readonly gate: Gate;
  readonly registry: Registry;
  readonly memories: Memories;
  readonly clock: ManualClock;
  /** The store's own journal, past whatever was wrapped around it. */
  readonly journal: Journal;
  readonly opened: OpenStore;
  /** Calls as the sample caller in `/workspace`, unless more is said. */
  call(tool: string, args?: JsonValue | string, more?: Partial<Caller> & Pick<Call, 'userWords'>): Promise<Outcome>;
  /** Answers an open request as the owner. */
  answer(id: string, answer: ApprovalAnswer): Promise<AnswerEnd>;
  /** Claims an approved request, as the attendant of a runtime does. */
  claim(id: string): Promise<Outcome | null>;
  record(id: string): Promise<ApprovalRecord>;
  events(callId?: string): Promise<readonly RecordedEvent[]>;
}

const noPorts = (): ToolPorts => {
  throw new TypeError('No port is scripted.');
};

/** Within a test: the store is closed when that is over. */
export async function createTestGate(options: TestGateOptions = {}): Promise<TestGate> {
  const clock = options.clock ?? createManualClock(start);
  const opened = await (options.open?.(clock) ?? openMemoryStore({ workspace: '/workspace', clock }));
  onTestFinished(() => opened.close());
  const { journal, store } = opened;
  const memories = openMemories(store, clock);
  const registry = createRegistry({ isKnownMode: (mode) => findMode(mode) !== undefined });
  for (const { tool, loader } of options.tools ?? []) registry.register({ tool, loader });
  const policy = createPolicySource({
    store,
    rules: memories.rules,
    sessions: memories.sessions,
    configured: options.rules ?? [],
    settings: { confirmTags: [], unattended: 'deny', sandbox: 'prefer', flow: 'strict', ...options.settings },
    defaultMode: options.mode ?? 'readonly',
    toolNow: registry.find,
    onTools: (listener) => void registry.onChange(listener),
  });
  const results = options.results ?? createMemoryResults();
  const deps = depsOf(options, { registry, memories, clock, journal, policy, results });
  const gate = createGate(deps);
  const record = async (id: string) => (await journal.approval(id)) ?? missing(id);
  return {
    gate,
    registry,
    memories,
    clock,
    journal,
    opened,
    call: (tool, args = {}, { userWords, ...caller } = {}) =>
      gate.call({
        tool,
        arguments: argumentsOf(args),
        caller: sampleCaller(caller),
        ...(userWords === undefined ? {} : { userWords }),
      }),
    answer: async (id, answer) =>
      answerRequest(
        await record(id),
        { answer, by: 'user:owner' },
        { gate, journal, now: clock.now, approvalMs: deps.limits.approvalMs },
      ),
    claim: async (id) => gate.runApproved(await record(id)),
    record,
    events: (callId) => journal.events(callId === undefined ? { limit: 1_000 } : { callId, limit: 1_000 }),
  };
}

/** Calls a tool that asks, and answers it: the id of what may be claimed now. */
export async function approved(
  gate: TestGate,
  tool = 'asks',
  answer: ApprovalAnswer = { act: 'once' },
): Promise<string> {
  const outcome = await gate.call(tool, { text: 'a' });
  if (outcome.kind !== 'pending') throw new TypeError(`The call is ${outcome.kind}.`);
  await gate.answer(outcome.approval.id, answer);
  return outcome.approval.id;
}

interface Composed extends Pick<GateDeps, 'registry' | 'journal'> {
  readonly memories: Memories;
  readonly clock: ManualClock;
  readonly policy: PolicySource;
  readonly results: Results;
}

function depsOf(options: TestGateOptions, { registry, memories, clock, journal, policy, results }: Composed): GateDeps {
  return {
    registry,
    findMode,
    guards: guardsOf(options),
    journal: options.wrapJournal?.(journal) ?? journal,
    clock,
    policy,
    flow: createFlow({ labels: memories.labels, results }),
    learning: { used: async () => undefined },
    questions: options.questions ?? { open: () => Promise.reject(new Error('No question is scripted.')) },
    grants: (caller, tool) => memories.grants.live(caller, tool.name, clock.now()),
    trustNow: options.trustNow ?? ((caller) => Promise.resolve(caller.trust)),
    argumentKey: (text) => hmacSha256Hex('a key of this test', text),
    checkSchema: createCheckSchema(),
    portsFor: options.ports ?? (() => portsOf(noPorts)),
    redact: options.redact ?? ((text) => text),
    transforms: options.transforms ?? [],
    limits: { resultChars: 10_000, approvalMs: 24 * 60 * 60_000, graceMs: 1_000, guardMs: 20_000, ...options.limits },
    settings: { readPageLines: 100 },
    instance: 'here',
  };
}

function guardsOf({ guards = {} }: TestGateOptions): ReadonlyMap<string, Guard> {
  return new Map(Object.entries(guards).map(([name, inspect]) => [name, { name, inspect }]));
}

/** A JSON text is passed on as text: what it holds is what the test is about. */
function argumentsOf(args: JsonValue | string) {
  return typeof args === 'string' ? { json: args } : { value: args };
}

function missing(id: string): never {
  throw new TypeError(`There is no request ${id}.`);
}

/** Each port fails loudly when a handler takes it. */
function portsOf(take: () => ToolPorts): ToolPorts {
  const ports = {};
  for (const name of ['files', 'net', 'process', 'catalog', 'notes', 'results', 'servers'])
    Object.defineProperty(ports, name, { get: take, enumerable: true });
  // All of them are there, as getters that throw.
  return ports as ToolPorts;
}
