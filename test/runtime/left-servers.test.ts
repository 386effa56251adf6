// A daemon that is killed leaves its servers: the next process of that home ends them, their children with them, and nothing else.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLeftPrograms } from '../../src/host/process/lasting/left-programs.ts';
import { createServerWorld, isAlive, scripted, toldBy, type ServerWorld } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';

let world: ServerWorld;
let told: string;

beforeEach(() => {
  world = createServerWorld();
  told = join(world.folder, 'told');
});

function pids(): number[] {
  return [...toldBy(told).matchAll(/^(?:start|child) (\d+)$/gm)].map(([, pid]) => Number(pid));
}

function startDaemon(): ChildProcess {
  const program = join(root, 'test/programs/gatehouse.ts');
  const env = {
    HOME: world.folder,
    GATEHOUSE_HOME: join(world.folder, 'home'),
    GATEHOUSE_CONFIG: world.configFile,
    PATH: '/usr/bin:/bin',
  };
  const child = spawn(process.execPath, [program, 'up', '--port', '0'], { cwd: world.workspace, env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

it('a server that is deaf to the end of its input and to TERM, and its child, are gone after the next start', async () => {
  world.configure({ s: scripted('children', told) });
  const first = await world.house();
  await first.accept('s');
  await first.runtime.close();
  const before = pids().length;
  const daemon = startDaemon();
  await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(before + 2);
  const left = pids().slice(before);
  onTestFinished(() => left.forEach((pid) => isAlive(pid) && process.kill(pid, 'SIGKILL')));
  daemon.kill('SIGKILL');
  await new Promise((resolve) => daemon.once('exit', resolve));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(left.map(isAlive)).toEqual([true, true]);
  const next = await world.house({ livesOn: true });
  await expect.poll(() => left.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  await expect.poll(() => next.reports.join('\n')).toContain('Ended what an earlier process left running');
  await expect.poll(async () => (await next.view('s')).state, { timeout: 10_000 }).toBe('ready');
  await next.runtime.close();
  expect(readdirSync(join(world.folder, 'home/run/programs'))).toEqual([]);
});

describe('what is remembered', () => {
  const mark = 'a'.repeat(32);
  const owner = { pid: 4_000_000, startedAt: '1' };

  function record(more: object): string {
    const folder = join(world.folder, 'programs');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const table = readlinkSync('/proc/self/ns/pid');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `${mark}.json`),
      JSON.stringify({ boot, table, mark, command: 'x', owner, program: null, ...more }),
      {
        mode: 0o600,
      },
    );
    return folder;
  }

  function sleeper(): number {
    const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child.pid ?? 0;
  }

  const startOf = (pid: number): string =>
    readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[19] ?? '';

  it('ends a process whose number and time of start are those', async () => {
    const pid = sleeper();
    const folder = record({ program: { pid, startedAt: startOf(pid) } });
    expect(await createLeftPrograms(folder).sweep()).toEqual(['x']);
    expect([isAlive(pid), readdirSync(folder)]).toEqual([false, []]);
  });

  it.each([
    [
      'started at another time, as a number that was given anew is',
      (pid: number) => ({ program: { pid, startedAt: '1' } }),
    ],
    [
      'of another start of the machine',
      (pid: number) => ({ boot: 'other', program: { pid, startedAt: startOf(pid) } }),
    ],
    [
      'of a process that is still there',
      (pid: number) => ({
        owner: { pid: process.pid, startedAt: startOf(process.pid) },
        program: { pid, startedAt: startOf(pid) },
      }),
    ],
    ['under a mark that is none', (pid: number) => ({ mark: '', program: { pid, startedAt: startOf(pid) } })],
  ])('leaves alone what is %s', async (_what, more) => {
    const pid = sleeper();
    expect(await createLeftPrograms(record(more(pid))).sweep()).toEqual([]);
    expect(isAlive(pid)).toBe(true);
  });

  it('of a container that shares the home is left to it, and so is its record', async () => {
    const pid = sleeper();
    const folder = record({ table: 'pid:[1]', program: { pid, startedAt: startOf(pid) } });
    expect(await createLeftPrograms(folder).sweep()).toEqual([]);
    expect([isAlive(pid), readdirSync(folder)]).toEqual([true, [`${mark}.json`]]);
  });

  it('is seen to beside what cannot be removed', async () => {
    const pid = sleeper();
    const folder = record({ program: { pid, startedAt: startOf(pid) } });
    mkdirSync(join(folder, '0'));
    expect(await createLeftPrograms(folder).sweep()).toEqual(['x']);
    expect([isAlive(pid), readdirSync(folder)]).toEqual([false, ['0']]);
  });

  it.each([0, -1, 1, 1.5, '7', null])('never signals %j', async (pid) => {
    expect(await createLeftPrograms(record({ program: { pid, startedAt: '1' } })).sweep()).toEqual([]);
  });

  it('that cannot be read ends nothing', async () => {
    const folder = record({});
    writeFileSync(join(folder, 'b.json'), '{"pid": 1');
    writeFileSync(join(folder, 'c.json'), '[]');
    expect(await createLeftPrograms(folder).sweep()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
