import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scoreToolSearch } from '../../scripts/vectors/toolsearch.ts';
import { otherEngines } from '../../scripts/vectors/toolsearch/engines/all-engines.ts';
import { createOurs } from '../../scripts/vectors/toolsearch/engines/ours.ts';

const command = join(import.meta.dirname, '../../scripts/vectors.ts');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolsearch-'));
  await writeSet('garden', { query: 'water the roses', gold: ['water_plants'] });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tool = (name: string, description: string, property: string) => ({
  id: name,
  server: 'home',
  name,
  description,
  parameters: { type: 'object', properties: { [property]: { type: 'string', description: `The ${property}.` } } },
});

const tools = [
  tool('water_plants', 'Water the roses and all that grows in a bed.', 'bed'),
  tool('mow_lawn', 'Cut the grass.', 'area'),
  tool('open_gate', 'Open the gate of the drive.', 'gate'),
  tool('feedCat', 'Give the cat its dinner.', 'amount'),
];

const lines = (items: readonly object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');

async function writeSet(name: string, ...queries: readonly object[]) {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'tools.jsonl'), lines(tools));
  const numbered = queries.map((query, at) => ({ id: `q${at}`, ...query }));
  await writeFile(join(folder, name, 'queries.dev.jsonl'), lines(numbered));
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(...args: string[]): Promise<Ended> {
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [command, 'toolsearch', ...args])) };
  } catch (cause) {
    // What execFile rejects with when a program ends with another code than 0.
    return cause as Ended;
  }
}

const quality = String.raw`R@1 \d\.\d{3} R@3 \d\.\d{3} R@5 \d\.\d{3} R@10 \d\.\d{3} MRR \d\.\d{3}`;

