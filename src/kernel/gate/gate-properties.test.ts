// What holds for every call, however hostile: an outcome comes back that can be recorded and sent, and the record is whole.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  classifyOutcome,
  outcomeClasses,
  type Call,
  type GuardFinding,
  type Outcome,
  type RecordedEvent,
} from '../../contract/index.ts';
import { sampleCaller } from '../../testing/index.ts';
import { canonicalJson } from '../../text/index.ts';
import { scriptedTool, textResult } from '../../../test/harness/scripted-tool.ts';
import { createTestGate, type TestGate } from '../../../test/harness/test-gate.ts';

const rounds = Number(process.env['GATEHOUSE_PROPERTY_RUNS'] ?? 1_500);

class Hostile extends Error {
  override get message(): string {
    throw new Error('no message');
  }
}

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const throwing = (): object =>
  new Proxy(
    {},
    {
      get() {
        throw new Error('no get');
      },
      ownKeys() {
        throw new Error('no keys');
      },
      getPrototypeOf() {
        throw new Error('no prototype');
      },
    },
  );
const cyclic = (): object => {
  const value: Record<string, unknown> = { a: 1 };
  value['self'] = value;
  return value;
};

/** Makes a value. fast-check looks into what it generates, which not every value here survives. */
type Make = () => unknown;

const made =
  (value: unknown): Make =>
  () =>
    value;
const sure = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Make> => arbitrary.map(made);
const together = (parts: Readonly<Record<string, fc.Arbitrary<Make>>>, requiredKeys?: string[]): fc.Arbitrary<Make> =>
  fc
    .record(parts, requiredKeys === undefined ? {} : { requiredKeys })
    .map((makes) => () => Object.fromEntries(Object.entries(makes).map(([key, make]) => [key, make?.()])));

/** Values that break whoever trusts them. */
const nasty: fc.Arbitrary<Make> = fc.oneof(
  fc.constantFrom(
    ...[
      undefined,
      null,
      Number.NaN,
      5n,
      Symbol('s'),
      '\ud800',
      '\0',
      '__proto__',
      () => 'run',
      new Date(0),
      new Map([[1, 2]]),
      Object.create(null),
    ].map(made),
  ),
  fc.constantFrom<Make>(revoked, throwing, cyclic, () => new Hostile()),
  sure(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      maxDepth: 3,
    }),
  ),
  sure(fc.string({ unit: 'binary' })),
);
const json = fc.jsonValue({ maxDepth: 3 });
const names = fc.oneof(
  fc.constantFrom(
    'plain',
    'asks',
    'reads',
    'throws',
    'returns',
    'guarded',
    'hidden',
    'locked',
    'constructor',
    '__proto__',
    'plian',
    '',
  ),
  fc.string({ maxLength: 300 }),
);
const callers = fc.record({
  trust: fc.constantFrom<'operator' | 'guest'>('operator', 'operator', 'guest'),
  principal: fc.constantFrom('user:1', 'user:2'),
  session: fc.constantFrom('s1', 's2', 's\ud800'),
  attended: fc.boolean(),
  forbidden: fc.constantFrom(null, null, null, 'replay' as const),
  allowedTools: fc.constantFrom(null, null, ['plain', 'asks']),
});
const args = fc.oneof(
  together({ value: fc.oneof(sure(fc.constantFrom({}, { text: 'a' }, { text: 'b' })), sure(json), nasty) }),
  together({ json: fc.oneof(sure(json.map((value) => JSON.stringify(value))), sure(fc.string()), nasty) }),
);
const calls: fc.Arbitrary<Make> = fc.oneof(
  {
    weight: 8,
    arbitrary: together({
      tool: sure(names),
      arguments: args,
      caller: sure(callers.map((more) => sampleCaller(more))),
    }),
  },
  { weight: 1, arbitrary: together({ tool: nasty, arguments: nasty, caller: nasty, signal: nasty }, []) },
  { weight: 1, arbitrary: nasty },
);

interface Script {
  thrown: unknown;
  returned: unknown;
  found: unknown;
}

