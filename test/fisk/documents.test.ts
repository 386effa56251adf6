// What real fisk applications printed: every command is a tool, and what is asked of it is what its program reads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeDocument } from '../../scripts/vectors/fisk.ts';
import { cliSettings } from '../fixtures/cli-program.ts';
import { cliTools, readFisk } from '../../src/sources/index.ts';

const folder = join(import.meta.dirname, 'documents');
const counts: readonly (readonly [string, number])[] = [
  ['nats', 221],
  ['nats.typed', 221],
  ['ajc', 24],
  ['ajc.typed', 24],
  ['appbuilder-sample', 18],
  ['appbuilder-sample.typed', 18],
  ['appbuilder', 3],
  ['abt-jsm.go', 4],
  ['abt-natscli', 5],
  ['example-chat2', 2],
  ['example-completion', 4],
  ['example-curl', 3],
];

function read(name: string) {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
}

it.each(counts)(
  '%s: %d tools, each with a schema that holds and arguments that come back from its words',
  async (name, count) => {
    const results = await judgeDocument(read(name));
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results).toHaveLength(count + 1);
  },
  120_000,
);

it('has the same tools with schemas and without', async () => {
  const names = async (name: string) =>
    (await cliTools(readFisk(read(name)), cliSettings)).tools.map((tool) => [tool.name, tool.description]);
  expect(await names('nats.typed')).toEqual(await names('nats'));
});

describe('the tools of nats', async () => {
  const { tools, left } = await cliTools(readFisk(read('nats.typed')), { ...cliSettings, argv: ['nats'] });
  const find = (name: string) => tools.find((tool) => tool.name === name);

  it('say which schemas they are made of, and what is hidden', () => {
    expect(left[0]).toBe('The arguments of 232 commands are as their schema says.');
    expect(left[1]).toMatch(/^Hidden by the program, .*"consumer sub"/);
    expect(left).toHaveLength(2);
  });

  it('tell an argument and a flag of one name apart', () => {
    expect(find('stream_copy')?.parameters).toMatchObject({
      properties: {
        source: { type: 'string', description: 'Source stream to copy' },
        source_flag: { type: 'array', items: { type: 'string' } },
      },
      required: ['source', 'destination'],
    });
  });

  it('have the flags of their groups', () => {
    expect(find('server_check_connection')?.parameters).toMatchObject({
      properties: { format: { enum: expect.arrayContaining(['json']) } },
    });
  });

  it('are called by their words', () => {
    expect(find('stream_info')).toMatchObject({
      title: 'stream info',
      mode: 'cli',
      policyClass: 'exec',
      risk: 'high',
      alwaysAsk: false,
      effects: ['executes', 'writes', 'egress'],
      tags: ['scope:user', 'impact:ro'],
      description: expect.stringMatching(/^[^\n]+\n\nTags: scope:user, impact:ro$/),
      origin: { source: 'app', owner: null, family: 'cli:app' },
      targets: [{ pointer: '', kind: 'command', line: { command: { words: ['nats', 'stream', 'info'] } } }],
    });
  });
});

it('leaves out by a tag what a group has it on, and takes in only what has it itself', async () => {
  const benches = async (more: Partial<typeof cliSettings>) =>
    (await cliTools(readFisk(read('nats')), { ...cliSettings, ...more })).tools.filter(({ name }) =>
      name.startsWith('bench_'),
    );
  expect(await benches({})).toHaveLength(15);
  expect(await benches({ exclude: { tools: [], tags: ['impact:rw'] } })).toEqual([]);
  const only = await benches({ include: { tools: [], tags: ['impact:rw'] } });
  expect(only.map(({ name }) => name)).toEqual(['bench_pub', 'bench_sub']);
});
