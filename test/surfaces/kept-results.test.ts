// Long results over processes and surfaces: what was cut is read on by its ref, from whichever process of the owner, and by nobody else.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seamChars, type Completed } from '../../src/contract/index.ts';
import { createCommandLine, startDaemonOf, type CommandLine } from '../../src/surfaces/cli/run-for-test.ts';

const text = Array.from({ length: 9_000 }, (_, at) => `line ${at}`).join('\n');

function withLongFile(): CommandLine {
  const at = createCommandLine(onTestFinished);
  writeFileSync(join(at.workspace, 'long.txt'), text);
  // A cap below the page that is read.
  const folder = join(at.home, '..', '.config', 'gatehouse');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.yaml'), 'tools: { resultChars: 1000 }\n', { mode: 0o600 });
  return at;
}

const readLong = ['call', 'file_read', '--arg', 'filename=long.txt', '--arg', 'limit=2000'] as const;

async function refOf(at: CommandLine): Promise<string> {
  const { value } = await at.json(readLong);
  const { observation } = value as Completed;
  expect(observation.omittedChars).toBeGreaterThan(10_000);
  return observation.ref ?? '';
}

describe.each(['local', 'daemon'] as const)('a result over the cap, with the %s runtime', (runtime) => {
  it('names a ref, under which the next command reads the rest, and the same words once more', async () => {
    const at = withLongFile();
    if (runtime === 'daemon') await startDaemonOf(at, onTestFinished);
    const shown = await at.run(readLong);
    const [line, ref = ''] = /The rest: \S+ call last_output --arg ref=(res_\w+)\n$/.exec(shown.stdout) ?? [];
    expect(line).toBeDefined();
    const rest = await at.run(['call', 'last_output', '--arg', `ref=${ref}`, '--arg', 'length=500']);
    expect(rest.code).toBe(0);
    expect(rest.stdout).toContain(`read on with ref ${ref}`);
    const seen = /^\[[^\]]*\]\n(.*?)\n\[\d+ characters left out/s.exec(shown.stdout)?.[1] ?? '';
    const more = rest.stdout.slice(rest.stdout.indexOf('\n') + 1, -1);
    expect(more).toHaveLength(500);
    // It begins with the last words that were seen.
    expect(seen.endsWith(more.slice(0, seamChars))).toBe(true);
    expect(text).toContain(seen + more.slice(seamChars));
    const last = await at.run(['call', 'last_output', '--arg', 'length=60']);
    expect(last.stdout).toContain('characters 0 to 60');
  });

  it('is unknown in another session, in the words of a ref that never was', async () => {
    const at = withLongFile();
    if (runtime === 'daemon') await startDaemonOf(at, onTestFinished);
    const ref = await refOf(at);
    const other = { env: { GATEHOUSE_SESSION: 'another' } };
    const asked = async (name: string) => {
      const ran = await at.run(['call', 'read_content', '--arg', `ref=${name}`], other);
      return [ran.code, ran.stdout.replaceAll(name, 'REF')];
    };
    expect(await asked(ref)).toEqual(await asked('res_00000000000000000000'));
    expect((await asked(ref))[0]).toBe(1);
  });
});

it('the last result, however short, is there for the next process', async () => {
  const at = withLongFile();
  await at.run(['call', 'calculate', '--arg', 'expression=6*7']);
  expect((await at.run(['call', 'last', '{}'])).stdout).toMatch(/from calculate: .*\n42\n$/);
  expect((await at.run(['call', 'prev_output'])).stdout).toMatch(/\n42\n$/);
});
