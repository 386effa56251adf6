import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startScriptedDaemon, type ScriptedDaemon } from '../programs/scripted-daemon.ts';
import {
  CapabilityError,
  errorCodes,
  type Call,
  type ErrorCodeName,
  type Outcome,
  type Owner,
  type Runtime,
} from '../../src/contract/index.ts';
import {
  abortedOutcome,
  completedOutcome,
  failedOutcome,
  pendingOutcome,
  refusedOutcome,
  sampleApproval,
  sampleCaller,
  type RuntimeScript,
} from '../../src/testing/index.ts';
import { connectRemote } from '../../src/runtime/remote/remote-runtime.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

interface Connected {
  readonly house: ScriptedDaemon;
  readonly remote: Runtime;
  readonly owner: Owner;
  call(more?: Partial<Call>): Promise<Outcome>;
}

async function connect(script: RuntimeScript): Promise<Connected> {
  const house = await startScriptedDaemon({ ...script, answers: { mayElicit: () => false, ...script.answers } });
  endings.push(() => house.close());
  const remote = await connectRemote({ socketPath: house.daemon.socketPath, workspace: house.workspace });
  if (remote.owner === null) throw new Error('A remote runtime has the deciding authority.');
  const caller = sampleCaller({ workspace: house.workspace });
  return {
    house,
    remote,
    owner: remote.owner,
    call: (more) => remote.call({ tool: 't', arguments: { json: '{}' }, caller, ...more }),
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A server of the test's own at the place of a daemon. */
async function impostor(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gh-'));
  const socketPath = join(folder, 's');
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  endings.push(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return socketPath;
}

describe('connecting', () => {
  it('says that nobody answers where no daemon is', async () => {
    await expect(connectRemote({ socketPath: '/tmp/no-such-gatehouse.sock', workspace: '/tmp' })).rejects.toMatchObject(
      { code: 'daemon_unreachable' },
    );
  });

  it('takes the real folder that the daemon serves as its workspace', async () => {
    const { house } = await connect({});
    const remote = await connectRemote({
      socketPath: house.daemon.socketPath,
      workspace: `${house.workspace}/../work ✓/.`,
    });
    expect(remote.workspace).toBe(house.workspace);
  });

  it('refuses a workspace that is no folder as the daemon refuses it', async () => {
    const { house } = await connect({});
    await expect(
      connectRemote({ socketPath: house.daemon.socketPath, workspace: '/no/such/folder' }),
    ).rejects.toMatchObject({ code: 'malformed_request' });
  });

  it('does not speak to a daemon of another version', async () => {
    const socketPath = await impostor((_request, response) =>
      response.end('{"status":"ok","version":"0.0.1","workspace":"/"}'),
    );
    await expect(connectRemote({ socketPath, workspace: '/' })).rejects.toMatchObject({
      code: 'store_locked',
      message: expect.stringContaining('0.0.1'),
    });
  });

  it.each(['not JSON', '', '{"a":1,"a":2}', `${'['.repeat(2000)}`])(
    'believes nothing that is not a daemon: %j',
    async (text) => {
      const socketPath = await impostor((_request, response) => response.end(text));
      await expect(connectRemote({ socketPath, workspace: '/' })).rejects.toMatchObject({ code: 'daemon_unreachable' });
    },
  );
});

describe('a call', () => {
  const outcomes: readonly (readonly [string, Outcome])[] = [
    ['completed', completedOutcome('✓', { structured: { n: JSON.rawJSON('12345678901234567890') }, isError: true })],
    ['pending', pendingOutcome()],
    [
      'refused',
      refusedOutcome({
        schema: { a: [null] },
        problems: [{ path: '/a', message: 'm', expected: 'e' }],
        nearest: ['x'],
      }),
    ],
    ['unknown', refusedOutcome({ code: 'unknown_tool' })],
    ['invalid', refusedOutcome({ code: 'invalid_arguments' })],
    ['unavailable', refusedOutcome({ code: 'store_unavailable' })],
    ['internal', refusedOutcome({ code: 'internal' })],
    ['failed', failedOutcome({ mayStillAct: true })],
    ['aborted', abortedOutcome()],
  ];
  it.each(outcomes)('comes back as it ended: %s', async (_what, outcome) => {
    const { call } = await connect({ otherwise: () => outcome });
    expect(await call()).toEqual(outcome);
  });

  it('arrives as it was sent: tool, arguments and caller', async () => {
    const { call, house } = await connect({ otherwise: () => completedOutcome('') });
    const caller = sampleCaller({
      workspace: house.workspace,
      principal: 'käthe ✓ "x"',
      session: 's'.repeat(900),
      trust: 'guest',
      surface: 'mcp',
      attended: false,
      forbidden: 'replay',
      allowedTools: Array.from({ length: 5000 }, (_, index) => `tool_number_${index}`),
      policyClasses: ['read_only'],
    });
    const json = '{ "n": 12345678901234567890, "n": 1.10, "ü": "\\ud800" ]';
    await call({ tool: '../constructor?', arguments: { json }, caller });
    expect(house.runtime.received).toMatchObject([{ tool: '../constructor?', arguments: { json }, caller }]);
  });

  it.each(['cli', 'library'] as const)('carries what the user said to a program of the owner: %s', async (surface) => {
    const { house, call } = await connect({ otherwise: () => completedOutcome('') });
    const caller = sampleCaller({ surface, workspace: house.workspace });
    await call({ caller, userWords: 'read a.txt \ud800' });
    expect(house.runtime.received[0]?.userWords).toBe('read a.txt \ufffd');
  });

  it('carries a value as the JSON that it is', async () => {
    const { call, house } = await connect({ otherwise: () => completedOutcome('') });
    await call({ arguments: { value: { n: JSON.rawJSON('12345678901234567890'), list: [null, 'é'] } } });
    await call({ arguments: { value: undefined } });
    expect(house.runtime.received.map((received) => received.arguments)).toEqual([
      { json: '{"n":12345678901234567890,"list":[null,"é"]}' },
      { json: '{}' },
    ]);
  });

  it('of 5 MB arrives whole: what is too much is for the gate to say', async () => {
    const { call, house } = await connect({ otherwise: () => completedOutcome('') });
    const json = `{"a":"${'"\\"'.slice(1).repeat(2_500_000)}"}`;
    await call({ arguments: { json } });
    const given = house.runtime.received[0]?.arguments;
    expect(given !== undefined && 'json' in given && given.json === json).toBe(true);
  });

  it('is aborted in the daemon when it is here', async () => {
    const { call, house } = await connect({
      otherwise: ({ signal }) =>
        new Promise((resolve) => signal?.addEventListener('abort', () => resolve(abortedOutcome()))),
    });
    const giving = new AbortController();
    const running = call({ signal: giving.signal });
    await until(() => house.runtime.received.length === 1);
    giving.abort(new Error('enough'));
    expect(await running).toMatchObject({ kind: 'aborted', tool: 't' });
    await until(() => house.runtime.received[0]?.signal?.aborted === true);
  });

  it('that was given up before is never sent', async () => {
    const { call, house } = await connect({ otherwise: () => completedOutcome('') });
    expect(await call({ signal: AbortSignal.abort() })).toMatchObject({ kind: 'aborted' });
    expect(house.runtime.received).toEqual([]);
  });

  it('says of its client whether the operator lets it answer, from its own pending call on', async () => {
    const allowed = new Set(['user:1']);
    const { call, remote, house } = await connect({
      otherwise: () => pendingOutcome(),
      answers: { mayElicit: ({ principal }) => allowed.has(principal) },
    });
    const [one, two] = ['user:1', 'user:2'].map((principal) => sampleCaller({ principal, workspace: house.workspace }));
    if (one === undefined || two === undefined) throw new Error('unreachable');
    expect(remote.mayElicit(one)).toBe(false);
    await call({ caller: one });
    await call({ caller: two });
    expect([remote.mayElicit(one), remote.mayElicit(two)]).toEqual([true, false]);
    allowed.clear();
    await call({ caller: one });
    expect(remote.mayElicit(one)).toBe(false);
  });
});

it('a client’s own answer is carried as it was given', async () => {
  const given: unknown[] = [];
  const { remote, house } = await connect({
    answers: {
      elicited: async ({ principal }, id, accepted) => {
        given.push([principal, id, accepted]);
        return completedOutcome('ran');
      },
    },
  });
  const caller = sampleCaller({ workspace: house.workspace });
  expect(await remote.elicited(caller, 'a/b', { accepted: true })).toEqual(completedOutcome('ran'));
  await remote.elicited(caller, 'c', { accepted: false });
  expect(given).toEqual([
    [caller.principal, 'a/b', { accepted: true }],
    [caller.principal, 'c', { accepted: false }],
  ]);
});

describe('a fault of the daemon', () => {
  it.each(Object.keys(errorCodes).filter((code): code is ErrorCodeName => code in errorCodes))(
    'is the same fault here: %s',
    async (code) => {
      const fault = new CapabilityError(code, `What happened: ${code}.`, {
        details: { id: 'a', list: [JSON.rawJSON('12345678901234567890')] },
      });
      const failing = () => Promise.reject(fault);
      const { remote, owner, house } = await connect({
        answers: { rules: failing, collect: failing, elicited: failing, owner: ownerWith({ diagnose: failing }) },
      });
      const caller = sampleCaller({ workspace: house.workspace });
      const same = { code, message: fault.message, details: fault.details };
      await expect(remote.rules()).rejects.toMatchObject(same);
      await expect(owner.diagnose()).rejects.toMatchObject(same);
      await expect(remote.collect(caller, 'a')).rejects.toMatchObject(same);
      await expect(remote.elicited(caller, 'a', { accepted: true })).rejects.toMatchObject(same);
    },
  );

  it('that is no fault of the contract tells nothing of the daemon’s inside', async () => {
    const { remote, house } = await connect({
      answers: { grants: () => Promise.reject(new Error('ENOENT /home/secret')) },
    });
    const fault = await remote.grants().catch((cause: unknown) => cause);
    expect(fault).toMatchObject({ code: 'internal', message: expect.not.stringContaining('secret') });
    expect(house.reports.join('')).toContain('ENOENT /home/secret');
  });

  it('in a stream is told when it is opened, and a broken stream is told too', async () => {
    const full = new CapabilityError('store_unavailable', 'The disk is full.', { details: { free: 0 } });
    const { remote, owner, house } = await connect({
      answers: {
        events: () => Promise.reject(full),
        owner: ownerWith({
          async *exportAudit({ limit }) {
            if (limit === 0) throw full;
            yield { type: 'header' };
            throw new CapabilityError('store_unavailable', 'The disk is gone.');
          },
        }),
      },
    });
    const followed = remote.follow({}, new AbortController().signal)[Symbol.asyncIterator]();
    await expect(followed.next()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: 'The disk is full.',
      details: { free: 0 },
    });
    const whole = (limit: number) => Array.fromAsync(owner.exportAudit({ limit }, 'me'));
    await expect(whole(0)).rejects.toMatchObject({ code: 'store_unavailable', message: 'The disk is full.' });
    await expect(whole(1)).rejects.toMatchObject({ code: 'daemon_unreachable' });
    expect(house.reports).toEqual(['A stream broke off: The disk is gone.']);
  });
});

/** A cast: a test reaches only what it names, and the rest fails by being absent. */
function ownerWith(parts: Partial<Owner>): Owner {
  return parts as Owner;
}

describe('a daemon that dies', () => {
  it('in the middle of a call is unreachable, and the call is not made again', async () => {
    const program = `
      let calls = 0;
      require('node:http').createServer((request, response) => {
        if (request.url === '/api/health') return response.end(JSON.stringify({ status: 'ok', version: process.argv[2], workspace: '/' }));
        console.log('call ' + ++calls);
      }).listen(process.argv[1], () => console.log('up'));`;
    const folder = mkdtempSync(join(tmpdir(), 'gh-'));
    endings.push(() => rmSync(folder, { recursive: true }));
    const socketPath = join(folder, 's');
    const { version }: { version: string } = (await import('../../package.json', { with: { type: 'json' } })).default;
    const daemon = spawn(process.execPath, ['-e', program, socketPath, version]);
    let said = '';
    daemon.stdout.on('data', (chunk) => (said += String(chunk)));
    await until(() => said.includes('up'));
    const remote = await connectRemote({ socketPath, workspace: '/' });
    const calling = remote
      .call({ tool: 't', arguments: { json: '{}' }, caller: sampleCaller() })
      .catch((cause: unknown) => cause);
    const following = remote.follow({}, new AbortController().signal)[Symbol.asyncIterator]().next();
    const followed = following.catch((cause: unknown) => cause);
    await until(() => said.includes('call 2'));
    daemon.kill('SIGKILL');
    expect(await calling).toMatchObject({ code: 'daemon_unreachable' });
    expect(await followed).toMatchObject({ code: 'daemon_unreachable' });
    expect(said.match(/call/g)).toHaveLength(2);
    await expect(remote.rules()).rejects.toMatchObject({ code: 'daemon_unreachable' });
  });
});

describe('the owner', () => {
  it('who stops waiting for an execution learns how far it is', async () => {
    const { owner, house } = await connect({
      answers: {
        approval: () => Promise.resolve(sampleApproval({ status: 'approved' })),
        owner: ownerWith({
          answer: (_id, _answer, { signal }) =>
            new Promise((resolve) =>
              signal?.addEventListener('abort', () => resolve({ approval: sampleApproval(), outcome: null, text: '' })),
            ),
        }),
      },
    });
    const giving = new AbortController();
    const waiting = owner.answer('a', { act: 'once' }, { by: 'me', signal: giving.signal });
    await new Promise((resolve) => setTimeout(resolve, 50));
    giving.abort();
    expect(await waiting).toEqual({
      approval: sampleApproval({ status: 'approved' }),
      outcome: null,
      text: 'approved, waiting for the runtime that asked',
    });
    expect(house.reports).toEqual([]);
  });

  it('follows for as long as it likes, and leaves nothing behind when it stops', async () => {
    let following = 0;
    const { remote } = await connect({
      answers: {
        events: () => Promise.resolve([]),
        async *follow(_query, signal) {
          following += 1;
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          following -= 1;
          yield* [];
        },
      },
    });
    const stopping = new AbortController();
    const next = remote.follow({}, stopping.signal)[Symbol.asyncIterator]().next();
    await until(() => following === 1);
    stopping.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    await until(() => following === 0);
  });
});
