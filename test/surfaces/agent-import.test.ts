// From an agent.yaml of Fisk AI to an MCP server: written by init, shown by info, and served to the official client.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished } from 'vitest';
import { createCliWorld } from '../fixtures/cli-world.ts';
import { root } from '../repository.ts';
import { commandLine } from './world.ts';

const flag = { name: 'expand', help: 'More of it.', boolean: true, negatable: true, cumulative: false };
const leaf = (name: string, tags: readonly string[], more: object = {}) => ({
  name,
  help: `Does ${name}.`,
  tags,
  ...more,
});

const application = {
  name: 'boats',
  help: 'Boats.',
  flags: [{ name: 'context', help: 'Where.', boolean: false, cumulative: false }],
  commands: [
    {
      name: 'boat',
      help: 'One boat.',
      commands: [
        leaf('ls', ['impact:ro'], { flags: [flag], args: [{ name: 'harbour', help: 'Where.', cumulative: false }] }),
        leaf('rm', ['impact:rw']),
        leaf('sink', ['ai:deny']),
      ],
    },
    leaf('weather', []),
  ],
};

it('an agent.yaml becomes a server of exactly its tools', async () => {
  const world = createCliWorld();
  const { folder, workspace } = world;
  world.standIn('boats', application, 'echo done');
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, GATEHOUSE_HOME: join(folder, 'home') };
  const run = (...argv: readonly string[]) => commandLine({ workspace, env }, argv);
  writeFileSync(
    join(workspace, 'agent.yaml'),
    `identity: boats
application_path: ${join(folder, 'bin/boats')}
include: { tools: ['^boat_'] }
global_flags: [context]
harness: { human_in_the_loop: { enabled: true }, confirm_tags: ['impact:rw', nobody] }
llm: { model: some-model }
`,
  );
  const made = await run('init', '--from', 'agent.yaml', '--out', 'boats.yaml');
  expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('kept as a comment') });
  const file = join(workspace, 'boats.yaml');
  expect(readFileSync(file, 'utf8')).toContain('#llm.model: "some-model"');

  const info = await run('info', '--config', 'boats.yaml');
  for (const part of ['boat_ls', 'boat_rm', 'impact:rw', 'boats (cli, ready)']) expect(info.stdout).toContain(part);

  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { answer: true } }));
  const args = [join(root, 'test/programs/gatehouse.ts'), 'mcp', '--config', 'boats.yaml'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: workspace, env }));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  const human = ['ask_human_confirm', 'ask_human_input', 'ask_human_select'];
  expect(tools.map(({ name }) => name).toSorted()).toEqual([...human, 'boat_ls', 'boat_rm']);
  const { structuredContent } = await client.callTool({ name: 'ask_human_confirm', arguments: { question: 'Sail?' } });
  expect(structuredContent).toEqual({ confirmed: true });
  // A yes to a question lets no call through.
  const asked = await client.callTool({ name: 'boat_rm', arguments: {} });
  expect(asked.structuredContent).toMatchObject({ status: 'pending' });
  const given = { harbour: '@/etc/hosts', expand: false, context: 'prod' };
  const call = await client.callTool({ name: 'boat_ls', arguments: given });
  const { approval } = call.structuredContent as { readonly approval: { readonly id: string } };
  expect(await run('approvals', 'approve', approval.id)).toMatchObject({ exitCode: 0 });
  const done = await client.callTool({ name: 'boat_ls', arguments: given });
  expect(JSON.stringify(done)).toContain('done');
  expect(world.recorded('argv')).toEqual(['boat', 'ls', '--context=prod', '--no-expand', '--', '@/etc/hosts']);
});
