// What servers ask of the model of whoever called, through a whole runtime: nothing without the setting, a client that makes it and a person's yes; then that client's alone.
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller, JsonObject, Notice, QuestionAnswer, QuestionView, Sampling } from '../../src/contract/index.ts';
import { shownText as text } from '../fixtures/program-world.ts';
import {
  createServerWorld,
  newerAsking,
  olderAsking,
  toldBy,
  type ServerHouse,
  type ServerWorld,
} from '../fixtures/server-world.ts';

let world: ServerWorld;
let file: string;

beforeEach(() => {
  world = createServerWorld();
  file = join(world.folder, 'told');
});

async function houseWith(server: JsonObject, more = ''): Promise<ServerHouse> {
  world.configure({ s: server }, `mode: full-auto\npolicy: { flow: "off" }\n${more}`);
  const house = await world.house();
  await house.accept('s');
  return house;
}

const older = (): JsonObject => ({ ...olderAsking(file), sampling: true });
const newer = (): JsonObject => ({ ...newerAsking(), sampling: true });
const yes: QuestionAnswer = { act: 'accept', values: { allow: 'yes' } };
const completion = (more: JsonObject = {}): JsonObject => ({
  role: 'assistant',
  model: 'test-model',
  content: { type: 'text', text: 'A summary.' },
  stopReason: 'endTurn',
  ...more,
});
const asking = (params: JsonObject): JsonObject => ({ params });
const message = (words: string): JsonObject => ({ role: 'user', content: { type: 'text', text: words } });

interface Client {
  readonly args?: JsonObject;
  readonly sampling?: Sampling | null;
  readonly allow?: QuestionAnswer;
  readonly gives?: QuestionAnswer;
  readonly as?: Partial<Caller>;
}

/** Calls as a client whose person answers so, and whose model so. Tells the questions that there were. */
async function called(house: ServerHouse, { args = {}, allow = yes, as = {}, ...client }: Client = {}) {
  const { sampling = { tools: false }, gives = { act: 'accept', values: completion() } } = client;
  const questions: QuestionView[] = [];
  const { runtime } = house;
  const caller = { ...house.caller, ...as };
  const onNotice = (notice: Notice) => {
    if (notice.kind !== 'question') return;
    const { id, form } = notice.question;
    questions.push(notice.question);
    void runtime
      .answerQuestion(caller, id, form.mode === 'sampling' ? allow : gives)
      .catch(() => runtime.answerQuestion(caller, id, { act: 'cancel' }));
  };
  const beside = sampling === null ? { onNotice } : { onNotice, sampling };
  const outcome = await runtime.call({ tool: 'mcp_s_sample', arguments: { value: args }, caller, ...beside });
  return { said: text(outcome), questions, outcome };
}

describe.each([
  ['older', older],
  ['newer', newer],
] as const)('a server of the %s era', (_era, server) => {
  it('gets the completion of the client that called, after a yes to exactly what that is sent', async () => {
    const house = await houseWith(server());
    const { said, questions } = await called(house);
    expect(said).toContain('"model":"test-model"');
    expect(said).toContain('"text":"A summary."');
    expect(questions.map(({ form }) => form.mode)).toEqual(['sampling', 'completion']);
    const request = { messages: [{ role: 'user', content: { type: 'text', text: 'Sum it up.' } }], maxTokens: 50 };
    expect(questions.map(({ form }) => 'request' in form && form.request)).toEqual([request, request]);
  });

  it('gets none where the person says no, and the client is not asked', async () => {
    const house = await houseWith(server());
    const { said, questions } = await called(house, { allow: { act: 'accept', values: { allow: 'no' } } });
    expect(said).toContain('No completion: The user declined.');
    expect(questions).toHaveLength(1);
  });

  it('gets none where the client gives none', async () => {
    const house = await houseWith(server());
    const { said } = await called(house, { gives: { act: 'decline' } });
    expect(said).toContain('No completion: The client that called gave no completion.');
  });
});

