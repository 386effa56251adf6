import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createRedactor } from './secrets/redactor.ts';
import { createLastingPrograms, type LastingProgram } from './process/lasting/lasting-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lasting-'));
afterAll(() => rmSync(folder, { recursive: true }));
const programs = createLastingPrograms({ folder, report: () => undefined });

interface Running {
  readonly program: LastingProgram;
  readonly lines: readonly string[];
}

async function start(script: string, redactor = createRedactor()): Promise<Running> {
  const lines: string[] = [];
  const program = await programs.start({
    argv: ['/bin/sh', '-c', script],
    directory: '/',
    environment: { PATH: '/usr/bin:/bin', GIVEN: 'yes' },
    maxLineBytes: 1_000,
    onLine: (line) => lines.push(line),
    onLongLine: (bytes) => lines.push(`long ${bytes}`),
    redact: redactor.stream,
  });
  onTestFinished(() => program.stop());
  return { program, lines };
}

function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

describe('a program that lives on', () => {
  it('is written lines, answers with lines, and has the environment it was given and no other', async () => {
    const { program, lines } = await start('while read line; do echo "got $line"; done; env');
    await program.writeLine('one');
    await program.writeLine('two');
    await expect.poll(() => lines).toEqual(['got one', 'got two']);
    await program.stop();
    const names = lines.slice(2).map((line) => line.split('=')[0] ?? '');
    expect(names.toSorted()).toEqual(['GATEHOUSE_RUN', 'GIVEN', 'PATH', 'PWD']);
  });

  it('says how it ended, and takes no more input', async () => {
    const { program } = await start('exit 7');
    expect(await program.ended).toBe('exit code 7');
    await expect(program.writeLine('x')).rejects.toThrow('takes no input');
  });

  it('that cannot be started is told by its name', async () => {
    const run = { directory: '/', environment: { PATH: '/usr/bin' }, maxLineBytes: 1, redact: createRedactor().stream };
    const deaf = { onLine: () => undefined, onLongLine: () => undefined };
    await expect(programs.start({ ...run, ...deaf, argv: ['no-such-program'] })).rejects.toMatchObject({
      code: 'process_failed',
      message: expect.stringContaining('no-such-program could not be started'),
    });
  });

  it('is stopped with all that it started, deaf to TERM or out of its group', async () => {
    const { program, lines } = await start(
      `trap '' TERM; sh -c "trap '' TERM; sleep 300" & echo $!; setsid sleep 300 & echo $!; while :; do sleep 1; done`,
    );
    await expect.poll(() => lines.length).toBe(2);
    const pids = lines.map(Number);
    expect(pids.every(isAlive)).toBe(true);
    await program.stop();
    expect(pids.filter(isAlive)).toEqual([]);
    expect(await program.ended).toBe('signal SIGKILL');
  });

  it('that ends by itself leaves nothing that it started', async () => {
    const { program, lines } = await start('sleep 300 & echo $!; sleep 0.2');
    await program.ended;
    expect(lines.map(Number).filter(isAlive)).toEqual([]);
  });

  it('shows the end of its error output without the secrets in it', async () => {
    const redactor = createRedactor();
    redactor.register('KEY', 'Zq9-Tur-7kk-0815');
    const { program } = await start(
      'i=0; while [ $i -lt 2000 ]; do echo filler $i >&2; i=$((i+1)); done; printf Zq9-Tur >&2; sleep 0.1; echo -7kk-0815 last >&2',
      redactor,
    );
    await program.ended;
    expect(program.errorTail()).toMatch(/\[redacted: KEY\] last\n$/);
    expect(program.errorTail().length).toBeLessThanOrEqual(4_096);
  });
});
