// A scripted MCP server of the older era on stdio: what it says and asks while a call runs. Tells the file of its first argument what it was sent.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file = ''] = process.argv;
const tell = (text) => file !== '' && appendFileSync(file, `${text}\n`);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const tool = (name) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } });

const log = (data, level = 'info') =>
  send({ method: 'notifications/message', params: { level, logger: 'script', data } });
const step = (progressToken, progress, total) =>
  send({ method: 'notifications/progress', params: { progressToken, progress, total, message: `step ${progress}` } });

let asked = 0;
const answers = new Map();
const ask = (params, method = 'elicitation/create') => {
  asked += 1;
  const id = `q${asked}`;
  send({ id, method, params });
  return new Promise((resolve) => answers.set(id, resolve));
};
const form = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' }, age: { type: 'integer', minimum: 1 } },
  required: ['name'],
};
const said = (answer) => text(JSON.stringify(answer));

const tools = {
  /** Asks what its arguments say, or the form; tells what it was answered. */
  async ask({ params }) {
    return said(await ask(params ?? { message: 'Who are you?', requestedSchema: form }));
  },
  /** Asks for a completion of these words from the last to the first, or of what its arguments say. */
  async sample({ words = ['Sum it up.'], params = {}, times = 1 }) {
    const content = { type: 'text', text: words.toReversed().join('') };
    const request = { messages: [{ role: 'user', content }], maxTokens: 50, ...params };
    const answers = [];
    for (let at = 0; at < times; at += 1) answers.push(await ask(request, 'sampling/createMessage'));
    return said(answers);
  },
  async flood_of_questions({ times }) {
    const all = Array.from({ length: times }, (_, at) => ask({ message: `Question ${at}?`, requestedSchema: form }));
    return said((await Promise.all(all)).map(({ action, error }) => action ?? error.message));
  },
  async one_after_the_other({ times }) {
    const actions = [];
    for (let at = 0; at < times; at += 1) actions.push((await ask({ message: 'And?', requestedSchema: form })).action);
    return said(actions);
  },
  /** Answers, and asks afterwards. */
  async late() {
    setTimeout(async () => tell(`late ${JSON.stringify(await ask({ message: 'Late?', requestedSchema: form }))}`), 100);
    return text('done');
  },
  /** Takes its question back. */
  async taken_back({ ms }) {
    const answer = ask({ message: 'Quick?', requestedSchema: form });
    await wait(ms);
    send({ method: 'notifications/cancelled', params: { requestId: `q${asked}`, reason: 'too slow' } });
    await Promise.race([answer, wait(300)]);
    return text('went on alone');
  },
  async steps(_args, { token }) {
    for (let at = 1; at <= 3; at += 1) {
      step(token, at, 3);
      log(`line ${at}`);
      log(`detail ${at}`, 'debug');
      await wait(150);
    }
    return text('three steps');
  },
  async flood({ times }, { token }) {
    for (let at = 1; at <= times; at += 1) {
      step(token, at, times);
      log({ at });
      if (at % 1_000 === 0) await wait(1);
    }
    return text('poured');
  },
  async sleep({ ms }) {
    await wait(ms);
    return text('slept');
  },
  async progressing({ times, ms }, { token }) {
    for (let at = 1; at <= times; at += 1) {
      await wait(ms);
      step(token, at, times);
    }
    return text('arrived');
  },
};

/** Ask for what they are filled with. */
const prompts = {
  async who() {
    return {
      messages: [{ role: 'user', content: said(await ask({ message: 'Who?', requestedSchema: form })).content[0] }],
    };
  },
};
const resources = {
  async 'item://who'() {
    const answer = await ask({ message: 'Whose?', requestedSchema: form });
    return { contents: [{ uri: 'item://who', text: JSON.stringify(answer) }] };
  },
};

const lists = {
  'tools/list': { tools: Object.keys(tools).map(tool) },
  'prompts/list': { prompts: [{ name: 'who' }] },
  'resources/list': { resources: [{ uri: 'item://who', name: 'who' }] },
};
const fillings = { 'prompts/get': prompts, 'resources/read': resources };

async function fill({ id, params }, offered) {
  tell(`fill ${params.name ?? params.uri}`);
  send({ id, result: await offered[params.name ?? params.uri]() });
}

async function call({ id, params }) {
  const { name, arguments: args = {}, _meta: meta = {} } = params;
  tell(`call ${name} ${id}`);
  const result = await tools[name](args, { token: meta.progressToken, id });
  send({ id, result });
}

function answer(message) {
  const { id, method, params } = message;
  if (method === 'initialize') {
    tell(`capabilities ${JSON.stringify(params.capabilities)}`);
    const capabilities = { tools: {}, logging: {}, prompts: {}, resources: {} };
    const serverInfo = { name: 'asking', version: '1' };
    return send({ id, result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } });
  }
  if (method === undefined) {
    answers.get(id)?.(message.result ?? { error: message.error });
    return answers.delete(id);
  }
  if (method === 'tools/call') return void call(message);
  if (lists[method] !== undefined) return send({ id, result: lists[method] });
  if (fillings[method] !== undefined) return void fill(message, fillings[method]);
  if (method === 'logging/setLevel') {
    tell(`level ${params.level}`);
    return send({ id, result: {} });
  }
  if (method === 'notifications/cancelled') return tell(`cancelled ${params.requestId}`);
  if (method !== undefined && id !== undefined)
    return send({ id, error: { code: -32601, message: 'Method not found' } });
  return undefined;
}

createInterface({ input: process.stdin })
  .on('line', (line) => answer(JSON.parse(line)))
  .on('close', () => process.exit(0));
