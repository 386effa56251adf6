// An MCP server on stdio that answers each call with the result of that name in the file of its argument, as it stands there.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file] = process.argv;
const results = () =>
  JSON.parse(readFileSync(file, 'utf8'), (_key, value, { source }) => {
    return typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value;
  });

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'blocks', version: '1' },
  }),
  'tools/list': () => ({
    tools: Object.keys(results()).map((name) => ({
      name,
      description: `Answers ${name}.`,
      inputSchema: { type: 'object' },
    })),
  }),
  'tools/call': ({ name }) => results()[name],
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const answer = Object.hasOwn(answers, method)
      ? { result: answers[method](params) }
      : { error: { code: -32601, message: 'Method not found' } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
  })
  .on('close', () => process.exit(0));
