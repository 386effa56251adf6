// A small server with ten tools, two hundred of which run at a time.
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const inputSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, text: { type: 'string' } },
  required: ['path'],
};
const tools = Array.from({ length: 10 }, (_, at) => ({
  name: `tool_${at}`,
  description: `Does the ${at}th of ten things to a file.`,
  inputSchema,
}));
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'ten', version: '1' },
  }),
  'tools/list': () => ({ tools }),
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (Object.hasOwn(results, method)) send({ id, result: results[method](params) });
    else send({ id, error: { code: -32601, message: 'Method not found' } });
  })
  .on('close', () => process.exit(0));
