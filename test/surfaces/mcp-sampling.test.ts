// What a server behind Gatehouse asks of a model, all the way to the official client that has one, and to the person who says yes: on every way, in either era.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, ClientOptions, CreateMessageRequestParams } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import type { QuestionView } from '../../src/contract/index.ts';
import { root } from '../repository.ts';
import { openClientWorld, ways, type ClientWorld } from './client-world.ts';
import { commandLine } from './world.ts';

let world: ClientWorld;

beforeEach(async () => {
  world = await openClientWorld('', { sampling: true });
});

const samples: ClientOptions = { capabilities: { sampling: {} } };
const samplesAndAsks: ClientOptions = { capabilities: { sampling: {}, elicitation: { form: {} } } };

interface Seen {
  readonly forms: string[];
  readonly requests: CreateMessageRequestParams[];
}

/** A client whose model answers. */
function answering(seen: Seen, isWilling = true): (client: Client) => void {
  return (client) => {
    client.setRequestHandler('sampling/createMessage', ({ params }) => {
      seen.requests.push(params);
      if (!isWilling) throw new Error('My user says no.');
      return { role: 'assistant', model: 'mine', content: { type: 'text', text: 'A summary.' } };
    });
  };
}

/** And whose person says that to each form. */
function saying(allow: string, seen: Seen): (client: Client) => void {
  return (client) => {
    answering(seen)(client);
    client.setRequestHandler('elicitation/create', ({ params }) => {
      seen.forms.push(params.message);
      return { action: 'accept', content: params.message.startsWith('Allow ') ? { decision: 'approve' } : { allow } };
    });
  };
}

const nothing = (): Seen => ({ forms: [], requests: [] });
const call = async (client: Client): Promise<string> =>
  JSON.stringify(await client.callTool({ name: 'mcp_s_sample', arguments: {} }));
const open = async (): Promise<readonly QuestionView[]> =>
  JSON.parse((await commandLine(world, ['approvals', '--json'])).stdout) as readonly QuestionView[];

async function oneOpen(): Promise<QuestionView> {
  await expect.poll(async () => (await open()).length, { timeout: 10_000, interval: 300 }).toBe(1);
  const [question] = await open();
  if (question === undefined) throw new Error('No question is open.');
  return question;
}

describe.each(ways)('over %s, era %s', (way, era) => {
  it('the person sees the whole request in a form, and after a yes the client is sent that', async () => {
    const seen = nothing();
    const client = await world.connected(way, era, samplesAndAsks, saying('yes', seen));
    expect(await call(client)).toContain(String.raw`\"text\":\"A summary.\"`);
    expect(seen.forms).toEqual([
      expect.stringMatching(/^The MCP server s asks.*As the user: \n {2}\| Sum it up\.\nAt most 50 tokens\./s),
    ]);
    expect(seen.requests).toMatchObject([
      { messages: [{ role: 'user', content: { type: 'text', text: 'Sum it up.' } }], maxTokens: 50 },
    ]);
    expect(world.told().match(/call sample/g)).toHaveLength(1);
  });

  it('a client that shows no forms is asked when the owner said yes', async () => {
    const seen = nothing();
    const client = await world.connected(way, era, samples, answering(seen));
    const calling = call(client);
    const { id } = await oneOpen();
    expect(seen.requests).toEqual([]);
    const shown = await commandLine(world, ['approvals', 'show', id]);
    expect(shown.stdout).toMatch(/would be sent +As the user:\s+\| Sum it up\.\s+At most 50 tokens\./);
    const answered = await commandLine(world, ['approvals', 'answer', id, '--field', 'allow=yes']);
    expect(answered).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('answered') });
    expect(await calling).toContain('A summary.');
  });
});

describe.each([
  ['stdio', 'legacy'],
  ['http', 'auto'],
] as const)('nothing is made over %s, era %s', (way, era) => {
  it('after a no the client is not asked', async () => {
    const seen = nothing();
    const client = await world.connected(way, era, samplesAndAsks, saying('no', seen));
    expect(await call(client)).toContain('The user declined');
    expect(seen.requests).toEqual([]);
  });

  it('a client that has no model is not asked, and the server is told', async () => {
    const client = await world.connected(way, era);
    expect(await call(client)).toContain('The client that called makes no completions.');
    expect(await open()).toEqual([]);
  });
});

it.each(['legacy', 'auto'] as const)('a server of the newer era gets it of a client of era %s', async (era) => {
  const newer = { args: [join(root, 'test/programs/modern-mcp.ts')] };
  world = await openClientWorld('', { sampling: true, ...newer });
  const seen = nothing();
  const client = await world.connected('stdio', era, samplesAndAsks, saying('yes', seen));
  expect(await call(client)).toContain(String.raw`\"text\":\"A summary.\"`);
  expect([seen.forms.length, seen.requests.length]).toEqual([1, 1]);
});

it('an older client whose own user says no gives none', async () => {
  const seen = nothing();
  const client = await world.connected('stdio', 'legacy', samples, answering(seen, false));
  const calling = call(client);
  const { id } = await oneOpen();
  await commandLine(world, ['approvals', 'answer', id, '--field', 'allow=yes']);
  expect(await calling).toContain('gave no completion');
  expect(seen.requests).toHaveLength(1);
});

it.each([
  ['stdio', 'legacy'],
  ['stdio beside the daemon', 'legacy'],
  ['stdio beside the daemon', 'auto'],
] as const)('a call that its client approved may be completed by it too: over %s, era %s', async (way, era) => {
  const file = join(world.folder, 'config.yaml');
  const approving = `approvals: { elicitation: ['stdio:${process.getuid?.() ?? 0}'] }\n`;
  writeFileSync(file, readFileSync(file, 'utf8').replace('mode: full-auto\n', approving));
  const seen = nothing();
  const client = await world.connected(way, era, samplesAndAsks, saying('yes', seen));
  expect(await call(client)).toContain('A summary.');
  expect(seen.forms).toEqual([expect.stringMatching(/^Allow /), expect.stringMatching(/^The MCP server s asks/)]);
});

it('a request carries what it wants of the model, and no context', async () => {
  const seen = nothing();
  const client = await world.connected('stdio', 'auto', samplesAndAsks, saying('yes', seen));
  const params = { includeContext: 'thisServer', temperature: 0.5, modelPreferences: { hints: [{ name: 'small' }] } };
  await client.callTool({ name: 'mcp_s_sample', arguments: { params } });
  expect(seen.requests).toMatchObject([{ temperature: 0.5, modelPreferences: { hints: [{ name: 'small' }] } }]);
  expect(seen.requests[0]).not.toHaveProperty('includeContext');
  expect(seen.forms[0]).toContain('"temperature": 0.5');
});
