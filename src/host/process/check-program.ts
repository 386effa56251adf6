// Whether there is a program to start, before walls are built around it: a name that leads nowhere is told as that.
import { CapabilityError } from '../../contract/index.ts';
import type { Program } from '../sandbox/program.ts';
import { findProgram } from '../programs/find-program.ts';

/** Throws `process_failed`. */
export async function checkProgram({ file, environment }: Program, directory: string): Promise<void> {
  if ((await findProgram(file, { path: environment['PATH'] ?? '', directory })) !== null) return;
  const where = file.includes('/')
    ? 'there is no program of that path'
    : 'no folder of PATH has a program of that name';
  throw new CapabilityError('process_failed', `${file} could not be started: ${where}.`);
}
