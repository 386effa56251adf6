// One configured source, of whatever kind: what the desk holds of it, and what a source is given.
import type { SourceView } from '../../../contract/index.ts';
import type { Artifacts, Environment, IdentifiedArtifact, ProgramAsking, Redactor } from '../../../host/index.ts';
import type { Registration } from '../../../kernel/index.ts';
import type { Config } from '../../config/load-config.ts';
import type { SourceSettings } from '../../config/sources/settle-sources.ts';

export interface SourceNeeds {
  readonly workspace: string;
  /** Of this process: where values are taken from. */
  readonly env: Environment;
  /** The folder in the home that keeps what was read. */
  readonly folder: string;
  readonly artifacts: Artifacts;
  readonly asking: ProgramAsking;
  readonly redactor: Pick<Redactor, 'register'>;
  /** What may be fetched, and how. */
  readonly net: Config['net'];
  /** Rejects with a sentence where there is none to be had. */
  readonly secretValue: (name: string) => Promise<string>;
}

export interface ProgramLook {
  readonly found: IdentifiedArtifact;
  /** What is another than when its commands were read. */
  readonly differences: readonly string[];
}

/** What a guard has to know of a program. */
export interface SourceProgram {
  /** The program and its first arguments, as configured. */
  readonly argv: readonly string[];
  /** Looks at files and starts nothing. */
  look(): Promise<ProgramLook>;
}

export interface OpenSource {
  readonly settings: SourceSettings;
  /** Its tools are swapped together. */
  readonly family: { readonly source: string; readonly family: string };
  /**
   * Reads what it is, from what is kept where nothing changed; `isAnew` reads it whatever is kept. It is as before until the answer is called,
   * together with the swap of its tools: how it went is in the view then.
   */
  read(isAnew: boolean): Promise<() => void>;
  /** By the names that the source gives them; empty while it is broken. */
  tools(): readonly Registration[];
  view(): Omit<SourceView, 'tools'>;
  /** Null for a source that is none. */
  readonly program: SourceProgram | null;
}