async function hostileGate(script: Script): Promise<TestGate> {
  return createTestGate({
    tools: [
      scriptedTool({ aliases: ['p.lain'] }),
      scriptedTool({ name: 'asks', mode: 'memory', policyClass: 'read_write' }),
      scriptedTool({ name: 'reads', mode: 'memory' }),
      scriptedTool({ name: 'throws' }, () => {
        throw script.thrown;
      }),
      scriptedTool({ name: 'returns', untrustedResult: true, parameters: { type: 'object' } }, () => script.returned),
      scriptedTool({
        name: 'guarded',
        mode: 'read_text',
        parameters: { type: 'object' },
        targets: [{ pointer: '/text', kind: 'path', action: 'read' }],
      }),
      scriptedTool({ name: 'hidden', hidden: true }, () => textResult('hidden')),
      scriptedTool({ name: 'locked', locked: true }),
    ],
    // A guard of a plugin promises its types and nothing more.
    guards: { paths: async () => script.found as GuardFinding },
  });
}

const ends = new Set(['tool_executed', 'tool_failed', 'tool_denied', 'tool_requested']);

function checkRecord(callId: string, events: readonly RecordedEvent[]): void {
  const kinds = events.map(({ kind }) => kind);
  expect(
    kinds.filter((kind) => kind === 'policy_decision'),
    callId,
  ).toHaveLength(1);
  expect(kinds[0]).toBe('policy_decision');
  expect(
    kinds.filter((kind) => ends.has(kind)),
    `${callId}: ${kinds.join()}`,
  ).toHaveLength(1);
  const [decision] = events;
  expect(decision?.envelope).toMatchObject({
    effect: expect.stringMatching(/^(?:ALLOW|ASK|DENY)$/),
    source: expect.any(String),
    rule: expect.any(String),
  });
  expect(Object.hasOwn(decision?.envelope ?? {}, 'specificity')).toBe(true);
}

/** Answers some of what asks, so that collecting, denying and joining all happen. */
async function answerSome(gate: TestGate, outcome: Outcome, act: number): Promise<void> {
  if (outcome.kind !== 'pending' || outcome.approval.status !== 'pending' || act > 2) return;
  await gate.answer(
    outcome.approval.id,
    act === 0 ? { act: 'deny', note: 'No.' } : { act: act === 1 ? 'once' : 'session' },
  );
  if (act !== 0) await gate.claim(outcome.approval.id);
}

it(
  'never throws, answers what can be recorded and sent, and keeps a whole record',
  { timeout: 60_000 + rounds * 100 },
  async () => {
    const script: Script = { thrown: undefined, returned: undefined, found: undefined };
    const gate = await hostileGate(script);
    const seen = new Set<string>();
    const collected = new Set<string>();
    await fc.assert(
      fc.asyncProperty(calls, nasty, fc.nat(5), async (makeCall, make, act) => {
        const [call, value] = [makeCall(), make()];
        Object.assign(script, {
          thrown: value,
          returned: act % 2 === 0 ? value : { blocks: [], structured: value },
          found: value,
        });
        // The types of a call are what is not relied on here.
        const outcome = await gate.gate.call(call as Call);
        expect(outcomeClasses).toContain(classifyOutcome(outcome));
        // An outcome is JSON by its shape; the seal of a request takes nothing else.
        expect(() => canonicalJson(outcome as never)).not.toThrow();
        seen.add(outcome.kind);
        expect(outcome.unrecorded).toBe(false);
        if (!collected.has(JSON.stringify(outcome.callId)))
          checkRecord(outcome.callId, await gate.events(outcome.callId));
        const explained = await gate.gate.explain(call as Call);
        expect(explained.decision === null).toBe(explained.refusal !== null);
        await answerSome(gate, outcome, act);
        for (const { envelope } of await gate.journal.events({ kinds: ['approval_claimed'] }))
          collected.add(JSON.stringify(envelope['call']));
      }),
      { numRuns: rounds, endOnFailure: true },
    );
    expect([...seen].toSorted()).toEqual(['completed', 'failed', 'pending', 'refused']);
    expect(await gate.opened.audit.verify()).toMatchObject({ ok: true, problems: [] });
  },
);
