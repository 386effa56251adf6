// How far a program is confined by the operating system: proven at first use by running the real thing, said in every result, never assumed.
import { CapabilityError } from '../../contract/index.ts';
import type { Enclosed } from './enclosed.ts';
import { createOwnFolder, type OwnFolder } from './own-folder.ts';
import type { Program } from './program.ts';
import type { SandboxProof, SandboxSetting, SandboxSettings, Standing } from './proof/standing.ts';
import { unconfined } from './proof/unconfined.ts';
import type { EnclosePlace } from './walls.ts';

export type { SandboxProof, SandboxSettings } from './proof/standing.ts';

/**
 * Contract: `prove` answers what was proven by running the real profile, tries it once for all who ask, and throws only where the code for
 * it cannot be loaded; `enclose` answers the program that starts the given one at that level, and starts nothing. Opening it costs nothing.
 */
export interface Sandbox {
  readonly setting: SandboxSetting;
  prove(): Promise<SandboxProof>;
  /** What is proven, or being proven; null where nobody has asked yet. Starts nothing. */
  known(): Promise<SandboxProof> | null;
  enclose(program: Program, place: EnclosePlace): Promise<Enclosed>;
  /** To be called when no program runs in it any more: removes what it wrote beside the workspace. */
  close(): void;
}

export function openSandbox(settings: SandboxSettings): Sandbox {
  let standing: Promise<Standing> | null = null;
  const ownFolder = createOwnFolder();
  const stand = (): Promise<Standing> => (standing ??= standOn(settings, ownFolder));
  return {
    setting: settings.setting,
    prove: () => proofOf(stand()),
    known: () => (standing === null ? null : proofOf(standing)),
    async enclose(program, place) {
      const { walls, level } = await stand();
      if (walls === null) return unconfined(program, level);
      return walls.enclose(program, place);
    },
    close: () => ownFolder.remove(),
  };
}

async function proofOf(standing: Promise<Standing>): Promise<SandboxProof> {
  const { level, reason } = await standing;
  return { level, reason };
}

/** The walls, and what proves them, are loaded by the first that asks. */
async function standOn(settings: SandboxSettings, ownFolder: OwnFolder): Promise<Standing> {
  const { findStanding } = await import('./proof/find-standing.ts');
  return findStanding(settings, ownFolder);
}

/** Of a program that its owner runs outside: the gate refuses such a call before, as it does below. */
export function refuseRequired({ setting }: Pick<Sandbox, 'setting'>): void {
  if (setting !== 'required') return;
  throw new CapabilityError(
    'process_failed',
    'The setting sandbox: required lets nothing run outside the sandbox, and this is run there.',
  );
}

/** The gate refuses such a call before; this holds where somebody composed a runtime without that guard. */
export async function requireFull(sandbox: Sandbox): Promise<void> {
  if (sandbox.setting !== 'required') return;
  const { level, reason } = await sandbox.prove();
  if (level === 'full') return;
  throw new CapabilityError(
    'process_failed',
    `The setting sandbox: required wants level full, which is ${level}. ${reason}`,
  );
}
