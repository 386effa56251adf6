// What the operator says of one program whose commands are tools.
import type { NamedValues } from '../mcp/spec/server-spec.ts';

/** Which tools are meant: any pattern found in the name, or any tag; the tag "" is that of a tool without tags. */
export interface ToolSelection {
  /** Regular expressions in linear time, not anchored. */
  readonly tools: readonly string[];
  readonly tags: readonly string[];
}

export interface CliSettings {
  /** The name of the source. */
  readonly source: string;
  /** The program and its first arguments. */
  readonly argv: readonly [string, ...string[]];
  /** Stands before the path of a command in the name of its tool; empty for none. */
  readonly prefix: string;
  /** Null takes all. Commands tagged `ai:deny` are out before, and never back in. */
  readonly include: ToolSelection | null;
  readonly exclude: ToolSelection | null;
  /** Names of global flags that every tool has. */
  readonly globalFlags: readonly string[];
  /** Tools with one of these tags ask in every mode, besides those of `ai:confirm`. */
  readonly confirmTags: readonly string[];
  /** Of these the operator says that they only read: here a pattern is one of the whole name. */
  readonly readOnly: ToolSelection | null;
  /** `off`: it runs as its owner does, outside the sandbox. */
  readonly sandbox: 'on' | 'off';
  /** Hosts that it may reach from the sandbox. */
  readonly hosts: readonly string[];
  /** Absolute, or relative to the workspace. */
  readonly directory: string;
  readonly timeoutMs: number;
  /** By name of tool. */
  readonly timeoutsMs: Readonly<Record<string, number>>;
  /** Variables besides the clean environment. */
  readonly env: NamedValues;
  /** Variables of this process that it is given besides the clean environment. */
  readonly passEnv: readonly string[];
}
