// A tool as the registry holds it: a description, never something that runs. Executors live behind the gate.
import type { JsonObject } from '../json.ts';
import type { Effect } from '../policy/effect.ts';
import type { PolicyClass } from '../policy/policy-class.ts';
import type { CommandShape } from './command-shape.ts';
import type { UrlShape } from './url-shape.ts';

export const toolKinds = ['builtin', 'mcp', 'skill'] as const;
export type ToolKind = (typeof toolKinds)[number];

export const risks = ['low', 'medium', 'high', 'critical'] as const;
export type Risk = (typeof risks)[number];

export const toolEffects = [
  'reads_private',
  'writes',
  'egress',
  'executes',
  'destructive',
  'administrative',
  'remembers',
] as const;
/** What a call of the tool may do to the world. Declared by whoever brings the tool; a foreign claim may only tighten. */
export type ToolEffect = (typeof toolEffects)[number];

export const targetKinds = ['path', 'url', 'host', 'command', 'name'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** Where in the arguments a target stands. `fallback` is the value when the argument is absent. */
export interface TargetPointer {
  /** JSON pointer into the arguments, such as `/filename`; of a line that is made of all of them, ''. */
  readonly pointer: string;
  readonly kind: TargetKind;
  /** What is done to it: read, write, run, get, post, delete … */
  readonly action: string;
  readonly fallback?: string;
  /** The target is a whole command line, of which the argument at `pointer` is a part; '' for all of them. Absent: the argument is the target. */
  readonly line?: TargetLine;
  /** The target is an address made of several arguments; `pointer` may be '', the arguments as a whole. */
  readonly url?: UrlShape;
}

/** A program with its arguments, started without a shell: of words, or of a command's own shape. */
export type TargetLine = WordLine | ShapeLine;

interface LineHole {
  readonly pointer: string;
}

export interface WordLine {
  /**
   * In their order: a fixed word, the argument at a pointer, of which a list gives a word for each item and an absent one none, or one word of
   * texts and arguments. The first is fixed.
   */
  readonly words: readonly (string | LineHole | { readonly parts: readonly (string | LineHole)[] })[];
  /** Where it runs: absolute, or relative to the workspace. */
  readonly directory: string;
}

export interface ShapeLine {
  readonly command: CommandShape;
  /** As that of a line of words. No argument of the call changes it. */
  readonly directory: string;
  /** It runs as its owner does, outside the sandbox. Absent: as the setting says. */
  readonly place?: 'host';
}

/** Where a tool came from. `fingerprint` is the SHA-256 of the definition: rules that allow, grants and requests die with it. */
export interface Origin {
  readonly source: string;
  readonly owner: string | null;
  /** A family is swapped as a whole: the tools of one plugin, of one server, of the presets. */
  readonly family: string | null;
  readonly fingerprint: string;
  /** What the source says of itself, such as the instructions of a server: its tools are found by it too. */
  readonly about?: string;
}

export interface ToolExample {
  readonly description: string;
  readonly arguments: JsonObject;
}

export interface Tool {
  /** `^[A-Za-z0-9_-]{1,64}$`, unique in the registry. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A JSON Schema object, kept verbatim. */
  readonly parameters: JsonObject;
  readonly kind: ToolKind;
  readonly origin: Origin;
  /** Name of a tool mode; it brings guards and the columns of the session modes. */
  readonly mode: string;
  readonly policyClass: PolicyClass;
  readonly risk: Risk;
  /** Replaces the readonly column only; a default DENY holds in every session mode. */
  readonly defaultEffect: Effect | null;
  readonly locked: boolean;
  /** The result is the owner's private data: never for guests. */
  readonly ownerOnly: boolean;
  readonly hidden: boolean;
  /** Asks in every session mode, whatever rules and grants say. */
  readonly alwaysAsk: boolean;
  readonly tags: readonly string[];
  /** Other names under which the tool is called, described, filtered and named in rules. */
  readonly aliases: readonly string[];
  /** Other spellings of arguments: alias to the argument's own name. */
  readonly argumentAliases: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly category: string;
  readonly whenToUse: string;
  readonly examples: readonly ToolExample[];
  readonly failureModes: readonly string[];
  readonly requiresSetup: string | null;
  readonly secrets: readonly string[];
  readonly effects: readonly ToolEffect[];
  readonly targets: readonly TargetPointer[];
  /** The argument that names the action of a tool with several (`/action`), else null. */
  readonly actionPointer: string | null;
  /** True when results hold text that others wrote: it is wrapped and never taken as instructions. */
  readonly untrustedResult: boolean;
}
