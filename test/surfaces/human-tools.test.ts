// The tools that ask a person, on every surface where one is: the terminal, clients of either era over every way, HTTP and the library.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { QuestionView } from '../../src/contract/index.ts';
import { openGatehouse } from '../../src/index.ts';
import { shownText } from '../fixtures/program-world.ts';
import { root } from '../repository.ts';
import { openClientWorld, ways, type ClientWorld } from './client-world.ts';
import { commandLine } from './world.ts';

let world: ClientWorld;

beforeEach(async () => {
  world = await openClientWorld();
});

const forms: ClientOptions = { capabilities: { elicitation: { form: {} } } };
const patient = { timeout: 20_000, interval: 300 };

interface Form {
  readonly message: string;
  readonly properties: object;
}

/** A person who gives these answers, one after the other. */
function answering(answers: readonly object[], seen: Form[] = []): (client: Client) => void {
  const left = [...answers];
  return (client) =>
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const { properties } = 'requestedSchema' in params ? params.requestedSchema : { properties: {} };
      seen.push({ message: params.message, properties });
      return { ...left.shift() } as { action: 'accept' };
    });
}

const typed = (answer: unknown) => ({ action: 'accept', content: { answer } });
const structured = async (client: Client, name: string, args: Record<string, unknown>): Promise<unknown> =>
  (await client.callTool({ name, arguments: args })).structuredContent;

async function openQuestion(): Promise<QuestionView> {
  const list = async () =>
    JSON.parse((await commandLine(world, ['approvals', '--json'])).stdout) as readonly QuestionView[];
  await expect.poll(async () => (await list()).length, patient).toBe(1);
  const [question] = await list();
  if (question === undefined) throw new Error('No question is open.');
  return question;
}

const answer = (id: string, ...said: readonly string[]) => commandLine(world, ['approvals', 'answer', id, ...said]);

describe.each(ways)('over %s, era %s', (way, era) => {
  it('the person sees who asks and what, and the answer is the result', async () => {
    const seen: Form[] = [];
    const answers = [
      typed(true),
      typed('b'),
      typed(['c', 'a']),
      typed('Ada'),
      { action: 'decline' },
      { action: 'cancel' },
    ];
    const client = await world.connected(way, era, forms, answering(answers, seen));
    const question = 'Which?';
    const options = ['a', 'b', 'c'];
    const call = (name: string, args: object = {}) => structured(client, name, { question, ...args });
    expect(await call('ask_human_confirm')).toEqual({ confirmed: true });
    expect(await call('ask_human_select', { options })).toEqual({ selected: 'b' });
    expect(await call('ask_human_select', { options, several: true })).toEqual({ selected: ['a', 'c'] });
    expect(await call('ask_human_input', { schema: { default: 'Abe', pattern: '^A' } })).toEqual({ value: 'Ada' });
    expect(await call('ask_human_confirm')).toEqual({ confirmed: false, reason: 'The user declined.' });
    expect(await call('ask_human_input')).toEqual({ value: null, reason: 'The user did not answer.' });
    expect(seen.map(({ message }) => message)).toEqual(
      seen.map(() =>
        expect.stringMatching(/^The agent default \(.*\) asks.*not Gatehouse.*approves nothing.*\nWhich\?$/s),
      ),
    );
    expect(seen[0]?.properties).toMatchObject({ answer: { type: 'boolean', default: false } });
  });

  it('what does not fit is asked for again, and in the end not any more', async () => {
    const seen: Form[] = [];
    const answers = [typed('1'), typed('abc'), typed('1'), typed('2'), typed('3')];
    const client = await world.connected(way, era, forms, answering(answers, seen));
    const args = { question: 'Name?', schema: { pattern: '^[a-z]+$' } };
    expect(await structured(client, 'ask_human_input', args)).toEqual({ value: 'abc' });
    expect(seen[1]?.message).toContain('does not fit its form');
    expect(await structured(client, 'ask_human_input', args)).toMatchObject({ value: null });
    expect(seen).toHaveLength(5);
  });

  it('a client that shows no forms leaves it to the owner', async () => {
    const client = await world.connected(way, era);
    const asking = structured(client, 'ask_human_select', { question: 'Which?', options: ['a', 'b'] });
    const { id } = await openQuestion();
    expect(await answer(id, '--field', 'answer=z')).toMatchObject({ exitCode: 2 });
    expect(await answer(id, '--field', 'answer=b')).toMatchObject({ exitCode: 0 });
    expect(await asking).toEqual({ selected: 'b' });
  });
});

