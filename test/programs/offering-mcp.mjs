// A scripted MCP server on stdio with resources, prompts and completion: what it does is said by its first argument, and told to the file of
// its second.
import { appendFileSync, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , behaviour = 'plain', file = ''] = process.argv;
const tell = (text) => file !== '' && appendFileSync(file, `${text}\n`);
/** More than a double holds. */
const endless = 'ENDLESS';
const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message }).replaceAll('"ENDLESS"', '1e400')}\n`);
const isChanged = () => existsSync(`${file}.changed`);

const resource = (uri, more = {}) => ({ uri, name: uri.slice(0, 80), ...more });
const many = Array.from({ length: 100_000 }, (_, at) => resource(`item://${at}`, { mimeType: 'text/plain' }));
const mebibyte = 1024 * 1024;

const resourcesOf = {
  names: () => [
    resource('item://good', { size: endless }),
    resource('item://line\nbreak'),
    resource('item://hidden\u{E0041}'),
    resource('item://bidi\u202Etxt'),
    resource(`item://${'x'.repeat(5_000)}`),
    { name: 'without' },
    7,
    { uri: 'item://nameless' },
  ],
  changing: () => (isChanged() ? [resource('item://a'), resource('item://b')] : [resource('item://a')]),
};

const contentsOf = {
  'item://huge': () => [{ uri: 'item://huge', text: 'x'.repeat(100 * mebibyte) }],
  'item://long': () => [{ uri: 'item://long', mimeType: 'text/plain', text: 'long line\n'.repeat(50_000) }],
  'item://broken': () => [{ uri: 'item://broken', mimeType: 'image/png', blob: '%%% no base64 %%%' }],
  'item://garbage': () => ['text', 7, null, { uri: 5 }],
  'item://none': () => 'no list',
};

function listed({ cursor }) {
  if (behaviour === 'many') {
    const from = Number(cursor ?? 0);
    const to = from + 1_000;
    return { resources: many.slice(from, to), ...(to < many.length ? { nextCursor: String(to) } : {}) };
  }
  if (behaviour === 'circle') return { resources: [resource('item://a')], nextCursor: 'again' };
  return { resources: (resourcesOf[behaviour] ?? (() => [resource('item://a', { mimeType: 'text/plain' })]))() };
}

function got({ name }) {
  if (name === 'garbage') return { messages: [{ role: 'system', content: 'no block' }] };
  if (name === 'none') return {};
  if (name === 'empty') return { messages: [] };
  return { messages: [{ role: 'assistant', content: { type: 'text', text: `Prompt ${name}` } }] };
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: {
      tools: {},
      ...(behaviour === 'bare' ? {} : { resources: { listChanged: true }, prompts: {}, completions: {} }),
    },
    serverInfo: { name: 'offering', version: '1' },
  }),
  'tools/list': () => ({
    tools: ['read_resource', 'get_prompt', 'own'].map((name) => ({ name, inputSchema: { type: 'object' } })),
  }),
  'tools/call': ({ name }) => ({ content: [{ type: 'text', text: `the server's own ${name}` }] }),
  'resources/list': listed,
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'item://{id}', name: 'item' }] }),
  'resources/read': ({ uri }) => ({
    contents: (contentsOf[uri] ?? (() => [{ uri, mimeType: 'text/plain', text: `read ${uri}` }]))(),
  }),
  'prompts/list': () => ({
    prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }, { name: 'say hello!' }, { name: '' }],
  }),
  'prompts/get': got,
  'completion/complete': ({ argument }) => ({
    completion: {
      values: behaviour === 'garbage' ? 'none' : [`${argument.value}!`, 7],
      total: argument.value === 'endless' ? endless : 1,
    },
  }),
};

function answer(id, method, params) {
  if (behaviour === 'mute' && /^(?:resources|prompts)\/.*list$/.test(method)) return;
  if (behaviour === 'failing' && method === 'resources/list' && isChanged())
    send({ id, error: { code: -32603, message: 'The list is not to be had.' } });
  else if (answers[method] === undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
  else send({ id, result: answers[method](params) });
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params = {} } = JSON.parse(line);
    if (id === undefined) return;
    tell(method);
    answer(id, method, params);
    if (method === 'tools/call' && isChanged())
      for (let times = 0; times < 1_000; times += 1) send({ method: 'notifications/resources/list_changed' });
  })
  .on('close', () => process.exit(0));
