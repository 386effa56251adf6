// The ports a tool may declare in `needs`. Each call gets exactly those, minted under its caller's ceiling.
import type { Catalog } from '../ports/catalog.ts';
import type { FileAccess } from '../ports/files.ts';
import type { NetAccess } from '../ports/net.ts';
import type { ProcessAccess } from '../ports/process.ts';
import type { ConfinedPath } from '../proof/proofs.ts';
import type { ServerState } from '../server/server-view.ts';
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

/** A server as it is wanted: a program or an address. Which of the two goes with what is checked before anybody is asked. */
export interface WantedServer {
  readonly name: string;
  readonly transport: 'stdio' | 'http';
  readonly command: string | null;
  readonly args: readonly string[];
  readonly url: string | null;
  /** Values, or `{secret NAME}` and `{env NAME}` for where they are. */
  readonly env: Readonly<Record<string, string>>;
  readonly bearerTokenEnv: string | null;
  /** In `.mcp.json` of the workspace, and not in the owner's own configuration. */
  readonly project: boolean;
}

/** Nothing that a server said. */
export interface ListedServer {
  readonly name: string;
  readonly state: ServerState;
  readonly from: string;
  readonly tools: readonly string[];
  /** Tools that wait for acceptance. */
  readonly waiting: number;
}

/** Of a configuration that was changed. */
interface ChangedServers {
  readonly file: string;
  /** Secrets that the entry names. */
  readonly secrets: readonly string[];
  /** Whether this runtime has taken it up. */
  readonly isTaken: boolean;
}

/** The owner's MCP servers, changed by the owner's answer: only a tool that runs by that answer changes any. Nothing of this starts one. */
export interface Servers {
  list(): readonly ListedServer[];
  add(wanted: WantedServer): Promise<ChangedServers>;
  remove(named: Pick<WantedServer, 'name' | 'project'>): Promise<ChangedServers>;
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
  readonly servers: Servers;
}