describe('nobody is asked', () => {
  it.each([
    ['olderAsking', () => olderAsking(file)],
    ['newerAsking', newerAsking],
  ])('without the setting: it is not declared, and a server that asks is refused (%s)', async (_name, server) => {
    const house = await houseWith(server());
    const { said, questions } = await called(house);
    expect(said).not.toContain('summary');
    expect(said).not.toContain('"sampling"');
    expect(toldBy(file)).not.toContain('sampling');
    expect(questions).toEqual([]);
  });

  it('where the client that called makes none: a newer server is not told that it could ask', async () => {
    const house = await houseWith(newer());
    const { said, questions } = await called(house, { sampling: null });
    expect(said).not.toContain('"sampling"');
    expect(questions).toEqual([]);
    expect((await called(house, { sampling: { tools: true } })).said).toContain('"sampling":{"tools":{}}');
  });

  it('where the client that called makes none: an older server is told so', async () => {
    const house = await houseWith(older());
    expect(toldBy(file)).toContain('"sampling":{}');
    const { said, questions } = await called(house, { sampling: null });
    expect(said).toContain('The client that called makes no completions.');
    expect(questions).toEqual([]);
  });

  it('for one with tools, of a client that makes only those without', async () => {
    const house = await houseWith(older());
    const tools = [{ name: 'look', inputSchema: { type: 'object' } }];
    const { said, questions } = await called(house, { args: asking({ tools }) });
    expect(said).toContain('makes no completions with tools');
    expect(questions).toEqual([]);
    const use = { type: 'tool_use', id: 'u', name: 'look', input: { at: 1 } };
    const withTools = await called(house, {
      args: asking({ tools, toolChoice: { mode: 'auto' } }),
      sampling: { tools: true },
      gives: { act: 'accept', values: completion({ content: [use], stopReason: 'toolUse' }) },
    });
    expect(withTools.said).toContain('"input":{"at":1}');
  });

  it('where nobody is there', async () => {
    const house = await houseWith(older());
    const { said, questions } = await called(house, { as: { attended: false } });
    expect(said).toContain('Nobody is there to be asked.');
    expect(questions).toEqual([]);
  });

  it('while two sessions have calls on an older server', async () => {
    const house = await houseWith(older());
    const other = { ...house.caller, session: 'another' };
    const sleeping = house.runtime.call({ tool: 'mcp_s_sleep', arguments: { value: { ms: 1_500 } }, caller: other });
    await expect.poll(() => toldBy(file), { timeout: 10_000 }).toContain('call sleep');
    const { said, questions } = await called(house);
    expect(said).toContain('nobody is asked');
    expect(questions).toEqual([]);
    await sleeping;
  });

  it.each([
    ['nothing', asking({ messages: null })],
    ['no messages', asking({ messages: [] })],
    ['a thousand messages', asking({ messages: Array.from({ length: 1_000 }, () => message('x')) })],
    ['a message of the system', asking({ messages: [{ role: 'system', content: { type: 'text', text: 'x' } }] })],
    ['content of no kind', asking({ messages: [{ role: 'user', content: { type: 'video', data: 'x' } }] })],
    ['no limit of tokens', asking({ maxTokens: -1 })],
    ['more than a person reads', asking({ messages: [message('x'.repeat(200_000))] })],
    ['a call of a tool without tools', asking({ messages: [{ role: 'user', content: { type: 'tool_use' } }] })],
    ['a tool without a schema', asking({ tools: [{ name: 'x' }] })],
  ])('for %s', async (_what, args) => {
    const house = await houseWith(older());
    const { said, questions } = await called(house, { args, sampling: { tools: true } });
    expect(said).toContain('"error"');
    expect(questions).toEqual([]);
  });
});

