// What a server behind Gatehouse asks, all the way to the person behind the official client: pushed to older clients, by results and sealed state to newer.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import type { QuestionView } from '../../src/contract/index.ts';
import { openClientWorld, ways, type ClientWorld } from './client-world.ts';
import { commandLine } from './world.ts';

let world: ClientWorld;

beforeEach(async () => {
  world = await openClientWorld();
});

const forms: ClientOptions = { capabilities: { elicitation: { form: {}, url: {} } } };

interface Shown {
  readonly message: string;
  readonly url?: string;
}

/** A person who says that to every form. */
function saying(answer: object, seen: Shown[] = []): (client: Client) => void {
  return (client) =>
    client.setRequestHandler('elicitation/create', ({ params }) => {
      seen.push({ message: params.message, ...('url' in params ? { url: params.url } : {}) });
      return { ...answer } as { action: 'accept' };
    });
}

const call = async (client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> =>
  JSON.stringify(await client.callTool({ name, arguments: args }));

const open = async (): Promise<readonly QuestionView[]> =>
  JSON.parse((await commandLine(world, ['approvals', '--json'])).stdout) as readonly QuestionView[];

describe.each(ways)('over %s, era %s', (way, era) => {
  it('the person is asked by the form of the server, which is named, and the answer goes back', async () => {
    const seen: Shown[] = [];
    const client = await world.connected(way, era, forms, saying({ action: 'accept', content: { name: 'Ada' } }, seen));
    expect(await call(client, 'mcp_s_ask')).toContain(
      String.raw`{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}`,
    );
    expect(seen).toMatchObject([
      { message: expect.stringMatching(/^The MCP server s asks.*not Gatehouse.*\nWho are you\?$/s) },
    ]);
    const url = 'https://example.com/login?a=b';
    const page = { params: { mode: 'url', url, message: 'Sign in.', elicitationId: 'e' } };
    expect(await call(client, 'mcp_s_ask', page)).toContain(String.raw`\"action\":\"accept\"`);
    expect(seen[1]).toMatchObject({ url, message: expect.stringContaining('It leads to example.com') });
    expect(world.told().match(/call ask/g)).toHaveLength(2);
  });

  it('several questions of one call come one after the other, and the call runs once', async () => {
    const client = await world.connected(way, era, forms, saying({ action: 'accept', content: { name: 'x' } }));
    expect(await call(client, 'mcp_s_one_after_the_other', { times: 3 })).toContain(
      String.raw`[\"accept\",\"accept\",\"accept\"]`,
    );
    expect(world.told().match(/call one_after_the_other/g)).toHaveLength(1);
  });

  it('a prompt and a resource may ask as a tool may, and are had once', async () => {
    const client = await world.connected(way, era, forms, saying({ action: 'accept', content: { name: 'Ada' } }));
    expect(JSON.stringify(await client.getPrompt({ name: 's_who' }))).toContain(String.raw`{\"name\":\"Ada\"}`);
    expect(JSON.stringify(await client.readResource({ uri: 'gatehouse://s/item://who' }))).toContain(
      String.raw`{\"name\":\"Ada\"}`,
    );
    expect(world.told().match(/fill .*/g)).toEqual(['fill who', 'fill item://who']);
  });

  it('what the person declines is declined, and what does not fit the form is no answer', async () => {
    const answers = [{ action: 'decline' }, { action: 'accept', content: { age: 3 } }];
    const client = await world.connected(way, era, forms, (asked) =>
      asked.setRequestHandler('elicitation/create', () => answers.shift() as { action: 'decline' }),
    );
    expect(await call(client, 'mcp_s_ask')).toContain(String.raw`\"action\":\"decline\"`);
    expect(await call(client, 'mcp_s_ask')).toContain(String.raw`\"action\":\"cancel\"`);
  });

  it('a client that shows no forms leaves the question to the owner', async () => {
    const client = await world.connected(way, era);
    const calling = call(client, 'mcp_s_ask');
    await expect.poll(async () => (await open()).length, { timeout: 10_000, interval: 300 }).toBe(1);
    const [question] = await open();
    expect(question).toMatchObject({ kind: 'question', askedBy: { kind: 'server', name: 's' } });
    const answered = await commandLine(world, ['approvals', 'answer', question?.id ?? '', '--field', 'name=Owner']);
    expect(answered).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('answered') });
    expect(await calling).toContain('Owner');
  });
});

