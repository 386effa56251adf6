import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CapabilityError } from '../../contract/index.ts';
import { openSqliteStore } from '../../host/index.ts';
import { createManualClock, type ManualClock } from '../../testing/index.ts';
import { createFailingJournal } from '../../../test/harness/failing-journal.ts';
import { askingTool, textResult } from '../../../test/harness/scripted-tool.ts';
import { approved, createTestGate, start, type TestGateOptions } from '../../../test/harness/test-gate.ts';

/** One store on disk, and a clock that all its runtimes share. */
function sharedStore() {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-claim-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const clock = createManualClock(start);
  const place = { file: join(home, 'gatehouse.db'), keysDir: join(home, 'keys'), headsFile: join(home, 'heads.jsonl') };
  const open = (at: ManualClock) =>
    openSqliteStore({ ...place, workspace: '/workspace', clock: at, durability: 'process', create: true });
  return { clock, open };
}

describe('an approved request', () => {
  it('runs once, under the call of its claim, with decision, claim and end in its record', async () => {
    const tool = askingTool();
    const gate = await createTestGate({ tools: [tool] });
    const id = await approved(gate);
    const outcome = await gate.claim(id);
    expect(outcome).toMatchObject({ kind: 'completed', decision: { effect: 'ASK' } });
    expect(await gate.claim(id)).toBeNull();
    expect(tool.runs).toHaveLength(1);
    const events = await gate.events(outcome?.callId);
    expect(events.map(({ kind }) => kind)).toEqual(['policy_decision', 'approval_claimed', 'tool_executed']);
    expect(events.map(({ envelope }) => envelope['request'])).toEqual(
      Array(3).fill((await gate.record(id)).requestHash),
    );
  });

  it.each(['pending', 'denied'] as const)('is not run while it is %s', async (status) => {
    const tool = askingTool();
    const gate = await createTestGate({ tools: [tool] });
    const outcome = await gate.call('asks', {});
    if (outcome.kind !== 'pending') throw new TypeError('It asks.');
    if (status === 'denied') await gate.answer(outcome.approval.id, { act: 'deny' });
    expect(await gate.claim(outcome.approval.id)).toBeNull();
    expect(tool.runs).toEqual([]);
  });

  it('is not run when its time is over', async () => {
    const tool = askingTool();
    const gate = await createTestGate({ tools: [tool], limits: { approvalMs: 1_000 } });
    const id = await approved(gate);
    gate.clock.advance(1_000);
    expect(await gate.claim(id)).toBeNull();
    expect(tool.runs).toEqual([]);
    expect(await gate.record(id)).toMatchObject({ status: 'expired' });
  });

  it('runs with the arguments as they were validated: coerced, renamed, no digit lost', async () => {
    const tool = askingTool({
      parameters: {
        type: 'object',
        properties: { big: { type: 'number' }, count: { type: 'integer' }, list: {} },
        additionalProperties: false,
      },
      argumentAliases: { number: 'count' },
    });
    const gate = await createTestGate({ tools: [tool] });
    const outcome = await gate.call(
      'asks',
      '{"number": "7", "big": 12345678901234567890, "list": [1e20, -0, 1E400, 0.10]}',
    );
    if (outcome.kind !== 'pending') throw new TypeError(`It is ${JSON.stringify(outcome)}.`);
    await gate.answer(outcome.approval.id, { act: 'once' });
    expect(await gate.claim(outcome.approval.id)).toMatchObject({ kind: 'completed' });
    const [run] = tool.runs;
    expect(JSON.stringify(run?.args['big'])).toBe('12345678901234567890');
    expect(run?.args['count']).toBe(7);
  });

  it('runs also where its numbers take more room than they were sent in', async () => {
    const tool = askingTool({ parameters: { type: 'object' } });
    const gate = await createTestGate({ tools: [tool] });
    const outcome = await gate.call('asks', `{"list": [${Array(150_000).fill('1e20').join(',')}]}`);
    if (outcome.kind !== 'pending') throw new TypeError('It asks.');
    await gate.answer(outcome.approval.id, { act: 'once' });
    expect(await gate.claim(outcome.approval.id)).toMatchObject({ kind: 'completed' });
    expect(tool.runs).toHaveLength(1);
  });
});

describe('a claim that could not be judged', () => {
  async function expectLeftApproved(options: (fails: () => boolean) => TestGateOptions) {
    let fails = false;
    const tool = askingTool();
    const gate = await createTestGate({ tools: [tool], ...options(() => fails) });
    const id = await approved(gate);
    fails = true;
    await expect(gate.claim(id)).rejects.toThrow('away');
    expect(await gate.record(id)).toMatchObject({ status: 'approved' });
    expect(tool.runs).toEqual([]);
    fails = false;
    expect(await gate.claim(id)).toMatchObject({ kind: 'completed' });
    expect(tool.runs).toHaveLength(1);
  }

  it('for want of the store leaves the request approved', async () => {
    await expectLeftApproved((fails) => {
      const away = (): never => {
        throw new CapabilityError('store_unavailable', 'The store is away.');
      };
      return {
        wrapJournal: (journal) => ({ ...journal, begin: (begun) => (fails() ? away() : journal.begin(begun)) }),
      };
    });
  });

  it('for want of the trust of whoever asked leaves the request approved', async () => {
    await expectLeftApproved((fails) => ({
      trustNow: async (caller) => (fails() ? Promise.reject(new Error('away')) : caller.trust),
    }));
  });

  it('for a fault of ours in a stage leaves the request approved', async () => {
    const tool = askingTool();
    const gate = await createTestGate({ tools: [tool] });
    const id = await approved(gate);
    const { policyRevision } = gate.opened.store;
    Object.assign(gate.opened.store, { policyRevision: () => Promise.reject(new Error('away')) });
    await expect(gate.claim(id)).rejects.toMatchObject({ code: 'internal' });
    Object.assign(gate.opened.store, { policyRevision });
    expect(await gate.claim(id)).toMatchObject({ kind: 'completed' });
  });

  it('because the policy keeps moving leaves the request approved', async () => {
    const tool = askingTool();
    const gate = await createTestGate({
      tools: [tool],
      wrapJournal: (journal) => ({ ...journal, begin: async () => ({ ok: false, why: 'policy_moved' }) }),
    });
    const id = await approved(gate);
    expect(await gate.claim(id)).toBeNull();
    expect(await gate.record(id)).toMatchObject({ status: 'approved' });
  });
});

