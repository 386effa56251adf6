// What every kind of walls can do, so that the proof runs exactly what later programs run in.
import type { ProgramReach } from '../../contract/index.ts';
import type { Enclosed, SandboxLevel } from './enclosed.ts';
import type { Program } from './program.ts';

export interface EnclosePlace {
  /** Real path of the directory the program is to run in. */
  readonly directory: string;
  readonly reach: ProgramReach;
  readonly timeoutMs: number;
  /** Shown besides, read-only: for the proof. */
  readonly more?: readonly { readonly source: string; readonly path: string }[];
}

export interface Walls {
  readonly level: SandboxLevel;
  /** Looks at what there is to hide; starts nothing. */
  enclose(program: Program, place: EnclosePlace): Promise<Enclosed>;
}
