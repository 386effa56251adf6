// What is to be known of an MCP client to move its servers and to stand in its configuration: where its files lie and how servers stand there.
import type { JsonValue } from '../../contract/index.ts';
import type { Environment } from '../../host/index.ts';

/** What the places of files depend on. */
export interface ClientPlace {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Absolute path: files of a project are looked for there. */
  readonly workspace: string;
}

/** A path of keys to a map; `*` stands for every key. */
export type MapPath = readonly string[];

export interface ClientFile {
  /** Absolute. */
  readonly path: string;
  readonly scope: 'user' | 'project';
  readonly format: 'json' | 'toml';
  /** The maps of servers in it. Gatehouse is put into the first. */
  readonly maps: readonly MapPath[];
}

/** How Gatehouse is started for a client. */
export interface OwnStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The folder it works in, or the client's word for one; null for the one that the client starts it in. */
  readonly workspace: string | null;
}

/** What a field of an entry means. `left` is not taken along, `stays` keeps the whole entry where it is, each with what to do. */
export type FieldMeaning =
  | (typeof plainMeanings)[number]
  | { readonly left: string }
  | { readonly stays: string; readonly unless?: JsonValue };

/** `commandLine` is a list, the program first; `nothing` is for people or for the client's own windows. */
const plainMeanings = [
  'command',
  'args',
  'commandLine',
  'env',
  'url',
  'headers',
  'type',
  'cwd',
  'disabled',
  'enabled',
  'include',
  'exclude',
  'timeoutMs',
  'timeoutSeconds',
  'startTimeoutMs',
  'startTimeoutSeconds',
  'passEnv',
  'bearerEnv',
  'headersFromEnv',
  'nothing',
] as const;

/** How a client writes a variable within a text. */
export type VariableSyntax = 'none' | 'dollarBraces' | 'dollar' | 'colon' | 'braces';

export interface Client {
  /** As people type it. */
  readonly id: string;
  readonly title: string;
  /** The user's own file first: Gatehouse is put there. */
  files(place: ClientPlace): readonly ClientFile[];
  /** What names the folder that is worked in where programs are not started there; null where they are. */
  readonly workspaceWord: string | null;
  readonly variables: VariableSyntax;
  readonly fields: Readonly<Record<string, FieldMeaning>>;
  entryOf(start: OwnStart): JsonValue;
}

/** The fields that most clients have in common. */
export const commonFields = {
  command: 'command',
  args: 'args',
  env: 'env',
  url: 'url',
  headers: 'headers',
  type: 'type',
  cwd: 'cwd',
  disabled: 'disabled',
} as const satisfies Record<string, FieldMeaning>;

export function commonEntry({ command, args, env }: OwnStart): JsonValue {
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}
