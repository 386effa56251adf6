import { describe, expect, it } from 'vitest';
import { asGuest, startHouse, told } from '../../../../test/harness/scripted-house.ts';
import {
  CapabilityError,
  type MatrixRow,
  type Owner,
  type RecordedEvent,
  type Runtime,
  type ServerReview,
  type ServerView,
} from '../../../contract/index.ts';
import { sampleApproval, sampleQuestion, sampleTool, type RuntimeScript } from '../../../testing/index.ts';
import { apiRoutes } from './api-routes.ts';

describe('what a token may not', () => {
  /** Decides nothing here: whoever gets through to it fails the test. */
  // A cast: every member it is asked for is made below.
  const owner = new Proxy<Owner>({} as Owner, {
    get: (_target, name) => () => {
      throw new Error(`A token reached ${String(name)}.`);
    },
  });

  it.each(apiRoutes.filter((route) => route.ownerOnly))('$method $path', async ({ method, path }) => {
    const house = await startHouse({ answers: { owner } });
    for (const headers of [{}, asGuest, { 'content-type': 'text/plain' }]) {
      const answer = await house.send(path.replaceAll(/\{\w+\}/g, 'x'), {
        method: method.toUpperCase(),
        headers,
        ...(method === 'post' || method === 'put' ? { body: 'not even JSON' } : {}),
      });
      expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: 'not_the_owner' } }]);
    }
    expect(house.reports).toEqual([]);
  });

  it('is every route that changes something, but for its own calls and requests', () => {
    const open = apiRoutes.filter((route) => !route.ownerOnly && route.method !== 'get').map(({ id }) => id);
    expect(open.toSorted()).toEqual([
      'answerByElicitation',
      'answerOwnQuestion',
      'callTool',
      'collectApproval',
      'explainCall',
      'withdrawApproval',
    ]);
  });
});

describe('a guest', () => {
  const event = (seq: number, principal: string): RecordedEvent => ({
    writer: 'w',
    seq,
    at: seq,
    kind: 'tool_executed',
    envelope: principal === '' ? {} : { principal },
    values: {},
    hash: '',
  });
  const events = [
    event(1, 'token:guest'),
    event(2, 'token:local'),
    event(3, ''),
    event(4, 'token:guest'),
    event(5, 'user:0'),
  ];
  const row = (tool: string, trust: string): MatrixRow => ({
    agent: 'default',
    trust,
    tool,
    effect: 'ALLOW',
    possible: [],
    dependsOn: [],
    reason: '',
  });
  const grant = (id: string, principal: string) => ({
    id,
    principal,
    tool: 't',
    covers: '',
    agent: '',
    session: '',
    approvalId: '',
    createdAt: '',
    expiresAt: '',
  });
  const answers: Partial<Runtime> = {
    events: async ({ limit }) => events.slice(-(limit ?? 50)),
    async *follow() {
      yield* events;
    },
    matrix: async () => [row('read', 'operator'), row('read', 'guest'), row('hid', 'operator'), row('hid', 'guest')],
    grants: async () => [grant('g1', 'token:guest'), grant('g2', 'token:local')],
    rules: async () => ({ rules: [], problems: [], revision: '1' }),
    approvals: async ({ principal }) => [sampleApproval({ principal })],
  };
  const script: RuntimeScript = {
    answers,
    tools: [sampleTool({ name: 'read' }), sampleTool({ name: 'hid', policyClass: 'exec' })],
  };

  /** The scripted runtime judges by the classes of the caller; a real one by its trust too. */
  const visible: RuntimeScript = {
    ...script,
    answers: {
      ...answers,
      tools: async ({ trust }) => (trust === 'guest' ? [sampleTool({ name: 'read' })] : (script.tools ?? [])),
    },
  };

  it('sees its own events alone, listed, limited and streamed', async () => {
    const house = await startHouse(visible);
    const seqs = async (path: string, headers: Record<string, string> = asGuest) =>
      JSON.parse(await (await house.send(path, { headers })).text()).map(({ seq }: RecordedEvent) => seq);
    expect(await seqs('/api/events')).toEqual([1, 4]);
    expect(await seqs('/api/events?limit=1')).toEqual([4]);
    expect(await seqs('/api/events?limit=1&after=0::0')).toEqual([1]);
    expect(await seqs('/api/events', {})).toEqual([1, 2, 3, 4, 5]);
    const stream = await (
      await house.send('/api/events', { headers: { ...asGuest, accept: 'text/event-stream' } })
    ).text();
    expect(stream.match(/^id: .*$/gm)).toEqual(['id: 1:w:1', 'id: 4:w:4']);
  });

  it('sees its own grants, its rows of the matrix, and no rules', async () => {
    const house = await startHouse(visible);
    const ask = (path: string, headers: Record<string, string>) => told(house.send(path, { headers }));
    expect(await ask('/api/grants', asGuest)).toMatchObject([200, [{ id: 'g1' }]]);
    expect(await ask('/api/grants', {})).toMatchObject([200, [{ id: 'g1' }, { id: 'g2' }]]);
    expect(await ask('/api/policy/matrix', asGuest)).toEqual([200, [row('read', 'guest')]]);
    expect((await ask('/api/policy/matrix', {}))[1]).toHaveLength(4);
    expect(await ask('/api/rules', asGuest)).toMatchObject([403, { error: { code: 'not_permitted' } }]);
    expect(await ask('/api/rules', {})).toMatchObject([200, { revision: '1' }]);
  });

  it('asks for approvals in its own name', async () => {
    const house = await startHouse(visible);
    expect(await told(house.send('/api/approvals', { headers: asGuest }))).toMatchObject([
      200,
      [{ principal: 'token:guest' }],
    ]);
  });
});

