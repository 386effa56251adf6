// How far a program is confined by the operating system: probed once at the start, said in every result, never assumed.
import type { DecisionSettings, ProgramEnd } from '../../contract/index.ts';

type SandboxLevel = ProgramEnd['sandbox'];
export type SandboxSetting = DecisionSettings['sandbox'];

/** A program as it is started. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Contract: `level` is what was proven by running the real profile, and does not change; `enclose` answers the program that starts the
 * given one at that level, and starts nothing.
 */
export interface Sandbox {
  readonly setting: SandboxSetting;
  readonly level: SandboxLevel;
  /** Why it is that level, and what would give a better one. */
  readonly reason: string;
  enclose(program: Program): Program;
}

const reasons = {
  off: 'The setting sandbox: off leaves programs unconfined.',
  none: 'No sandbox is built into this version: programs run with all rights of the user that runs Gatehouse.',
} as const;

/** Probes what this machine can do under the setting. Never answers a level that was not proven. */
export async function openSandbox(setting: SandboxSetting): Promise<Sandbox> {
  const level = setting === 'off' ? 'off' : 'none';
  return { setting, level, reason: reasons[level], enclose: (program) => program };
}
