import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNamedVariables, type VariableNeeds } from './named-variables.ts';

function variables(given: Partial<VariableNeeds>) {
  const secrets: string[] = [];
  const reports: string[] = [];
  const named = createNamedVariables({
    from: {},
    deny: [],
    env: { PATH: process.env['PATH'] },
    registerSecret: (name, value) => secrets.push(`${name}=${value}`),
    secretValue: (name) =>
      name === 'MAIL' ? Promise.resolve('of mail') : Promise.reject(new Error(`Nothing is named ${name}.`)),
    report: (message) => reports.push(message),
    now: () => 0,
    ...given,
  });
  return { named, secrets, reports };
}

const sh = (line: string) => ({ command: ['sh', '-c', line] });

describe('a variable with a source', () => {
  it('has the value of another variable, or what a program prints, and both are secrets from then on', async () => {
    const { named, secrets } = variables({
      from: {
        A: { env: 'B' },
        M: { secret: 'MAIL' },
        C: sh('echo "  a value "'),
        D: sh(String.raw`printf 'no newline'`),
      },
      env: { PATH: process.env['PATH'], B: 'of b' },
    });
    expect(await named.resolve()).toEqual({
      values: { A: 'of b', M: 'of mail', C: '  a value ', D: 'no newline' },
      misses: [],
    });
    expect(secrets).toEqual(['A=of b', 'M=of mail', 'C=  a value ', 'D=no newline']);
  });

  it('is passed to its program as it stands, never through a shell', async () => {
    const { named } = variables({ from: { A: { command: ['printf', '%s', '$HOME `id` "; ls'] } } });
    expect((await named.resolve()).values).toEqual({ A: '$HOME `id` "; ls' });
  });

  it('never comes where it is denied, and its program is not even run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-variables-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { named } = variables({ from: { A: sh(`touch ${folder}/ran; echo x`) }, deny: ['A'] });
    expect(await named.resolve()).toEqual({ values: {}, misses: [] });
    expect(() => readFileSync(join(folder, 'ran'))).toThrow('ENOENT');
  });

  it.each([
    [{ secret: 'GONE' }, 'Nothing is named GONE.'],
    [{ env: 'UNSET' }, 'the variable UNSET is not set here.'],
    [{ env: 'EMPTY' }, 'the variable EMPTY is not set here.'],
    [{ command: ['no-such-program'] }, 'no-such-program could not be started (ENOENT).'],
    [{ command: ['/etc/passwd'] }, '/etc/passwd could not be started (EACCES).'],
    [sh('exit 3'), 'sh ended with exit code 3.'],
    [sh('kill -9 $$'), 'sh ended with SIGKILL.'],
    [sh(':'), 'sh printed nothing.'],
    [sh('echo'), 'sh printed nothing.'],
    [sh('printf "secret\\nline\\n"'), 'sh printed more than one line.'],
    [sh('printf "secret\\n\\n"'), 'sh printed more than one line.'],
    [sh(String.raw`printf '\000'`), 'sh printed more than one line.'],
    [sh(String.raw`printf '\377'`), 'sh printed what is no UTF-8 text.'],
    [sh('yes secret'), 'sh printed more than 8192 bytes.'],
    [sh('head -c 8193 /dev/zero | tr "\\0" x'), 'sh printed more than 8192 bytes.'],
  ])('of %j is missing: %s', async (source, why) => {
    const { named, reports } = variables({
      from: { A: source, OK: { env: 'THERE' } },
      env: { PATH: process.env['PATH'], EMPTY: '', THERE: 'there' },
    });
    expect(await named.resolve()).toEqual({ values: { OK: 'there' }, misses: [{ name: 'A', why }] });
    expect(reports).toEqual([`Programs go without A (sandbox.env.from): ${why}`]);
    expect(reports.join()).not.toContain('secret');
  });

  it('takes exactly 8192 bytes with its newline', async () => {
    const { named } = variables({ from: { A: sh('head -c 8191 /dev/zero | tr "\\0" x; echo') } });
    expect((await named.resolve()).values['A']).toHaveLength(8191);
  });

  it('is given up after three seconds, and nothing of its program stays', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-variables-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { named } = variables({
      from: { A: sh(`sleep 60 & echo $! > ${folder}/pid; wait`), B: sh('sleep 60 | cat') },
    });
    const start = performance.now();
    const { misses } = await named.resolve();
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(misses.map(({ why }) => why)).toEqual(Array(2).fill('sh did not end within 3 seconds.'));
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    await expect.poll(() => state(pid)).toMatch(/^(?:gone|Z)$/);
  });

  it('is looked for once while it is found, and again after a minute while it is missing', async () => {
    const env: Record<string, string | undefined> = { FOUND: 'first' };
    let now = 0;
    const { named, reports, secrets } = variables({
      from: { A: { env: 'FOUND' }, B: { env: 'LATE' } },
      env,
      now: () => now,
    });
    await Promise.all([named.resolve(), named.resolve()]);
    env['FOUND'] = 'second';
    env['LATE'] = 'late';
    now = 59_999;
    expect(await named.resolve()).toMatchObject({ values: { A: 'first' }, misses: [{ name: 'B' }] });
    now = 60_000;
    expect(await named.resolve()).toEqual({ values: { A: 'first', B: 'late' }, misses: [] });
    expect(reports).toHaveLength(1);
    expect(secrets).toEqual(['A=first', 'B=late']);
  });
});

function state(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.slice(0, 1) ?? '';
  } catch {
    return 'gone';
  }
}