describe('the owner', () => {
  it('reaches every act with what it takes, in its own name', async () => {
    const acts: unknown[] = [];
    const told = sampleApproval();
    const note = <Value>(value: Value, ...act: readonly unknown[]): Promise<Value> => (
      acts.push(act),
      Promise.resolve(value)
    );
    const launch = { runs: [], notPinned: [], differences: [] };
    const said = { name: 'a b', reach: 'node server.js', launch, lock: null, notices: [] };
    const words = { software: '', findings: [], differences: [] };
    const review: ServerReview = { ...said, ...words, digest: 'f00d', isAccepted: false, about: '', tools: [] };
    const output = {
      strayLines: 0,
      firstStray: '',
      errorTail: '',
      problem: null,
      protocol: null,
      login: null,
      stale: false,
    };
    const view: ServerView = { ...said, ...output, state: 'ready', from: 'a file', tools: [], waiting: 0 };
    const rule = { id: 'r1', source: { kind: 'store' } } as const;
    const owner: Owner = {
      answer: (id, answer, { by }) => note({ approval: told, outcome: null, text: 'denied' }, 'answer', id, answer, by),
      answerQuestion: (id, answer, by) => note(sampleQuestion({ id }), 'answerQuestion', id, answer, by),
      addRule: (given, options) => note({ ...given, ...rule }, 'addRule', given, options),
      forgetSearches: (tool, by) => note(3, 'forgetSearches', tool, by),
      removeRule: (id, by) =>
        note(
          { effect: 'DENY', agent: null, tool: null, target: null, action: null, window: null, note: null, ...rule },
          'removeRule',
          id,
          by,
        ),
      revokeGrant: (id, by) => note(undefined, 'revokeGrant', id, by),
      removeRoot: (id, by) => note(undefined, 'removeRoot', id, by),
      sessions: () => note([], 'sessions'),
      setSessionMode: (session, mode, by) => note(undefined, 'setSessionMode', session, mode, by),
      addToken: (asked, by) =>
        note({ view: { ...asked, principal: '', createdAt: '' }, token: 'gh_new' }, 'addToken', asked, by),
      tokens: () => note([], 'tokens'),
      revokeToken: (name, by) => note(undefined, 'revokeToken', name, by),
      secrets: () => note([], 'secrets'),
      setSecret: (name, value, by) => note({ name, place: 'file', setBy: by, setAt: '' }, 'setSecret', name, value, by),
      removeSecret: (name, by) => note(undefined, 'removeSecret', name, by),
      servers: () => note([], 'servers'),
      reviewServer: (name) => note(review, 'reviewServer', name),
      acceptServer: (name, digest, by) => note(view, 'acceptServer', name, digest, by),
      refreshServers: () => note([], 'refreshServers'),
      sources: () => note([], 'sources'),
      refreshSources: (name) => note([], 'refreshSources', name),
      lockServers: () => note({ paths: [], left: [] }, 'lockServers'),
      beginLogin: (name, port) =>
        note(
          { page: '', redirectUri: '', issuer: '', resource: '', scope: null, endsAt: '' },
          'beginLogin',
          name,
          port,
        ),
      endLogin: (name, address, by) => note(view, 'endLogin', name, address, by),
      logout: (name, by) => note({ view, text: '' }, 'logout', name, by),
      trustFolder: (folder, by) => note(undefined, 'trustFolder', folder, by),
      verifyAudit: () => note({ ok: true, writers: [], events: 0, problems: [] }, 'verifyAudit'),
      async *exportAudit(query, by) {
        acts.push(['exportAudit', query, by]);
        yield* [{ n: JSON.rawJSON('12345678901234567890') }, { type: 'end' }];
      },
      redact: (...given) => note(undefined, 'redact', ...given),
      diagnose: () => note([], 'diagnose'),
    };
    const house = await startHouse({ answers: { owner } });
    const me = `user:${process.getuid?.() ?? 0}`;
    const newRule = {
      effect: 'DENY',
      agent: null,
      tool: 'shell',
      target: null,
      action: null,
      window: null,
      note: null,
    };
    const requests: readonly (readonly [string, string, object | null, number, readonly unknown[]])[] = [
      [
        'POST',
        '/api/approvals/a%2Fb/answer',
        { act: 'deny', note: 'no' },
        200,
        ['answer', 'a/b', { act: 'deny', note: 'no' }, me],
      ],
      [
        'POST',
        '/api/approvals/a/answer',
        { act: 'session', minutes: 5 },
        200,
        ['answer', 'a', { act: 'session', minutes: 5 }, me],
      ],
      [
        'POST',
        '/api/approvals/a/answer',
        { act: 'edit', arguments: '{"n":1.10}' },
        200,
        ['answer', 'a', { act: 'edit', arguments: '{"n":1.10}' }, me],
      ],
      ['POST', '/api/rules', { effect: 'DENY', tool: 'shell' }, 201, ['addRule', newRule, { broad: false, by: me }]],
      [
        'POST',
        '/api/rules',
        { effect: 'DENY', tool: 'shell', broad: true },
        201,
        ['addRule', newRule, { broad: true, by: me }],
      ],
      ['POST', '/api/questions/q/answer', { act: 'decline' }, 200, ['answerQuestion', 'q', { act: 'decline' }, me]],
      [
        'POST',
        '/api/questions/q/answer',
        { act: 'accept', values: { a: 1 } },
        200,
        ['answerQuestion', 'q', { act: 'accept', values: { a: 1 } }, me],
      ],
      ['DELETE', '/api/rules/r1', null, 200, ['removeRule', 'r1', me]],
      ['DELETE', '/api/grants/g1', null, 200, ['revokeGrant', 'g1', me]],
      ['DELETE', '/api/roots/r1', null, 200, ['removeRoot', 'r1', me]],
      ['POST', '/api/searches/forget', { tool: 'plain' }, 200, ['forgetSearches', 'plain', me]],
      ['GET', '/api/sessions', null, 200, ['sessions']],
      [
        'PUT',
        '/api/sessions/http:token:ci:x/mode',
        { mode: 'full-auto' },
        200,
        ['setSessionMode', 'http:token:ci:x', 'full-auto', me],
      ],
      ['GET', '/api/tokens', null, 200, ['tokens']],
      ['POST', '/api/tokens', { name: 'ci', trust: 'guest' }, 201, ['addToken', { name: 'ci', trust: 'guest' }, me]],
      [
        'POST',
        '/api/tokens',
        { name: 'ci', trust: 'operator', readOnly: true, profile: 'narrow' },
        201,
        ['addToken', { name: 'ci', trust: 'operator', readOnly: true, profile: 'narrow' }, me],
      ],
      ['DELETE', '/api/tokens/ci', null, 200, ['revokeToken', 'ci', me]],
      ['GET', '/api/secrets', null, 200, ['secrets']],
      ['PUT', '/api/secrets/KEY', { value: 'a-value-0815' }, 200, ['setSecret', 'KEY', 'a-value-0815', me]],
      ['DELETE', '/api/secrets/KEY', null, 200, ['removeSecret', 'KEY', me]],
      ['GET', '/api/mcp-servers', null, 200, ['servers']],
      ['POST', '/api/mcp-servers/a%20b/review', null, 200, ['reviewServer', 'a b']],
      ['POST', '/api/mcp-servers/a%20b/accept', { digest: 'f00d' }, 200, ['acceptServer', 'a b', 'f00d', me]],
      ['POST', '/api/mcp-servers/refresh', null, 200, ['refreshServers']],
      ['POST', '/api/mcp-servers/lock', null, 200, ['lockServers']],
      ['GET', '/api/sources', null, 200, ['sources']],
      ['POST', '/api/sources/refresh', { name: 'nats' }, 200, ['refreshSources', 'nats']],
      ['POST', '/api/sources/refresh', { name: null }, 200, ['refreshSources', null]],
      ['POST', '/api/mcp-servers/a%20b/login', { port: 8080 }, 200, ['beginLogin', 'a b', 8080]],
      ['POST', '/api/mcp-servers/a%20b/login/end', { address: '?state=s' }, 200, ['endLogin', 'a b', '?state=s', me]],
      ['POST', '/api/mcp-servers/a%20b/logout', null, 200, ['logout', 'a b', me]],
      ['POST', '/api/trusted-folders', { folder: '/a b' }, 200, ['trustFolder', '/a b', me]],
      ['GET', '/api/doctor', null, 200, ['diagnose']],
      ['POST', '/api/audit/verify', null, 200, ['verifyAudit']],
      [
        'POST',
        '/api/audit/export',
        { since: 5, kinds: 'tool_executed' },
        200,
        ['exportAudit', { since: 5, kinds: ['tool_executed'] }, me],
      ],
      [
        'POST',
        '/api/audit/erase',
        { writer: 'w', seq: 1, fields: ['a'], reason: 'r' },
        200,
        ['redact', { writer: 'w', seq: 1 }, ['a'], 'r'],
      ],
    ];
    for (const [method, path, body, status, act] of requests) {
      const answer = await house.sendOwner(path, { method, ...(body === null ? {} : { body: JSON.stringify(body) }) });
      expect([path, answer.status, acts.at(-1)]).toEqual([path, status, act]);
      if (path.endsWith('/export')) expect(answer.text).toBe('{"n":12345678901234567890}\n{"type":"end"}\n');
    }
    const reached = new Set(acts.map((act) => (Array.isArray(act) ? String(act[0]) : '')));
    expect([...reached].toSorted()).toEqual(Object.keys(owner).toSorted());
    expect(apiRoutes.filter((route) => route.ownerOnly)).toHaveLength(Object.keys(owner).length);
  });

  it('gets faults with the status of their code and all that they tell', async () => {
    const fault = new CapabilityError('not_answerable', 'It is denied already.', {
      details: { id: 'a', n: JSON.rawJSON('12345678901234567890') },
    });
    const house = await startHouse({ answers: { approval: () => Promise.reject(fault) } });
    const answer = await house.sendOwner('/api/approvals/a');
    expect([answer.status, answer.text]).toEqual([
      409,
      '{"error":{"code":"not_answerable","message":"It is denied already.","details":{"id":"a","n":12345678901234567890}}}',
    ]);
  });

  it('learns of an export that breaks off: its end is missing and its connection broken', async () => {
    const owner: Partial<Owner> = {
      async *exportAudit() {
        yield { type: 'header' };
        throw new Error('the disk is gone');
      },
    };
    // A cast: this test reaches one member.
    const house = await startHouse({ answers: { owner: owner as Owner } });
    await expect(house.sendOwner('/api/audit/export', { method: 'POST', body: '{}' })).rejects.toThrow();
    expect(house.reports.join('')).toContain('the disk is gone');
  });
});