describe('a runtime that ends', () => {
  it('leaves what it has not started yet approved for the next one', async () => {
    const tool = askingTool();
    const gate = await createTestGate({ tools: [tool] });
    const id = await approved(gate);
    expect(await gate.gate.runApproved(await gate.record(id), { signal: AbortSignal.abort() })).toBeNull();
    expect(await gate.record(id)).toMatchObject({ status: 'approved' });
    expect(tool.runs).toEqual([]);
    expect(await gate.claim(id)).toMatchObject({ kind: 'completed' });
  });

  it('stops what it runs, and its caller is told why', async () => {
    const tool = askingTool(
      {},
      (_args, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const gate = await createTestGate({ tools: [tool] });
    const id = await approved(gate);
    const ending = new AbortController();
    const claimed = gate.gate.runApproved(await gate.record(id), { signal: ending.signal });
    await expect.poll(() => tool.runs.length).toBe(1);
    ending.abort();
    expect(await claimed).toMatchObject({
      kind: 'aborted',
      reason: 'The runtime that ran it ended; the tool was stopped.',
    });
    expect(await gate.record(id)).toMatchObject({ status: 'failed', outcome: { kind: 'aborted' } });
  });
});

describe('a claim whose end could not be recorded', () => {
  it('tells the outcome as unrecorded, and records it before the next call', async () => {
    const journal = createFailingJournal();
    const tool = askingTool();
    const gate = await createTestGate({ tools: [tool], wrapJournal: journal.wrap });
    const id = await approved(gate);
    journal.fail('finish');
    expect(await gate.claim(id)).toMatchObject({ kind: 'completed', unrecorded: true });
    expect(await gate.record(id)).toMatchObject({ status: 'executing' });
    await expect(gate.claim(id)).rejects.toMatchObject({ code: 'store_unavailable' });
    journal.heal();
    expect(await gate.call('asks', { text: 'a' })).toMatchObject({ kind: 'completed', observation: { text: 'done' } });
    expect(await gate.record(id)).toMatchObject({ status: 'completed' });
    expect(tool.runs).toHaveLength(1);
  });
});

describe('several runtimes on one store', () => {
  it('run an approved request once after the one that asked is dead', async () => {
    const { clock, open } = sharedStore();
    const asked = await createTestGate({ tools: [askingTool()], clock, open });
    const id = await approved(asked);
    await asked.opened.close();
    const tool = askingTool({}, () => textResult('after the restart'));
    const next = await createTestGate({ tools: [tool], clock, open });
    expect((await next.journal.claimable()).map((record) => record.id)).toEqual([id]);
    expect(await next.claim(id)).toMatchObject({ kind: 'completed' });
    expect(await next.call('asks', { text: 'a' })).toMatchObject({
      kind: 'completed',
      observation: { text: 'after the restart' },
    });
    expect(tool.runs).toHaveLength(1);
  });

  it('run it once when they claim at the same time', async () => {
    const { clock, open } = sharedStore();
    const tools = [askingTool(), askingTool()];
    const gates = [];
    for (const tool of tools) gates.push(await createTestGate({ tools: [tool], clock, open }));
    const [asker] = gates;
    if (asker === undefined) throw new TypeError('There are two.');
    for (let round = 0; round < 20; round += 1) {
      const id = await approved(asker);
      const outcomes = await Promise.all(gates.flatMap((gate) => [gate.claim(id), gate.claim(id)]));
      expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
      expect(tools.reduce((sum, tool) => sum + tool.runs.length, 0)).toBe(round + 1);
      expect(await asker.call('asks', { text: 'a' })).toMatchObject({ kind: 'completed' });
    }
  });

  it('leave a request to a runtime that has the tool', async () => {
    const { clock, open } = sharedStore();
    const asked = await createTestGate({ tools: [askingTool()], clock, open });
    const id = await approved(asked);
    await asked.opened.close();
    const without = await createTestGate({ clock, open });
    expect(await without.claim(id)).toBeNull();
    expect(await without.record(id)).toMatchObject({ status: 'approved' });
    const tool = askingTool();
    const having = await createTestGate({ tools: [tool], clock, open });
    expect(await having.claim(id)).toMatchObject({ kind: 'completed' });
    expect(tool.runs).toHaveLength(1);
  });
});
