// What runs behind the gate. A handler is given proofs that checks ran, never the strings that were checked.
import type { JsonObject } from '../json.ts';
import type { Sampling } from '../call/call.ts';
import type { LogNotice, ProgressNotice } from '../call/notice.ts';
import type { NewQuestion, QuestionEnd } from '../question/question.ts';
import type { ToolPorts } from './tool-ports.ts';
import type { Admitted, CheckedUrl, ConfinedPath } from '../proof/proofs.ts';
import type { ToolResult } from '../tool/tool-result.ts';

/** What the operator sets for tools as a whole. */
export interface ToolSettings {
  /** Lines of a page of a file. */
  readonly readPageLines: number;
}

export interface HandlerContext<Need extends keyof ToolPorts = never> {
  readonly callId: string;
  readonly workspace: string;
  readonly caller: {
    readonly agent: string;
    readonly trust: string;
    readonly session: string;
    readonly principal: string;
    readonly through?: readonly string[];
  };
  /** Aborted on timeout and when the caller gives up. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Proven paths by JSON pointer of the argument they came from. */
  readonly paths: Readonly<Record<string, ConfinedPath>>;
  /** Proven URLs by JSON pointer. */
  readonly urls: Readonly<Record<string, CheckedUrl>>;
  /** Facts of the guards a handler has use for, such as the sandbox level. */
  readonly facts: JsonObject;
  readonly settings: ToolSettings;
  /** Says something to whoever called and listens. Never throws; too much of it is left out. */
  readonly tell: (notice: ProgressNotice | LogNotice) => void;
  /** Asks the user of whoever called, and waits; the time of the call stands still meanwhile. Never rejects; an aborted signal takes it back. */
  readonly ask: (question: NewQuestion, signal?: AbortSignal) => Promise<QuestionEnd>;
  /** Absent where the client that called makes no completions. */
  readonly sampling?: Sampling;
  /** Exactly the ports the tool declared in `needs`. */
  readonly ports: Pick<ToolPorts, Need>;
}

/**
 * Runs one admitted call.
 * Contract: may throw (the gate makes it `failed`); must stop soon after `signal` aborts; must not keep the context.
 */
export type Handler = (args: Admitted<JsonObject>, context: HandlerContext<keyof ToolPorts>) => Promise<ToolResult>;

/** Brings a handler on its first call, so that listing tools loads none of them. */
export type HandlerLoader = () => Promise<Handler>;
