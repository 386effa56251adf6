// What the operator says of one server, and what of it makes it another server.
import { isCredentialName } from '../../../host/index.ts';
import { canonicalJson, commandLine, sha256Hex } from '../../../text/index.ts';
import type { LoginSettings } from './login-settings.ts';
import type { ServerWideSettings } from './tool-settings.ts';

/** A value that is written down, or where it comes from. `prefix` stands before what a source gives, such as `Bearer `. */
export type NamedValue =
  | { readonly text: string }
  | { readonly env: string; readonly prefix: string }
  | { readonly secret: string; readonly prefix: string };

export type NamedValues = Readonly<Record<string, NamedValue>>;

export type ServerReach =
  | {
      readonly kind: 'program';
      readonly argv: readonly string[];
      /** Absolute path of the folder it runs in. */
      readonly directory: string;
      readonly env: NamedValues;
      /** Variables of this process that it is given besides the clean environment. */
      readonly passEnv: readonly string[];
    }
  | {
      readonly kind: 'web';
      readonly url: string;
      readonly headers: NamedValues;
      /** Tried first. Absent: the transport of today is. */
      readonly transport?: 'sse';
    };

export interface ServerSpec extends ServerWideSettings {
  readonly name: string;
  /** Where it is written down, as the person knows it. */
  readonly from: string;
  readonly reach: ServerReach;
  /** Whether `${NAME}` in what is written means a variable of the environment. */
  readonly expands: boolean;
  /** Names of its tools, where `*` stands for any letters. Null takes all. */
  readonly include: readonly string[] | null;
  readonly exclude: readonly string[];
  readonly startTimeoutMs: number;
  readonly disabled: boolean;
  /** Of a server over HTTP that wants a login. */
  readonly oauth: LoginSettings;
  /** Absolute paths of folders that it is told of. It is not held to them. */
  readonly roots: readonly string[];
  /** Whether it may ask the client that called for completions. */
  readonly sampling: boolean;
}

/** SHA-256 of what is started or dialled and with what: with another one nothing that was accepted holds. */
export function serverIdentity({ name, reach }: ServerSpec): string {
  return sha256Hex(canonicalJson(JSON.parse(JSON.stringify({ name, reach }))));
}

/** The whole command, or the address: for people, before it is started. Values of sources are named, never shown. */
export function reachText(reach: ServerReach): string {
  if (reach.kind === 'web') {
    const headers = Object.entries(reach.headers).map(([name, value]) => `${name}: ${valueText(name, value)}`);
    return [reach.url, ...headers].join(' · ');
  }
  const env = Object.entries(reach.env).map(([name, value]) => `${name}=${valueText(name, value)}`);
  const passed = reach.passEnv.map((name) => `${name}=${valueText(name, { env: name, prefix: '' })}`);
  return `${[...env, ...passed, commandLine(reach.argv)].join(' ')} (in ${reach.directory})`;
}

function valueText(name: string, value: NamedValue): string {
  if ('text' in value) return isCredential(name) ? '‹hidden›' : value.text;
  return `${value.prefix}${'env' in value ? `\${${value.env}}` : `‹secret ${value.secret}›`}`;
}

/** By the name of a variable or a header. */
export function isCredential(name: string): boolean {
  return isCredentialName(name.replaceAll('-', '_'));
}
