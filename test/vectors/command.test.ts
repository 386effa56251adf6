import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const command = join(import.meta.dirname, '../../scripts/vectors.ts');
const cases = join(import.meta.dirname, 'policy.dev.jsonl');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vectors-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(...args: string[]): Promise<Ended> {
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [command, ...args])) };
  } catch (cause) {
    // What execFile rejects with when a program ends with another code than 0.
    return cause as Ended;
  }
}

async function file(text: string): Promise<string> {
  const path = join(folder, 'cases.jsonl');
  await writeFile(path, text);
  return path;
}

const line = (expect: object, more: object = {}) =>
  JSON.stringify({
    id: 'one',
    why: 'a case',
    rules: [{ id: 'r', effect: 'DENY', scope: 'global', capability: '*', target: '*', action: '*' }],
    request: { agent: 'a', capability: 'c', target: 't', action: 'read', at: '2025-06-16T10:00:00Z', tz: 'UTC' },
    default: 'ALLOW',
    locked: [],
    expect,
    ...more,
  });

describe('npm run vectors', () => {
  test('closes with the count and ends with 0 where all is as stated', async () => {
    expect(await run('policy', cases)).toMatchObject({ code: 0, stdout: '156 passed, 0 failed\n', stderr: '' });
  });

  test('lists what differs and ends with 1', async () => {
    const right = line({ effect: 'DENY', rule: 'r', specificity: 0 });
    const ended = await run(
      'policy',
      await file(`${right}\n\n${line({ effect: 'ASK', rule: null, specificity: null })}\n`),
    );
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stdout).toBe(
      'one: a case\n  expected {"effect":"ASK","rule":null,"specificity":null}\n  got      {"effect":"DENY","rule":"r","specificity":0}\n1 passed, 1 failed\n',
    );
  });

  test('counts a case that is no policy vector as failed', async () => {
    const ended = await run('policy', await file(`${line({ effect: 'MAYBE' })}\n${line({}, { request: null })}\n5\n`));
    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(/case 3: not of this kind[^]*\n0 passed, 3 failed\n$/);
  });

  test.each<[string, () => Promise<readonly string[]>, RegExp]>([
    ['no arguments', async () => [], /usage: [^]*\nkinds: .*\bshell\b/],
    ['no file', async () => ['policy'], /usage: /],
    ['too many arguments', async () => ['policy', cases, cases], /usage: /],
    [
      'a kind there is not',
      async () => ['nonsense', cases],
      /no kind of vectors named nonsense[^]*kinds: .*\binjections\b/,
    ],
    ['a kind that every object has', async () => ['constructor', cases], /no kind of vectors named constructor/],
    ['a file that is not there', async () => ['policy', join(folder, 'none')], /none cannot be read: ENOENT/],
    ['a folder', async () => ['policy', folder], /cannot be read: EISDIR/],
    ['an empty file', async () => ['policy', await file('\n')], /holds no cases/],
    ['a line that is not JSON', async () => ['policy', await file('{"id":\n')], /cases\.jsonl:1 is not JSON/],
  ])('ends with 2 and a sentence for %s', async (_, args, message) => {
    const ended = await run(...(await args()));
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(message);
  });
});
