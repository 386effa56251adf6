// A runtime in a process of its own, reduced to what it does to the journal.
//   node store-process.ts HOME caller BOUNDARY   asks for a call and takes it to its end, and dies at the boundary (or never: none)
//   node store-process.ts HOME keeper            does what others left undone, until it is killed or the file HOME/stop is there
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ApprovalRecord } from '../../src/contract/index.ts';
import { openSqliteStore, systemClock, type OpenStore } from '../../src/host/index.ts';
import { sampleAnswer, sampleClaim, sampleEnd, sampleEvent, sampleRequest } from '../../src/testing/index.ts';
import { homeAt } from '../store/sample-home.ts';
import { createBoundary, openWitness } from './crash-process.ts';

const [path = '', role = '', deadline = 'none'] = process.argv.slice(2);
const home = homeAt(path);
const effects = openWitness(join(path, 'effects'));
/** What this process was told: each line stands for a promise of the journal that resolved. */
const told = openWitness(join(path, 'told'));
const boundary = createBoundary(deadline);

const open: OpenStore = await openSqliteStore({
  file: home.file,
  keysDir: home.keysDir,
  headsFile: home.headsFile,
  workspace: '/workspace',
  clock: systemClock,
  durability: 'process',
  create: true,
  signEvery: 16,
  lockWaitMs: 30_000,
});
const { journal, store } = open;

async function ask(): Promise<ApprovalRecord> {
  const record = sampleRequest({ now: systemClock.now(), runtimeId: journal.lease.runtimeId });
  const asked = await journal.ask(record, [{ kind: 'tool_requested', envelope: { approval: record.id }, values: {} }]);
  told.note('asked', record.id);
  return asked.record;
}

async function answer(record: ApprovalRecord): Promise<void> {
  const answered = await journal.answer(sampleAnswer(record));
  if (answered.ok) told.note('answered', record.id);
}

async function run(record: ApprovalRecord): Promise<void> {
  const claim = sampleClaim(record, await store.policyRevision());
  const events = [sampleEvent({ call: claim.callId, approval: record.id })];
  boundary('before-begin');
  const begun = await journal.begin({ ...claim, events });
  if (!begun.ok) return;
  told.note('begun', record.id);
  boundary('begun');
  effects.note(record.id);
  boundary('effected');
  await journal.finish(sampleEnd(claim));
  told.note('finished', record.id);
  boundary('finished');
}

async function deliver(id: string): Promise<void> {
  if ((await journal.deliver(id)) !== null) told.note('delivered', id);
}

async function call(): Promise<void> {
  boundary('opened');
  const record = await ask();
  boundary('asked');
  await answer(record);
  boundary('answered');
  for (const mine of await journal.claimable()) await run(mine);
  await deliver(record.id);
  boundary('delivered');
  await open.close();
  boundary('closed');
}

/** Many at once, so that a kill at any moment hits something. */
async function callOn(): Promise<void> {
  for (;;) {
    const records = [await ask(), await ask()];
    await Promise.all(records.map(answer));
    await Promise.all((await journal.claimable()).map(run));
    await Promise.all(records.map(({ id }) => deliver(id)));
    await setTimeout(0);
  }
}

async function keep(): Promise<void> {
  for (let turn = 0; !existsSync(join(path, 'stop')); turn++) {
    if (turn % 20 === 0) await journal.heartbeat();
    await journal.recover();
    // Both keepers answer whatever they see: two approvers that race.
    for (const record of await journal.approvals({ statuses: ['pending'] })) await answer(record);
    await Promise.all((await journal.claimable()).map(run));
    await setTimeout(3);
  }
  await open.close();
}

process.stdout.write('ready\n');
if (role === 'keeper') await keep();
else if (deadline === 'anywhere') await callOn();
else await call();
