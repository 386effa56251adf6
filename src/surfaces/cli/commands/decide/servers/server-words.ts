// From the words of `mcp-servers add` to what the configuration says of a server.
import { resolve } from 'node:path';
import { CapabilityError } from '../../../../../contract/index.ts';
import { readNamedValue, type ServerEntry } from '../../../../../runtime/index.ts';

export interface AddOptions {
  readonly url?: string;
  readonly header?: readonly string[];
  readonly env?: readonly string[];
  readonly passEnv?: readonly string[];
  readonly cwd?: string;
}

/** Relative folders are taken from `cwd`. Throws `malformed_request` for words that mean no server. */
export function readServerWords(command: readonly string[], options: AddOptions, cwd: string): ServerEntry {
  const isProgram = command.length > 0;
  if (isProgram === (options.url !== undefined))
    throw wrong('A server is a program or an address: end with -- COMMAND ARGUMENTS, or give --url, and not both.');
  return isProgram ? readProgram(command, options, cwd) : readAddress(options);
}

function readProgram(argv: readonly string[], options: AddOptions, cwd: string): ServerEntry {
  const [command, ...args] = argv;
  if (options.header !== undefined) throw wrong('--header is for addresses; a program takes --env.');
  return {
    command,
    ...(args.length === 0 ? {} : { args }),
    ...named('env', options.env, /^([^=]+)=(.*)$/s),
    ...(options.passEnv === undefined ? {} : { passEnv: [...options.passEnv] }),
    ...(options.cwd === undefined ? {} : { cwd: resolve(cwd, options.cwd) }),
  };
}

function readAddress({ url, header, env, passEnv, cwd }: AddOptions): ServerEntry {
  if (env !== undefined || passEnv !== undefined || cwd !== undefined)
    throw wrong('--env, --pass-env and --cwd are for programs; an address takes --header.');
  return { url, ...named('headers', header, /^([^:=]+):\s*(.*)$/s) };
}

type Named = NonNullable<ServerEntry['env']>;

function named(
  key: 'env' | 'headers',
  words: readonly string[] | undefined,
  form: RegExp,
): Partial<Record<typeof key, Named>> {
  if (words === undefined) return {};
  const entries = words.map((word): readonly [string, Named[string]] => {
    const [, name, text] = form.exec(word) ?? [];
    if (name === undefined || text === undefined)
      throw wrong(
        key === 'env'
          ? `--env takes NAME=VALUE; ${JSON.stringify(word.slice(0, 40))} has no "=".`
          : `--header takes "NAME: VALUE"; ${JSON.stringify(word.slice(0, 40))} has no ":".`,
      );
    return [name.trim(), readNamedValue(text)];
  });
  return { [key]: Object.fromEntries(entries) };
}

function wrong(message: string): CapabilityError {
  return new CapabilityError('malformed_request', message);
}
