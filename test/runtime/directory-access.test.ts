// request_directory_access through a whole runtime: who may ask, what nobody is asked about, and what the answer of the owner opens.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, JsonObject, Outcome } from '../../src/contract/index.ts';
import { openGatehouse, type Gatehouse } from '../../src/index.ts';
import { sampleCaller } from '../../src/testing/index.ts';

let folder = '';
let open: Gatehouse[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-access-')));
  for (const path of ['user/work', 'user/code/library/src', 'user/.ssh', 'user/.config/gh', 'other', 'home'])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'user/code/library/src/a.txt'), 'found');
  writeFileSync(join(folder, 'user/code/library/.env'), 'TOKEN=1');
  symlinkSync(join(folder, 'user/.ssh'), join(folder, 'user/code/innocent'));
  symlinkSync(join(folder, 'user/code/library'), join(folder, 'user/code/current'));
});

afterEach(async () => {
  for (const gatehouse of open) await gatehouse.close();
  open = [];
  rmSync(folder, { recursive: true, force: true });
});

async function start(workspace = 'user/work'): Promise<Gatehouse> {
  const env = { GATEHOUSE_HOME: join(folder, 'home'), HOME: join(folder, 'user'), PATH: process.env['PATH'] };
  const gatehouse = await openGatehouse({ workspace: join(folder, workspace), env });
  open.push(gatehouse);
  return gatehouse;
}

const tool = 'request_directory_access';
const ask = (gatehouse: Gatehouse, path: string, more: JsonObject = {}): Promise<Outcome> =>
  gatehouse.call(tool, { path, reason: 'to read its source', ...more });

async function approve(gatehouse: Gatehouse, outcome: Outcome): Promise<Outcome | null> {
  if (outcome.kind !== 'pending') throw new Error(`expected a question, got ${JSON.stringify(outcome)}`);
  const { owner } = gatehouse.runtime;
  if (owner === null) throw new Error('no owner here');
  return (await owner.answer(outcome.approval.id, { act: 'once' }, { by: 'user:7' })).outcome;
}