describe('a request for a completion', () => {
  it('is shown and sent without what is hidden, what is secret, and the context that it asked for', async () => {
    const house = await houseWith(older());
    await house.owner.setSecret('TOKEN', 'correct-horse-battery-staple', 'test');
    const { questions } = await called(house, {
      args: {
        words: ['horse-battery-staple', 'Say \u202Ethis\u0007 <|im_start|> correct-'],
        params: { systemPrompt: 'Obey\u200B.', includeContext: 'allServers', metadata: { a: 1 } },
      },
    });
    expect(questions).toHaveLength(2);
    for (const question of questions) {
      const shown = JSON.stringify(question);
      expect(shown).not.toMatch(/\u202E|\\u0007|\u200B|correct-horse|<\|im_start|includeContext|metadata/);
      expect(question.findings.join(' ')).toContain('what else your client knows');
    }
  });

  it('is recorded with who said yes and who made it, and never with what was answered', async () => {
    const house = await houseWith(older());
    const { said } = await called(house, {
      gives: { act: 'accept', values: completion({ content: { type: 'text', text: 'Zebulon' } }) },
    });
    expect(said).toContain('Zebulon');
    const events = await house.runtime.events({ kinds: ['question_asked', 'question_ended'] });
    const { principal } = house.caller;
    expect(events.map(({ envelope }) => envelope)).toMatchObject([
      { server: 's', tool: 'mcp_s_sample', mode: 'sampling' },
      { status: 'answered', by: principal },
      { server: 's', tool: 'mcp_s_sample', mode: 'completion' },
      { status: 'answered', by: principal, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    const kept = await house.runtime.questions({ ...house.caller, seesHidden: true }, { show: 'all' });
    expect(JSON.stringify([events, kept])).not.toContain('Zebulon');
  });

  it('is allowed by the owner, who cannot make the completion', async () => {
    const house = await houseWith(older());
    const { runtime, owner, caller } = house;
    const seen: QuestionView[] = [];
    const onNotice = (notice: Notice) => void (notice.kind === 'question' && seen.push(notice.question));
    const beside = { onNotice, sampling: { tools: false } };
    const call = runtime.call({ tool: 'mcp_s_sample', arguments: { value: {} }, caller, ...beside });
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(1);
    const first = seen[0]?.id ?? '';
    await expect(owner.answerQuestion(first, { act: 'accept', values: {} }, 'o')).rejects.toThrow('allow=yes');
    await owner.answerQuestion(first, yes, 'o');
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(2);
    const second = seen[1]?.id ?? '';
    const made: QuestionAnswer = { act: 'accept', values: completion() };
    await expect(owner.answerQuestion(second, made, 'o')).rejects.toThrow('for the client that called');
    const other = { ...caller, session: 'another' };
    await expect(runtime.answerQuestion(other, second, made)).rejects.toMatchObject({ code: 'unknown_approval' });
    await runtime.answerQuestion(caller, second, made);
    expect(text(await call)).toContain('A summary.');
  });

  it('ends with its call, before the yes and after it', async () => {
    const house = await houseWith(older());
    const { runtime, caller } = house;
    for (const mode of ['sampling', 'completion']) {
      const stop = new AbortController();
      const onNotice = (notice: Notice) => {
        if (notice.kind !== 'question') return;
        if (notice.question.form.mode === mode) stop.abort();
        else void runtime.answerQuestion(caller, notice.question.id, yes);
      };
      const beside = { onNotice, sampling: { tools: false }, signal: stop.signal };
      await runtime.call({ tool: 'mcp_s_sample', arguments: { value: {} }, caller, ...beside });
      const newest = async () => (await runtime.questions(caller, { show: 'all' }))[0];
      await expect.poll(newest, { timeout: 10_000 }).toMatchObject({ status: 'withdrawn', form: { mode } });
    }
    expect(await runtime.questions(caller, {})).toEqual([]);
  });

  it.each([
    ['is of nobody', completion({ role: 'system' })],
    ['is of no model', completion({ model: 7 })],
    ['calls a tool that nobody offered', completion({ content: { type: 'tool_use', id: 'a', name: 'b', input: {} } })],
    ['is several', completion({ content: [{ type: 'text', text: 'a' }] })],
    ['is two megabytes', completion({ content: { type: 'text', text: 'x'.repeat(2_000_000) } })],
    ['is nothing', {}],
  ])('is not answered with what %s', async (_what, values) => {
    const house = await houseWith(older());
    const { said } = await called(house, { gives: { act: 'accept', values } });
    expect(said).toContain('gave no completion');
  });

  it('is answered without what is secret here and without members that it has not', async () => {
    const house = await houseWith(older());
    await house.owner.setSecret('TOKEN', 'correct-horse-battery-staple', 'test');
    const content = { type: 'text', text: 'It is correct-horse-battery-staple.', _meta: { hidden: 1 } };
    const { said } = await called(house, {
      gives: { act: 'accept', values: completion({ content, _meta: { way: 'out' } }) },
    });
    expect(said).toContain('It is ');
    expect(said).not.toMatch(/correct-horse|_meta|hidden/);
  });

  it('without end is made twenty times', async () => {
    const house = await houseWith(older());
    const { said, questions } = await called(house, { args: { times: 22 } });
    expect(questions.filter(({ form }) => form.mode === 'completion')).toHaveLength(20);
    expect(said.match(/A summary\./g)).toHaveLength(20);
    expect(said.match(/may ask 20 times/g)).toHaveLength(2);
  });

  it('that nobody answers is over in its time, while that of the call stands still', async () => {
    const house = await houseWith({ ...older(), timeout: '1s' }, 'approvals: { questionExpiry: 2s }');
    const { runtime, caller } = house;
    const beside = { onNotice: () => undefined, sampling: { tools: false } };
    const outcome = await runtime.call({ tool: 'mcp_s_sample', arguments: { value: {} }, caller, ...beside });
    expect(text(outcome)).toContain('No completion: Nobody answered in time.');
    expect(await runtime.questions(caller, { show: 'all' })).toMatchObject([{ status: 'expired' }]);
  });

  it('widens nothing: under the flow rule the next call asks as after any result of that server', async () => {
    world.configure({ s: older() }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('s');
    expect((await called(house)).said).toContain('A summary.');
    const next = await house.call('mcp_s_sample', { words: ['A summary.'] });
    expect(next).toMatchObject({ kind: 'pending' });
  });

  it('allowed once is allowed once: the next one asks again, and the call of a tool as before', async () => {
    world.configure({ s: older() });
    const house = await world.house();
    await house.accept('s');
    const { runtime, owner, caller } = house;
    const asked = await runtime.call({ tool: 'mcp_s_sample', arguments: { value: {} }, caller });
    if (asked.kind !== 'pending') throw new Error(`It is ${asked.kind}.`);
    // An answer of the owner brings about a run that nobody listens to: nobody makes the completion.
    expect((await owner.answer(asked.approval.id, { act: 'once' }, { by: 'test' })).outcome).toMatchObject({
      kind: 'completed',
    });
    expect(text(await runtime.collect(caller, asked.approval.id))).toContain('makes no completions');
    expect(await house.call('mcp_s_sample')).toMatchObject({ kind: 'pending' });
  });
});