describe('npm run vectors -- toolsearch', () => {
  test('tells ours by set, then all engines, and closes with the mean of ours', async () => {
    const { code, stdout, stderr } = await run(join(folder, 'garden'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^garden \\(1 queries\\) ${quality}\n`));
    for (const { name } of otherEngines) expect(stdout).toContain(`\n${name} `);
    expect(stdout).toMatch(/\nmacro R@1 1\.000 R@3 1\.000 R@5 1\.000 R@10 1\.000 MRR 1\.000\n$/);
    expect(stdout.match(/^macro /gm)).toHaveLength(1);
  });

  test('measures ours alone, and as JSON', async () => {
    const alone = await run(join(folder, 'garden'), '--engines', 'ours');
    expect(alone.stdout).toMatch(new RegExp(`^garden \\(1 queries\\) ${quality}\nmacro ${quality}\n$`));
    const json = await run(join(folder, 'garden'), '--engines', 'ours', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject([
      { set: 'garden', tools: 4, queries: 1, ours: { r1: 1 }, engines: [] },
    ]);
  });

  test.each<[string, () => readonly string[], RegExp]>([
    ['no folder', () => [], /^usage: /],
    ['two folders', () => [folder, folder], /^usage: /],
    ['a history there is not', () => [folder, '--history', 'all'], /^usage: /],
    ['engines there are not', () => [folder, '--engines', 'minisearch'], /^usage: /],
    ['an option there is not', () => [folder, '--fast'], /^usage: /],
    ['a folder that is not there', () => [join(folder, 'none')], /^There is no folder .*none\.\n$/],
    ['a file', () => [command], /^.*vectors\.ts holds no tools\.jsonl, nor does a folder in it\.\n$/],
  ])('ends with 2 and a sentence for %s', async (_, args, message) => {
    const ended = await run(...args());
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(message);
  });
});

describe('the scores', () => {
  const alone = (name: string, withHistory = false) =>
    scoreToolSearch({ folder: join(folder, name), withHistory, besideOthers: false });

  test('leave a set that pools others out of the mean unless it is alone, and sets without queries out of all', async () => {
    await mkdir(join(folder, 'many/silent'), { recursive: true });
    await writeFile(join(folder, 'many/silent/tools.jsonl'), lines(tools));
    await writeSet('many/mcp_pool', { query: 'nothing of the kind', gold: ['mow_lawn'] });
    await writeSet('many/shed', { query: 'open the gate', gold: ['open_gate'] });
    expect((await run(join(folder, 'many'), '--engines', 'ours')).stdout).toMatch(
      /^mcp_pool .* R@10 0\.000.*\nshed .*\nmacro R@1 1\.000 [^\n]*\n$/,
    );
    expect((await run(join(folder, 'many/mcp_pool'), '--engines', 'ours')).stdout).toMatch(/\nmacro R@1 0\.000 /);
  });

  test('count a group once, whichever of it is found', async () => {
    const groups = [['mow_lawn', 'water_plants'], ['open_gate']];
    await writeSet('groups', { query: 'cut the grass', gold: [], gold_groups: groups });
    expect(alone('groups')[0]?.ours).toMatchObject({ r1: 0.5, mrr: 1 });
  });

  test('read gzipped files and every file of queries', async () => {
    await mkdir(join(folder, 'packed'));
    await writeFile(join(folder, 'packed/tools.jsonl.gz'), gzipSync(lines(tools)));
    const query = { query: 'dinner of the cat', gold: ['feedCat'] };
    await writeFile(join(folder, 'packed/queries.dev.jsonl.gz'), gzipSync(lines([{ id: '1', ...query }])));
    await writeFile(join(folder, 'packed/queries.heldout.jsonl'), `\n${lines([{ id: '2', ...query }])}\n`);
    expect(alone('packed')).toMatchObject([{ queries: 2, ours: { r1: 1 } }]);
  });

  test('learn from the queries with an even digest and score the others', async () => {
    const isEven = (id: string) => (createHash('sha256').update(id).digest().at(-1) ?? 0) % 2 === 0;
    const ids = Array.from({ length: 20 }, (_, at) => `q${at}`);
    const queries = ids.map(() => ({ query: 'make it pretty outside', gold: ['mow_lawn'] }));
    await writeSet('taught', ...queries);
    const odd = ids.filter((id) => !isEven(id)).length;
    expect(odd).toBeGreaterThan(0);
    expect(alone('taught')).toMatchObject([{ queries: 20, ours: { r1: 0 } }]);
    expect(alone('taught', true)).toMatchObject([{ queries: odd, ours: { r1: 1, mrr: 1 } }]);
  });

  test.each<[string, string, string, RegExp]>([
    ['without queries', lines(tools), '', /holds no queries\*\.jsonl with queries to score/],
    ['of tools that are none', '{"name":"x"}\n', '', /tools\.jsonl:1 is not a line of such a file/],
    ['of queries that are none', lines(tools), '\n{"id":"x"}\n', /queries\.jsonl:2 is not a line of such a file/],
    ['that is not JSON', lines(tools), '{"id":\n', /queries\.jsonl:1 is not JSON/],
  ])('say what is wrong with a set %s', async (what, toolText, queryText, message) => {
    const name = what.replaceAll(' ', '-');
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'tools.jsonl'), toolText);
    await writeFile(join(folder, name, 'queries.jsonl'), queryText);
    expect(() => alone(name)).toThrow(message);
  });

  test('say that a file is no gzip', async () => {
    await mkdir(join(folder, 'torn'));
    await writeFile(join(folder, 'torn/tools.jsonl.gz'), 'plain text');
    expect(() => alone('torn')).toThrow(/tools\.jsonl\.gz cannot be read: incorrect header check/);
  });
});

describe.each([createOurs(), ...otherEngines])('$name', ({ build }) => {
  test('finds the tool that is meant by its words, and nothing by none', () => {
    const find = build(tools);
    expect(find('give the cat some dinner', 10)[0]).toBe('feedCat');
    expect(find('open the gate', 1)).toEqual(['open_gate']);
    expect(find('zzzz', 10)).toEqual([]);
  });

  test('takes a query of signs for words and not for orders', () => {
    expect(build(tools)('name:"grass" -cut OR (NEAR *', 10)).toContain('mow_lawn');
  });

  test('works over no tools and over one', () => {
    expect(build([])('gate', 10)).toEqual([]);
    expect(build([tool('open_gate', 'Open the gate.', 'gate')])('cat', 10)).toEqual([]);
  });
});
