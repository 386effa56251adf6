// The official Inspector's command line, as a user would try it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { serveMcpOverHttp } from '../../../test/programs/mcp-http.ts';

const inspector = new URL(
  '../../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  import.meta.url,
).pathname;
const program = new URL('../../../test/programs/mcp-stdio.ts', import.meta.url).pathname;

async function inspect(...args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [inspector, '--cli', ...args]);
  return JSON.parse(stdout);
}

describe('the Inspector', () => {
  it('lists the tools over stdio', async () => {
    const answer = await inspect(process.execPath, program, '--method', 'tools/list');

    expect(answer).toMatchObject({ tools: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]) });
  });

  it('calls a tool over HTTP', async () => {
    const serving = await serveMcpOverHttp({ mayElicit: false });

    const answer = await inspect(
      serving.url.href,
      '--transport',
      'http',
      '--method',
      'tools/call',
      '--tool-name',
      'echo',
      '--tool-arg',
      'count=3',
    );
    await serving.close();

    expect(answer).toMatchObject({ content: [{ text: '{"count":3}' }] });
  });
});
