// The ports a tool may declare in `needs`. Each call gets exactly those, minted under its caller's ceiling.
import type { Catalog } from '../ports/catalog.ts';
import type { FileAccess } from '../ports/files.ts';
import type { NetAccess } from '../ports/net.ts';
import type { ProcessAccess } from '../ports/process.ts';
import type { ConfinedPath } from '../proof/proofs.ts';
import type { KeptResult } from '../ports/results.ts';

export interface Notes {
  /** Answers the id of the note. */
  add(text: string): Promise<string>;
}

/** Writes down what the owner's answer opened: only a tool that runs by that answer has it. */
export interface Roots {
  /** Answers the id, by which the owner removes it. */
  add(directory: ConfinedPath, asked: { readonly access: 'read' | 'write'; readonly reason: string }): Promise<string>;
}

/** Results that this caller was given before in this session. */
export interface OwnResults {
  last(): Promise<KeptResult | null>;
  read(ref: string): Promise<KeptResult | null>;
}

export interface ToolPorts {
  readonly files: FileAccess;
  readonly net: NetAccess;
  readonly process: ProcessAccess;
  readonly catalog: Catalog;
  readonly notes: Notes;
  readonly roots: Roots;
  readonly results: OwnResults;
}
