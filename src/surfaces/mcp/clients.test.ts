// Real clients of both protocol eras over both transports, against a runtime that answers from a script.
import { Client as LatestClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import { serveMcpOverHttp } from '../../../test/programs/mcp-http.ts';

type Decision = 'approve' | 'deny' | 'dismiss';

interface Wish {
  /** What the person behind the client says; undefined where the client shows no forms. */
  readonly says?: Decision;
  readonly mayElicit?: boolean;
  readonly readOnly?: boolean;
}

interface Connected {
  readonly tools: () => Promise<
    readonly { readonly name: string; readonly inputSchema: unknown; readonly annotations?: unknown }[]
  >;
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<unknown>;
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const program = new URL('../../../test/programs/mcp-stdio.ts', import.meta.url).pathname;
const me = { name: 'test', version: '1' };

function stdioParameters({ mayElicit, readOnly }: Wish) {
  const flags = [...(mayElicit === true ? ['--elicit'] : []), ...(readOnly === true ? ['--read-only'] : [])];
  return { command: process.execPath, args: [program, ...flags], stderr: 'ignore' as const };
}

async function httpUrl({ mayElicit = false, readOnly = false }: Wish): Promise<URL> {
  const serving = await serveMcpOverHttp({ mayElicit, readOnly });
  open.push(() => serving.close());
  return serving.url;
}

function answerWith(says: Decision) {
  return says === 'dismiss'
    ? { action: 'cancel' as const }
    : { action: 'accept' as const, content: { decision: says } };
}

type TransportName = 'stdio' | 'http';

async function latest(
  mode: 'auto' | 'legacy' | { pin: string },
  transport: TransportName,
  wish: Wish,
): Promise<Connected> {
  const { says } = wish;
  const asked: string[] = [];
  const client = new LatestClient(me, {
    versionNegotiation: { mode },
    capabilities: says === undefined ? {} : { elicitation: { form: {} } },
  });
  if (says !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return answerWith(says);
    });
  }
  const wire =
    transport === 'stdio'
      ? new StdioClientTransport(stdioParameters(wish))
      : new StreamableHTTPClientTransport(await httpUrl(wish), {
          requestInit: { headers: { authorization: 'Bearer ci' } },
        });
  await client.connect(wire);
  open.push(() => client.close());
  return {
    tools: async () => (await client.listTools()).tools,
    call: (name, given = {}) => client.callTool({ name, arguments: given }),
    asked,
    close: () => client.close(),
  };
}

async function old(transport: TransportName, wish: Wish): Promise<Connected> {
  const { says } = wish;
  const asked: string[] = [];
  const client = new OldClient(me, { capabilities: says === undefined ? {} : { elicitation: {} } });
  if (says !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return answerWith(says);
    });
  }
  const wire = transport === 'stdio' ? new OldStdio(stdioParameters(wish)) : new OldHttp(await httpUrl(wish));
  // A cast: the old SDK was not written for exactOptionalPropertyTypes.
  await client.connect(wire as Parameters<typeof client.connect>[0]);
  open.push(() => client.close());
  return {
    tools: async () => (await client.listTools()).tools,
    call: (name, given = {}) => client.callTool({ name, arguments: given }),
    asked,
    close: () => client.close(),
  };
}

const clients = {
  'v2 client, auto': (transport: TransportName, wish: Wish) => latest('auto', transport, wish),
  'v2 client, legacy': (transport: TransportName, wish: Wish) => latest('legacy', transport, wish),
  'v2 client, pinned to 2026-07-28': (transport: TransportName, wish: Wish) =>
    latest({ pin: '2026-07-28' }, transport, wish),
  'sdk 1.32': old,
};

/** The code of the protocol error that a call ends with. */
async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
}

const pairs = Object.entries(clients).flatMap(([name, connect]) =>
  (['stdio', 'http'] as const).map((transport) => ({
    name,
    transport,
    connect: (wish: Wish) => connect(transport, wish),
  })),
);

describe.each(pairs)('$name over $transport', ({ connect }) => {
  it('lists the tools and gets every kind of outcome', async () => {
    const client = await connect({});

    const tools = await client.tools();
    const outcomes = {
      echo: await client.call('echo', { n: 1, nested: { a: ['ü'] } }),
      picture: await client.call('picture'),
      strict: await client.call('strict'),
      denied: await client.call('denied'),
      broken: await client.call('broken'),
      stopped: await client.call('stopped'),
      write: await client.call('write'),
    };
    const faults = await Promise.all(
      ['ecko', 'constructor', 'store_down', 'store_held', 'fault'].map((name) => codeOf(client.call(name))),
    );

    expect(tools.map(({ name }) => name)).toContain('write');
    expect(tools.find(({ name }) => name === 'echo')).toMatchObject({
      inputSchema: { type: 'object', properties: { count: { type: 'integer' } } },
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    });
    expect(outcomes).toMatchObject({
      echo: { content: [{ type: 'text', text: '{"n":1,"nested":{"a":["ü"]}}' }], isError: false },
      picture: {
        content: [{ text: 'one dot' }, { type: 'image', data: 'iVBORw0KGgo=' }],
        structuredContent: { dots: 1 },
      },
      strict: {
        isError: true,
        structuredContent: { code: 'invalid_arguments', problems: [{ path: '/count' }], schema: { type: 'object' } },
      },
      denied: { isError: true, structuredContent: { status: 'refused', by: 'decide', code: 'denied' } },
      broken: { isError: true, structuredContent: { status: 'failed', mayStillAct: true } },
      stopped: { isError: true, structuredContent: { status: 'aborted' } },
      write: {
        isError: false,
        structuredContent: { status: 'pending', approval: { id: 'apr_1', status: 'pending', tool: 'write' } },
      },
    });
    expect(faults).toEqual([-32602, -32602, -32603, -32603, -32603]);
  });

  it('asks the person where the operator allows it, and the call runs when they approve', async () => {
    const client = await connect({ says: 'approve', mayElicit: true });

    const result = await client.call('write', { content: 'hi' });

    expect(client.asked).toHaveLength(1);
    expect(client.asked[0]).toContain('"filename": "a.txt"');
    expect(result).toMatchObject({ content: [{ text: 'written' }], isError: false });
  });

  it('sees only tools that read under --read-only', async () => {
    const client = await connect({ readOnly: true });

    const names = (await client.tools()).map(({ name }) => name);

    expect(names).toContain('echo');
    expect(names).not.toContain('write');
    expect(names).not.toContain('denied');
  });
});

// Over HTTP only: a process for each costs half a second, and serve-stdio.test.ts shows the same without one.
describe.each(pairs.filter(({ transport }) => transport === 'http'))('$name', ({ connect }) => {
  it.each<[Decision, object]>([
    ['deny', { isError: true, structuredContent: { code: 'approval_denied' } }],
    ['dismiss', { isError: false, structuredContent: { status: 'pending' } }],
  ])('passes on a %s of the person', async (says, expected) => {
    const client = await connect({ says, mayElicit: true });

    expect(await client.call('write')).toMatchObject(expected);
  });

  it('does not ask where the operator does not allow it', async () => {
    const client = await connect({ says: 'approve', mayElicit: false });

    expect(await client.call('write')).toMatchObject({ structuredContent: { status: 'pending' } });
    expect(client.asked).toEqual([]);
  });
});
