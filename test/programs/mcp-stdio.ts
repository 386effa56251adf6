// Serves the scripted runtime over stdio, as `gatehouse mcp` serves a real one. `--elicit` lets the client answer; `--read-only` narrows.
import { serveStdio } from '../../src/surfaces/mcp/serve-stdio.ts';
import { sampleCaller } from '../../src/testing/index.ts';
import { createMcpScript } from './mcp-script.ts';

const flags = process.argv.slice(2);
const log = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
const { runtime } = createMcpScript({ mayElicit: flags.includes('--elicit'), note: log });
await serveStdio({
  runtime,
  caller: sampleCaller(),
  readOnly: flags.includes('--read-only'),
  input: process.stdin,
  output: process.stdout,
  signal: new AbortController().signal,
  report: log,
});
log('ended');
