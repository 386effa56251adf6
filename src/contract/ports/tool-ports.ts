// The ports a tool may declare in `needs`. Each call gets exactly those, minted under its caller's ceiling.
import type { Catalog } from './catalog.ts';
import type { FileAccess } from './files.ts';
import type { NetAccess } from './net.ts';
import type { ProcessAccess } from './process.ts';

export interface Notes {
  /** Answers the id of the note. */
  add(text: string): Promise<string>;
}

export interface ToolPorts {
  readonly files: FileAccess;
  readonly net: NetAccess;
  readonly process: ProcessAccess;
  readonly catalog: Catalog;
  readonly notes: Notes;
}