it('an older client whose form is open sees it go when the owner answers first', async () => {
  let dismissed = false;
  const client = await world.connected('stdio beside the daemon', 'legacy', forms, (asked) =>
    asked.setRequestHandler(
      'elicitation/create',
      (_request, { mcpReq }) =>
        new Promise((resolve) =>
          mcpReq.signal.addEventListener('abort', () => {
            dismissed = true;
            resolve({ action: 'cancel' });
          }),
        ),
    ),
  );
  const calling = call(client, 'mcp_s_ask');
  await expect.poll(async () => (await open()).length, { timeout: 10_000, interval: 300 }).toBe(1);
  const [question] = await open();
  await commandLine(world, ['approvals', 'answer', question?.id ?? '', '--field', 'name=Owner']);
  expect(await calling).toContain('Owner');
  await expect.poll(() => dismissed, { timeout: 10_000 }).toBe(true);
});

it.each([
  ['stdio', 'legacy'],
  ['stdio', 'auto'],
  ['stdio beside the daemon', 'legacy'],
  ['stdio beside the daemon', 'auto'],
] as const)('a call that its client approved asks there too: over %s, era %s', async (way, era) => {
  const file = join(world.folder, 'config.yaml');
  const approving = `approvals: { elicitation: ['stdio:${process.getuid?.() ?? 0}'] }\n`;
  writeFileSync(file, readFileSync(file, 'utf8').replace('mode: full-auto\n', approving));
  const seen: string[] = [];
  const client = await world.connected(way, era, forms, (asked) =>
    asked.setRequestHandler('elicitation/create', ({ params }) => {
      seen.push(params.message);
      const isApproval = params.message.startsWith('Allow ');
      return { action: 'accept', content: isApproval ? { decision: 'approve' } : { name: 'Ada' } };
    }),
  );
  expect(await call(client, 'mcp_s_ask')).toContain(String.raw`{\"name\":\"Ada\"}`);
  expect(seen).toEqual([expect.stringMatching(/^Allow mcp_s_ask/), expect.stringMatching(/^The MCP server s asks/)]);
  expect(world.told().match(/call ask/g)).toHaveLength(1);
});

describe('the state of a newer client', () => {
  const manual = { ...forms, inputRequired: { autoFulfill: false } };

  async function asked(client: Client) {
    // The client's own type has no room for a result that asks.
    const result: object = await client.callTool({ name: 'mcp_s_ask', arguments: {} }, { allowInputRequired: true });
    return result as { readonly inputRequests: Record<string, object>; readonly requestState: string };
  }

  const again = (client: Client, name: string, more: object) =>
    client.callTool({ name, arguments: {}, ...more }, { allowInputRequired: true });
  const answers = ({ inputRequests }: { inputRequests: object }) => ({
    inputResponses: Object.fromEntries(
      Object.keys(inputRequests).map((key) => [key, { action: 'accept', content: { name: 'Ada' } }]),
    ),
  });

  it('that was changed is refused, and the question stays open', async () => {
    const client = await world.connected('stdio', 'auto', manual);
    const first = await asked(client);
    const requestState = `${first.requestState.slice(0, -2)}zz`;
    await expect(again(client, 'mcp_s_ask', { ...answers(first), requestState })).rejects.toThrow();
    expect(await open()).toHaveLength(1);
    const result = await again(client, 'mcp_s_ask', { ...answers(first), requestState: first.requestState });
    expect(JSON.stringify(result)).toContain('Ada');
  });

  it('of one call answers no other tool, and runs nothing', async () => {
    const client = await world.connected('stdio', 'auto', manual);
    const first = await asked(client);
    const result = await again(client, 'mcp_s_late', { ...answers(first), requestState: first.requestState });
    expect(JSON.stringify(result)).toContain('It was not run again');
    expect(world.told()).not.toContain('call late');
  });

  it('of a resource answers no other, and each round has one of its own', async () => {
    const client = await world.connected('stdio', 'auto', manual);
    const read = async (uri: string, more: object): Promise<object> =>
      client.readResource({ uri: `gatehouse://s/${uri}`, ...more }, { allowInputRequired: true });
    const first = (await read('item://who', {})) as Awaited<ReturnType<typeof asked>>;
    const { requestState } = first;
    await expect(read('item://other', { ...answers(first), requestState })).rejects.toThrow('It was not run again');
    const second = (await read('item://who', { requestState })) as typeof first;
    expect(second.requestState).not.toBe(requestState);
    expect(JSON.stringify(await read('item://who', { ...answers(first), requestState }))).toContain('Ada');
    expect(world.told().match(/fill .*/g)).toEqual(['fill item://who']);
  });

  it('without an answer is asked again, and the call goes on once', async () => {
    const client = await world.connected('stdio', 'auto', manual);
    const first = await asked(client);
    const second: object = await again(client, 'mcp_s_ask', { requestState: first.requestState });
    expect(Object.keys((second as typeof first).inputRequests)).toEqual(Object.keys(first.inputRequests));
    const result = await again(client, 'mcp_s_ask', { ...answers(first), requestState: first.requestState });
    expect(JSON.stringify(result)).toContain('Ada');
    expect(world.told().match(/call ask/g)).toHaveLength(1);
  });
});
