// Vectors of the shell classifier: asks the guard itself about each command line, in a workspace as they presume one.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Fact, Guard } from '../../src/contract/index.ts';
import { requestForTest } from '../../src/testing/index.ts';
import { createConfinement, createShellGuard } from '../../src/host/index.ts';
import { readLines } from './read-lines.ts';
import type { VectorKind, VectorResult } from './vector-kind.ts';

const verdicts = ['safe', 'ask', 'deny'] as const;
type Verdict = (typeof verdicts)[number];

const vector = z.object({
  id: z.string(),
  why: z.string().default(''),
  command: z.string(),
  verdict: z.enum(verdicts),
  accept: z.array(z.enum(verdicts)).min(1),
});

export const shellVectors: VectorKind = async (path) => {
  const lines = await readLines(path);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-vectors-')));
  try {
    const guard = await guardIn(folder);
    return await Promise.all(lines.map((line, index) => run(guard, line, index)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

async function guardIn(folder: string): Promise<Guard> {
  const home = join(folder, 'home');
  const workspace = join(folder, 'work');
  for (const path of [home, join(workspace, 'src')]) mkdirSync(path, { recursive: true });
  for (const name of ['a.txt', 'b.txt', 'src/a.ts']) writeFileSync(join(workspace, name), 'a\nb\n');
  for (const name of ['objects', 'refs']) mkdirSync(join(workspace, '.git', name), { recursive: true });
  writeFileSync(join(workspace, '.git/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(workspace, '.git/config'), '[core]\n\tbare = false\n');
  const confinement = await createConfinement({
    workspace,
    readRoots: [workspace],
    writeRoots: [workspace],
    guestRoots: [],
    zones: { blocked: [], prompt: [], silent: [] },
    protectedPaths: [join(home, '.gatehouse')],
    userFolder: home,
  });
  const ownProgram = { names: ['gatehouse'], files: [], folder: null };
  return createShellGuard({ confinement, home, ownProgram, protectedWords: ['GATEHOUSE_HOME'] });
}

async function run(guard: Guard, line: unknown, index: number): Promise<VectorResult> {
  const parse = vector.safeParse(line);
  if (!parse.success) {
    const got = z.prettifyError(parse.error);
    const expected = 'a shell vector';
    return { id: `case ${index + 1}`, why: 'not of this kind', passed: false, expected, got };
  }
  const { id, why, command, verdict, accept } = parse.data;
  const target = { kind: 'command', action: 'run', value: command, pointer: '/command', identity: null } as const;
  const { facts } = await guard.inspect(requestForTest([target], { args: { command } }));
  const answer = answerOf(facts);
  const deciding = facts.find((fact) => (answer === 'deny' ? fact.verdict === 'floor' : fact.name === 'shell'));
  return {
    id,
    why: `${JSON.stringify(command)}: ${why}`,
    passed: accept.includes(answer),
    expected: accept.join(' or '),
    got: `${answer}: ${deciding?.text}`,
    ...(verdict === 'safe' ? { isNuisance: answer !== 'safe' } : {}),
  };
}

/** What the mode table makes of the facts in the session mode readonly with a full sandbox. */
function answerOf(facts: readonly Fact[]): Verdict {
  if (facts.some(({ verdict }) => verdict === 'floor' || verdict === 'boundary' || verdict === 'unknown'))
    return 'deny';
  const isSafe = facts.some(({ name, value }) => name === 'shell' && value === 'safe');
  return isSafe && facts.every(({ verdict }) => verdict !== 'ask') ? 'safe' : 'ask';
}
