import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject, NewRule, Rule } from '../contract/index.ts';
import { openMemoryStore, type OpenStore } from '../host/index.ts';
import {
  createManualClock,
  sampleAnswer,
  sampleCaller,
  sampleGrant,
  sampleRequest,
  type ManualClock,
} from '../testing/index.ts';
import {
  createGrants,
  createNotes,
  createRules,
  createSelfModels,
  createSessions,
  createTokens,
  createTrustedFolders,
} from './index.ts';

let open: OpenStore;
let clock: ManualClock;

beforeEach(async () => {
  clock = createManualClock(Date.UTC(2026, 0, 1));
  open = await openMemoryStore({ workspace: '/workspace', clock });
});

afterEach(() => open.close());

/** Kind, envelope and values of what was recorded, oldest first. */
async function recorded(): Promise<readonly (readonly [string, JsonObject, object])[]> {
  return (await open.journal.events({})).map(({ kind, envelope, values }) => [kind, envelope, { ...values }] as const);
}

/** How far the policy moved. */
async function moved(work: () => Promise<unknown>): Promise<number> {
  const before = await open.store.policyRevision();
  await work();
  return (await open.store.policyRevision()) - before;
}

/** Puts a record as a newer program would have written it. */
async function fromTheFuture(collection: string, id: string, group: string | null = null): Promise<void> {
  await open.store.write({
    puts: [{ collection, id, group, version: 2, body: { anything: 'else' } }],
    movesPolicy: false,
  });
}

const plain: NewRule = {
  effect: 'DENY',
  agent: null,
  tool: 'shell',
  target: 'rm *',
  action: null,
  window: null,
  note: 'too sharp',
};

function rule(id: string, more: Partial<NewRule> = {}): Rule {
  return { ...plain, ...more, id, source: { kind: 'store' } };
}

