// The process port over one folder and its real sandbox, with what a program did as text.
import type { ProgramEnd, ProgramRun } from '../../contract/index.ts';
import { createConfinement } from '../files/confinement.ts';
import { confinementForTest, sandboxForTest } from '../sandbox/sandbox-for-test.ts';
import type { SandboxSettings } from '../sandbox/sandbox.ts';
import { cleanEnvironment } from './clean-environment.ts';
import { findShell } from '../programs/find-shell.ts';
import { createProcessAccess } from './process-access.ts';

export interface Told extends Omit<ProgramEnd, 'stdout' | 'stderr'> {
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramsForTest {
  /** A line for the shell, or words. */
  run(command: string | readonly string[], more?: Partial<ProgramRun>): Promise<Told>;
  close(): void;
}

export async function programsForTest(folder: string, more: Partial<SandboxSettings> = {}): Promise<ProgramsForTest> {
  const sandbox = sandboxForTest(folder, more);
  const confinement = await createConfinement({ ...confinementForTest(folder), ...more });
  const confined = await confinement.confine('.', { action: 'read' });
  if (!confined.ok) throw new Error(confined.refusal.text);
  const environment = cleanEnvironment({ PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/somebody' }, { allow: [] });
  const programs = createProcessAccess({ shell: await findShell(), environment, sandbox });
  return {
    async run(command, given) {
      const end = await programs.run({
        command: typeof command === 'string' ? { shell: command } : { argv: command },
        directory: confined.path,
        maxBytes: 100_000,
        timeoutMs: 15_000,
        signal: new AbortController().signal,
        ...given,
      });
      return { ...end, stdout: Buffer.from(end.stdout).toString(), stderr: Buffer.from(end.stderr).toString() };
    },
    close: () => sandbox.close(),
  };
}