it.each([
  ['ask_human_confirm', {}, ['--field', 'answer=yes'], 'The person says yes.'],
  ['ask_human_confirm', {}, ['--field', 'answer=no'], 'The person says no.'],
  ['ask_human_confirm', {}, ['--decline'], 'No answer: The user declined.'],
  [
    'ask_human_select',
    { options: ['a', 'b', 'c'], several: true },
    ['--field', 'answer=c', '--field', 'answer=a'],
    '"a", "c"',
  ],
  ['ask_human_input', { schema: { type: 'integer', minimum: 1 } }, ['--field', 'answer=12'], '12'],
  ['ask_human_input', { schema: { multiline: true } }, ['--field', 'answer=one\ntwo'], 'one\ntwo'],
])('at a terminal %s %j is answered from another with %j', async (tool, args, said, shown) => {
  const { workspace, env } = world;
  const given = JSON.stringify({ question: 'What?', ...args });
  const program = join(root, 'test/programs/gatehouse.ts');
  const child = spawn(process.execPath, [program, 'call', tool, given], { cwd: workspace, env });
  onTestFinished(() => void child.kill());
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const { id } = await openQuestion();
  const looked = await commandLine(world, ['approvals', 'show', id]);
  expect(looked.stdout).toContain('question of the agent default');
  expect(looked.stdout).toMatch(/approves\s+nothing/);
  expect(await answer(id, ...said)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('The agent default is told'),
  });
  const [stdout, stderr] = await output;
  expect(stdout).toContain(shown);
  expect(stderr).toContain(`The agent default asks: What?`);
});

it('where nobody is there it is refused, and said why', async () => {
  const { exitCode, stderr } = await commandLine(world, [
    'call',
    'ask_human_confirm',
    '{"question":"Go on?"}',
    '--unattended',
  ]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('ask_human_confirm asks a person, and --unattended says that nobody is there');
});

it('over HTTP a program of the session answers, and is shown who asks', async () => {
  const daemon = await world.daemon();
  const headers = {
    authorization: `Bearer ${readFileSync(daemon.tokenFile, 'utf8').trim()}`,
    'content-type': 'application/json',
  };
  const post = (path: string, body: object) =>
    fetch(`${daemon.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const calling = post('/api/calls', { tool: 'ask_human_confirm', arguments: { question: 'Go on?' } });
  const list = async () => (await (await fetch(`${daemon.url}/api/questions`, { headers })).json()) as QuestionView[];
  await expect.poll(async () => (await list()).length, patient).toBe(1);
  const [question] = await list();
  expect(question).toMatchObject({ askedBy: { kind: 'agent', name: 'default' }, message: 'Go on?' });
  expect(question).not.toHaveProperty('server');
  const answered = await post(`/api/questions/${question?.id}/elicited`, { act: 'accept', values: { answer: true } });
  expect(answered.status).toBe(200);
  expect(await (await calling).json()).toMatchObject({ observation: { structured: { confirmed: true } } });
});

it('a program answers with the library what its agent asks, by the name it gave that', async () => {
  const { workspace, env } = world;
  const house = await openGatehouse({ workspace, env, agent: 'planner' });
  onTestFinished(() => house.close());
  const outcome = await house.call(
    'ask_human_input',
    { question: 'Name?' },
    {
      onNotice(notice) {
        if (notice.kind !== 'question') return;
        expect(notice.question.askedBy).toEqual({ kind: 'agent', name: 'planner' });
        void house.runtime.answerQuestion(house.caller, notice.question.id, { act: 'accept', values: { answer: '' } });
      },
    },
  );
  expect(outcome).toMatchObject({ kind: 'completed', observation: { structured: { value: '' } } });
  expect(shownText(outcome)).toBe('');
});