describe('rules', () => {
  it('come back whole, in the order they were added', async () => {
    const rules = createRules(open.store);
    const window = { from: '22:00', to: '06:00', zone: 'Europe/Berlin' };
    const all = [
      rule('r2'),
      rule('r1', { effect: 'ALLOW', agent: 'a', tool: null, target: null, action: 'run', window, note: null }),
    ];
    for (const one of all) await rules.add(one, 'user:1000', one.id === 'r1' ? 'f00d' : null);
    expect(await rules.list()).toEqual(all.map((one) => ({ ...one, pin: one.id === 'r1' ? 'f00d' : null })));
  });

  it('are gone when removed, and the removal answers what it was', async () => {
    const rules = createRules(open.store);
    await rules.add(rule('r1'), 'user:1000');
    expect(await rules.remove('r1', 'user:1000')).toEqual(rule('r1'));
    expect(await rules.list()).toEqual([]);
    expect(await rules.remove('r1', 'user:1000')).toBeNull();
  });

  it('move the policy and are recorded with their whole text, each time they come or go', async () => {
    const rules = createRules(open.store);
    expect(await moved(() => rules.add(rule('r1'), 'user:1000'))).toBe(1);
    expect(await moved(() => rules.remove('r1', 'user:2'))).toBe(1);
    expect(await moved(() => rules.remove('r1', 'user:2'))).toBe(0);
    expect(await recorded()).toEqual([
      [
        'policy_changed',
        { change: 'added', rule: 'r1', effect: 'DENY', tool: 'shell', agent: null, by: 'user:1000' },
        { rule: plain },
      ],
      [
        'policy_changed',
        { change: 'removed', rule: 'r1', effect: 'DENY', tool: 'shell', agent: null, by: 'user:2' },
        { rule: plain },
      ],
    ]);
  });

  it.each([
    ['an effect that is none', { effect: 'MAYBE' }],
    ['a number for a tool', { tool: 7 }],
    ['a text for a window', { window: 'always' }],
    ['half a window', { window: { from: '09:00' } }],
  ])('are not guessed at where a record holds %s', async (_name, damage) => {
    const body: JsonObject = { ...plain, window: null, ...damage };
    await open.store.write({
      puts: [{ collection: 'rules', id: 'r1', group: null, version: 1, body }],
      movesPolicy: true,
    });
    await expect(createRules(open.store).list()).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});

describe('grants', () => {
  async function granted(minutes = 30) {
    const record = sampleRequest({ now: clock.now(), runtimeId: open.journal.lease.runtimeId });
    const grant = { ...sampleGrant(record, clock.now()), expiresAt: clock.now() + minutes * 60_000 };
    await open.journal.ask(record, []);
    await open.journal.answer(sampleAnswer(record, { answer: 'session', grant }));
    return grant;
  }

  it('that the journal wrote with an answer are found, whole', async () => {
    const grant = await granted();
    const grants = createGrants(open.store);
    expect(await grants.live(sampleCaller(), grant.tool, clock.now())).toEqual([grant]);
    expect(await grants.list(clock.now())).toEqual([grant]);
  });

  it.each([
    ['session', { session: 'another' }, 'file_write'],
    ['principal', { principal: 'user:2' }, 'file_write'],
    ['agent', { agent: 'another' }, 'file_write'],
    ['workspace', { workspace: '/another' }, 'file_write'],
    ['tool', {}, 'shell'],
  ])('are not live for another %s', async (_name, more, tool) => {
    await granted();
    expect(await createGrants(open.store).live(sampleCaller(more), tool, clock.now())).toEqual([]);
  });

  it('end with their time, and when they are revoked', async () => {
    const grants = createGrants(open.store);
    const short = await granted(1);
    const long = await granted(10);
    clock.advance(60_000);
    expect(await grants.list(clock.now())).toEqual([long]);
    expect(await moved(() => grants.revoke(long.id, 'user:1000', clock.now()))).toBe(1);
    expect(await grants.list(clock.now())).toEqual([]);
    expect(await grants.revoke(long.id, 'user:1000', clock.now())).toBe(false);
    expect(await grants.revoke(short.id, 'user:1000', clock.now())).toBe(false);
    expect(await grants.revoke('gr_never', 'user:1000', clock.now())).toBe(false);
    expect((await recorded()).at(-1)).toEqual(['grant_revoked', { grant: long.id, by: 'user:1000' }, {}]);
  });
});

describe('sessions', () => {
  it('have the mode they were last given, and say who gave it', async () => {
    const sessions = createSessions(open.store);
    expect(await moved(() => sessions.setMode('s1', 'full-auto', { by: 'user:1000', now: clock.now() }))).toBe(1);
    clock.advance(1_000);
    await sessions.setMode('s1', 'plan-only', { by: 'user:2', now: clock.now() });
    expect(await sessions.list()).toEqual([{ id: 's1', mode: 'plan-only' }]);
    expect(await sessions.views()).toEqual([
      { id: 's1', mode: 'plan-only', setBy: 'user:2', setAt: '2026-01-01T00:00:01.000Z' },
    ]);
    expect((await recorded()).map(([kind, envelope]) => [kind, envelope['mode'], envelope['by']])).toEqual([
      ['session_changed', 'full-auto', 'user:1000'],
      ['session_changed', 'plan-only', 'user:2'],
    ]);
  });

  it('with a mode that is none fail closed', async () => {
    await open.store.write({
      puts: [{ collection: 'sessions', id: 's1', group: null, version: 1, body: { mode: 'yolo' } }],
      movesPolicy: true,
    });
    await expect(createSessions(open.store).list()).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});

describe('tokens', () => {
  const token = { name: 'ci', trust: 'guest', hash: 'ab'.repeat(32), now: 0 } as const;

  it('are known by their hash alone, until they are revoked', async () => {
    const tokens = createTokens(open.store);
    const view = await tokens.add(token, 'user:1000');
    expect(view).toEqual({ name: 'ci', principal: 'token:ci', trust: 'guest', createdAt: '1970-01-01T00:00:00.000Z' });
    expect(await tokens.identify(token.hash)).toEqual({ principal: 'token:ci', trust: 'guest' });
    expect(await tokens.identify('cd'.repeat(32))).toBeNull();
    expect(await tokens.trustOf('token:ci')).toBe('guest');
    expect(await tokens.views()).toEqual([view]);
    expect(await tokens.revoke('ci', 'user:1000')).toBe(true);
    expect(await tokens.revoke('ci', 'user:1000')).toBe(false);
    expect(await tokens.identify(token.hash)).toBeNull();
    expect(await tokens.trustOf('token:ci')).toBeNull();
    expect((await recorded()).map(([kind, envelope]) => [kind, envelope['token']])).toEqual([
      ['token_added', 'ci'],
      ['token_revoked', 'ci'],
    ]);
  });

  it.each(['', 'CI', 'a b', 'local', '-a', 'x'.repeat(41), '__proto__', 'ci'])(
    'have no name such as %j while there is one named ci',
    async (name) => {
      const tokens = createTokens(open.store);
      await tokens.add(token, 'user:1000');
      await expect(tokens.add({ ...token, name }, 'user:1000')).rejects.toMatchObject({ code: 'malformed_request' });
      expect(await tokens.views()).toHaveLength(1);
    },
  );

  it('say nothing of a principal that is no token', async () => {
    expect(await createTokens(open.store).trustOf('user:1000')).toBeNull();
  });
});

describe('notes', () => {
  it('are kept by agent, with their text where it can be erased', async () => {
    const notes = createNotes(open.store);
    const author = { agent: 'default', principal: 'user:1000', session: 's1' };
    const id = await notes.add('remember the milk', author, clock.now());
    const [kept] = await open.store.list('notes', 'default');
    expect(kept).toMatchObject({ id, body: { text: 'remember the milk', ...author } });
    expect(await recorded()).toEqual([['note_added', { note: id, ...author }, { text: 'remember the milk' }]]);
  });
});

describe('self-models', () => {
  it('are recorded when they change, and only then', async () => {
    const models = createSelfModels(open.store);
    const update = (digest: string) => models.update('default', { digest, capabilities: [digest] });
    expect([await update('a'), await update('a'), await update('b'), await update('a')]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect((await recorded()).map(([, envelope]) => [envelope['before'], envelope['digest']])).toEqual([
      [null, 'a'],
      ['a', 'b'],
      ['b', 'a'],
    ]);
  });

  it('are one for each agent, whatever its name', async () => {
    const models = createSelfModels(open.store);
    for (const agent of ['a', '__proto__', 'constructor'])
      expect(await models.update(agent, { digest: 'd', capabilities: [] })).toBe(true);
  });
});

describe('trusted folders', () => {
  it('are listed once each, and recorded', async () => {
    const folders = createTrustedFolders(open.store);
    for (const path of ['/a', '/b', '/a']) await folders.trust(path, { by: 'user:1000', now: clock.now() });
    expect(await folders.list()).toEqual(['/a', '/b']);
    expect((await recorded()).map(([kind, , values]) => [kind, values])).toEqual(
      ['/a', '/b', '/a'].map((path) => ['folder_trusted', { path }]),
    );
  });
});

describe('a record of a newer version', () => {
  it.each([
    ['rules', () => createRules(open.store).list()],
    ['grants', () => createGrants(open.store).list(0)],
    ['sessions', () => createSessions(open.store).list()],
    ['tokens', () => createTokens(open.store).views()],
    ['trusted_folders', () => createTrustedFolders(open.store).list()],
    ['self_models', () => createSelfModels(open.store).update('x', { digest: 'd', capabilities: [] })],
  ])('of %s is refused with both versions, and stays as it is', async (collection, read) => {
    await fromTheFuture(collection, 'x');
    await expect(read()).rejects.toMatchObject({
      code: 'store_newer',
      message: expect.stringMatching(/version 2.*reads 1/),
    });
    expect((await open.store.get(collection, 'x'))?.version).toBe(2);
  });

  it('is no live grant for the journal either', async () => {
    await fromTheFuture('grants', 'gr_1', 'session_1');
    const start = {
      callId: 'call_1',
      tool: 't',
      approval: null,
      grantId: 'gr_1',
      policyRevision: await open.store.policyRevision(),
      unlessRequested: null,
      events: [],
    };
    expect(await open.journal.begin(start)).toEqual({ ok: false, why: 'grant_gone' });
  });
});