describe('request_directory_access', () => {
  it('opens what was approved, at once and in every process of that workspace, and nothing besides', async () => {
    const [one, two, elsewhere] = [await start(), await start(), await start('other')];
    const library = join(folder, 'user/code/library');
    const file = join(library, 'src/a.txt');
    expect(await one.call('file_read', { filename: file })).toMatchObject({ kind: 'refused' });
    expect((await approve(one, await ask(one, library)))?.kind).toBe('completed');
    for (const gatehouse of [one, two]) {
      const read = await gatehouse.call('file_read', { filename: file });
      expect(read).toMatchObject({ kind: 'completed', observation: { text: expect.stringContaining('found') } });
    }
    expect(await elsewhere.call('file_read', { filename: file })).toMatchObject({ kind: 'refused' });
    expect(await one.call('file_read', { filename: join(library, '.env') })).toMatchObject({ kind: 'refused' });
    expect(await one.call('file_read', { filename: join(folder, 'user/code') })).toMatchObject({ kind: 'refused' });
    const write = await one.call('file_write', { filename: file, content: 'x' });
    expect(write).toMatchObject({ kind: 'refused', decision: { reasons: [{ source: 'boundary' }, {}] } });
  });

  it('is taken back for the next call of any process', async () => {
    const [one, two] = [await start(), await start()];
    const file = join(folder, 'user/code/library/src/a.txt');
    await approve(one, await ask(one, join(folder, 'user/code/library')));
    expect((await two.call('file_read', { filename: file })).kind).toBe('completed');
    const [root] = await one.runtime.roots();
    await one.runtime.owner?.removeRoot(root?.id ?? '', 'user:7');
    for (const gatehouse of [one, two])
      expect(await gatehouse.call('file_read', { filename: file })).toMatchObject({ kind: 'refused' });
    const kinds = ['root_added', 'root_removed'] as const;
    expect((await one.runtime.events({ kinds })).map(({ kind, envelope }) => [kind, envelope['root']])).toEqual(
      kinds.map((kind) => [kind, root?.id]),
    );
  });

  it('is told by the report of capabilities as long as it is open, and to no guest', async () => {
    const one = await start();
    const told = async (trust: 'operator' | 'guest' = 'operator') =>
      (await one.runtime.capabilities(sampleCaller({ trust, workspace: one.runtime.workspace }))).openedDirectories;
    expect(await told()).toEqual([]);
    await approve(one, await ask(one, join(folder, 'user/code/library'), { access: 'write' }));
    expect(await told()).toEqual([{ path: join(folder, 'user/code/library'), access: 'write' }]);
    expect(await told('guest')).toEqual([]);
    expect(await one.call('describe_capabilities', {})).toMatchObject({
      kind: 'completed',
      observation: { text: expect.stringContaining(`${join(folder, 'user/code/library')} (read and write)`) },
    });
    const [root] = await one.runtime.roots();
    await one.runtime.owner?.removeRoot(root?.id ?? '', 'user:7');
    expect(await told()).toEqual([]);
  });

  it('lets files be written only where that was asked for', async () => {
    const one = await start();
    await approve(one, await ask(one, join(folder, 'user/code/library'), { access: 'write' }));
    const write = await one.call('file_write', { filename: join(folder, 'user/code/library/b.txt'), content: 'x' });
    expect(write.kind).toBe('pending');
  });

  it('shows and opens where a link really leads', async () => {
    const one = await start();
    const asked = await ask(one, join(folder, 'user/code/current'));
    const real = join(folder, 'user/code/library');
    expect(asked).toMatchObject({ kind: 'pending', approval: { targets: [{ value: real }] } });
    await approve(one, asked);
    expect(await one.runtime.roots()).toMatchObject([{ path: real }]);
  });

  it('opens nothing when the link leads elsewhere by the time of the answer', async () => {
    const one = await start();
    const asked = await ask(one, join(folder, 'user/code/current'));
    rmSync(join(folder, 'user/code/current'));
    mkdirSync(join(folder, 'user/code/other'));
    symlinkSync(join(folder, 'user/code/other'), join(folder, 'user/code/current'));
    expect(await approve(one, asked)).toBeNull();
    expect(await one.runtime.roots()).toEqual([]);
  });

  it('takes no answer of a client, also of one whose answers count elsewhere', async () => {
    mkdirSync(join(folder, 'user/.config/gatehouse'));
    writeFileSync(join(folder, 'user/.config/gatehouse/config.yaml'), 'approvals:\n  elicitation: [stdio:7]\n');
    const one = await start();
    const { runtime } = one;
    const caller = sampleCaller({ principal: 'stdio:7', workspace: runtime.workspace });
    const request = async (name: string, value: JsonObject) => {
      const outcome = await runtime.call({ tool: name, arguments: { value }, caller });
      if (outcome.kind !== 'pending') throw new Error(`expected a question, got ${JSON.stringify(outcome)}`);
      return outcome.approval.id;
    };
    const write = await request('file_write', { filename: 'a.txt', content: 'x' });
    expect(await runtime.elicited(caller, write, { accepted: true })).toMatchObject({ kind: 'completed' });
    const access = await request(tool, { path: join(folder, 'user/code/library'), reason: 'to read it' });
    await expect(runtime.elicited(caller, access, { accepted: true })).rejects.toMatchObject({ code: 'not_the_owner' });
    expect(await runtime.roots()).toEqual([]);
  });

  it('asks each time anew, whatever was answered and in full-auto', async () => {
    const one = await start();
    await one.runtime.owner?.addRule(
      { effect: 'ALLOW', agent: null, tool, target: null, action: null, window: null, note: null },
      { broad: true, by: 'user:7' },
    );
    const asked = await ask(one, join(folder, 'user/code/library'));
    expect(asked).toMatchObject({ kind: 'pending', approval: { onceOnly: true } });
    await approve(one, asked);
    mkdirSync(join(folder, 'user/code/second'));
    expect((await ask(one, join(folder, 'user/code/second'))).kind).toBe('pending');
  });

  it('asks nobody where it is allowed already', async () => {
    const one = await start();
    mkdirSync(join(folder, 'user/work/src'));
    for (const path of ['.', 'src', join(folder, 'user/work')]) {
      const outcome = await ask(one, path, { access: 'write' });
      expect(outcome).toMatchObject({
        kind: 'completed',
        observation: { text: expect.stringMatching(/Already allowed/) },
      });
    }
    expect(await one.runtime.roots()).toEqual([]);
  });

  it.each([
    ['the file system', '/'],
    ['the whole home', '$T/user'],
    ['somebody else’s home', '/home/grace'],
    ['a home as spelled with dots', '$T/user/code/..'],
    ['a folder of the system', '/etc'],
    ['what lies in one', '/usr/share'],
    ['the kernel', '/proc/self'],
    ['a place of credentials', '$T/user/.ssh'],
    ['a link to one', '$T/user/code/innocent'],
    ['what holds one', '$T/user/.config'],
    ['our own home', '$T/home'],
    ['what holds it', '$T'],
    ['a file', '$T/user/code/library/src/a.txt'],
    ['nothing', '$T/user/nowhere'],
    ['a home by its short name', '~'],
  ])('refuses %s, and nobody is asked', async (_, path) => {
    const one = await start();
    const asked = path.replaceAll('$T', folder);
    const outcome = await ask(one, asked);
    expect(outcome).toMatchObject({ kind: 'refused', decision: { effect: 'DENY' } });
    expect(outcome.decision?.reasons[0]?.source).toBe('floor');
    expect(await one.runtime.approvals(sampleCaller({ seesHidden: true }), { show: 'all' })).toEqual([]);
    const explained = await one.runtime.explain({
      tool,
      arguments: { value: { path: asked, reason: 'to read its source' } },
      caller: sampleCaller({ workspace: one.runtime.workspace }),
    });
    expect(explained.decision?.reasons.map(({ id }) => id)).toEqual(outcome.decision?.reasons.map(({ id }) => id));
  });

  it('names the place that is closed as it is written', async () => {
    const outcome = await ask(await start(), join(folder, 'home/keys'));
    expect(outcome.decision?.reasons[0]?.text).toContain(`(${join(folder, 'home')})`);
  });

  it.each<[string, Partial<Caller>]>([
    ['a guest', { trust: 'guest' }],
    ['a caller with nobody there', { attended: false }],
  ])('is unknown to %s, byte for byte', async (_, who) => {
    const { runtime } = await start();
    const caller = sampleCaller({ ...who, workspace: runtime.workspace });
    const call = (name: string) => runtime.call({ tool: name, arguments: { value: {} }, caller });
    const told = (outcome: Outcome, name: string) => ({
      ...outcome,
      callId: '',
      receipt: null,
      tool: '',
      reason: outcome.kind === 'refused' ? outcome.reason.replaceAll(name, '') : outcome.kind,
    });
    const missing = 'xequest_directory_accesx';
    expect(told(await call(tool), tool)).toEqual(told(await call(missing), missing));
    expect((await runtime.tools(caller, {})).map(({ name }) => name)).not.toContain(tool);
    const described = await runtime.describeTool(caller, tool);
    expect(described).toMatchObject({ ok: false, code: 'unknown' });
  });
});
