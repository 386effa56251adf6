// Programs as handlers see them: argv or a shell line, in a confined directory, with a clean environment and a bounded output.
import type { ConfinedPath } from '../proof/proofs.ts';

/** What a sandboxed program may reach beyond the system's programs and a scratch folder of its own. */
export interface ProgramReach {
  readonly workspace: 'write' | 'read' | 'none';
  /** Hosts, each with its subdomains, that it may reach through the filtering proxy. Empty: no network. */
  readonly hosts: readonly string[];
}

export interface ProgramRun {
  /** Program and arguments, where `rg` is the ripgrep that comes with the product; or a line for the shell. */
  readonly command: { readonly argv: readonly string[] } | { readonly shell: string };
  readonly directory: ConfinedPath;
  /**
   * `host` is for programs of ours whose arguments we made, such as ripgrep. `outside`: a foreign one that its owner runs as himself, watched
   * as in the sandbox and never run where the setting requires one. Default `sandbox`.
   */
  readonly place?: 'sandbox' | 'host' | 'outside';
  /** Default: the workspace is written, and the network is what the owner lists. What a lower level than `full` cannot hold back, the gate asks about. */
  readonly reach?: ProgramReach;
  /** Variables besides the clean environment. Default: those that the owner gave a source. Their values are on no command line. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Kept of stdout and of stderr each: `keptHeadBytes` of it from the start, the rest from the end; what lies between is counted. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ProgramEnd {
  readonly exitCode: number | null;
  /** Name of the signal that ended it, else null. */
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly stdoutOmitted: number;
  readonly stderrOmitted: number;
  /** True when programs it had left running were ended. */
  readonly endedLeftovers?: boolean;
  /** The sandbox it ran in; `none` for a program of ours, `off` for one outside. */
  readonly sandbox: 'full' | 'landlock' | 'none' | 'off';
  /** What else is to be told, in sentences: such as what it made under a protected name and was moved aside. */
  readonly notes?: readonly string[];
}

/** Where in a stream of `maxBytes` the omitted bytes are missing. The end of an output says more than its start. */
export function keptHeadBytes(maxBytes: number): number {
  return Math.floor(maxBytes / 4);
}

/** Contract: kills the whole process group on timeout and abort and leaves no process behind; throws `process_failed` when it cannot start, and what `signal` aborted with. */
export interface ProcessAccess {
  run(program: ProgramRun): Promise<ProgramEnd>;
}
