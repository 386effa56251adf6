// An MCP server on stdio that takes its time for everything, so that it can be killed in the middle of anything. It starts a child that
// outlives it where nobody ends that too.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const pace = Number(process.argv[2] ?? 20);
const later = (work) => setTimeout(() => work(), Math.random() * pace);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

spawn('/bin/sh', ['-c', "trap '' TERM; sleep 600 & wait"], { stdio: 'ignore' });

const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
const tools = ['quick', 'slow', 'never'].map((name) => ({ name, description: `Answers: ${name}.`, inputSchema }));

const answers = {
  initialize: ({ id, params }) =>
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'mortal', version: '1' },
      },
    }),
  'tools/list': ({ id }) => later(() => send({ id, result: { tools } })),
  'tools/call': ({ id, params }) => {
    const result = { content: [{ type: 'text', text: String(params.arguments?.text) }] };
    if (params.name === 'quick') send({ id, result });
    if (params.name === 'slow') later(() => send({ id, result }));
  },
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    if (Object.hasOwn(answers, message.method)) answers[message.method](message);
    else if (message.id !== undefined) send({ id: message.id, error: { code: -32601, message: 'Method not found' } });
  })
  .on('close', () => process.exit(0));
