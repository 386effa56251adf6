// What a sandbox is opened with, and what is found of the machine it stands on.
import type { DecisionSettings } from '../../../contract/index.ts';
import type { ConfinementSettings } from '../../files/confinement.ts';
import type { SandboxLevel } from '../enclosed.ts';
import type { ProgramNet } from '../ground.ts';
import type { Walls } from '../walls.ts';

export type SandboxSetting = DecisionSettings['sandbox'];

export interface SandboxSettings extends ConfinementSettings {
  readonly setting: SandboxSetting;
  readonly net: ProgramNet;
  /** Where bubblewrap and perl are looked for, as in PATH. */
  readonly searchPath: string;
}

/** What is proven of this machine. */
export interface SandboxProof {
  readonly level: SandboxLevel;
  /** How it is known, and what would give a better level. */
  readonly reason: string;
}

export interface Standing extends SandboxProof {
  /** Null where a program runs as it is. */
  readonly walls: Walls | null;
}
