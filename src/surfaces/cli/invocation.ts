// One run of the command line: its options, its output, and the runtimes it talks to, opened when a command first needs them.
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { CapabilityError, type Caller, type Owner, type Runtime } from '../../contract/index.ts';
import { commandLine } from '../../text/index.ts';
import { commandLineCaller, openListing, openRuntime, type OpenListing } from '../../runtime/index.ts';
import { createOutput, type Output, type Streams } from './output.ts';

/** The options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly workspace?: string;
  readonly unattended?: boolean;
  readonly simulate?: boolean;
  readonly frozen?: boolean;
  readonly config?: string;
}

export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly userId: number;
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  /** Aborted on Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface Invocation {
  readonly output: Output;
  /** For the commands whose output is a protocol of its own. */
  readonly streams: Streams;
  readonly environment: Environment;
  /** What the user types to get here: what advice begins with. */
  readonly command: string;
  /** The file of --config, absolute; null where none was given. */
  readonly config: string | null;
  readonly caller: Caller;
  /** Who is written down as having decided. */
  readonly by: string;
  /** The daemon's runtime where one runs, else one of this process. */
  runtime(): Promise<Runtime>;
  /** The same for a command that only tells what there is: it opens less. */
  listing(): Promise<OpenListing>;
  /** The deciding authority. Throws `not_the_owner` where this process has none. */
  owner(): Promise<Owner>;
  /** The same in another workspace: what is approved there runs there. In the own one where the folder is gone. */
  ownerIn(workspace: string): Promise<Owner>;
  /** Ends what runs in this process. What is asked for afterwards is opened anew. */
  close(): Promise<void>;
}

export interface InvocationParts {
  readonly options: CommonOptions;
  readonly streams: Streams;
  readonly environment: Environment;
}

/** `npm start` of a clone says so in the environment: advice that starts with `gatehouse` would not work there. */
export function commandName(env: Environment['env']): string {
  return env['GATEHOUSE_COMMAND'] || 'gatehouse';
}

export function createInvocation({ options, streams, environment: given }: InvocationParts): Invocation {
  const config = options.config === undefined ? null : resolve(given.cwd, options.config);
  const environment = withVariables(given, {
    ...(options.frozen === true ? { GATEHOUSE_FROZEN: '1' } : {}),
    ...(config === null ? {} : { GATEHOUSE_CONFIG: config, GATEHOUSE_CONFIG_ALONE: '1' }),
  });
  const output = createOutput(options.json === true, streams);
  const workspace = resolve(environment.cwd, options.workspace ?? '.');
  const runtimes = createRuntimes(environment, output);
  const caller = commandLineCaller({
    userId: environment.userId,
    workspace,
    session: environment.env['GATEHOUSE_SESSION'],
    attended: options.unattended !== true,
    simulate: options.simulate === true,
  });
  const runtime = () => runtimes.open(workspace);
  return {
    output,
    streams,
    environment,
    command: commandWords(environment.env, config),
    config,
    caller,
    by: caller.principal,
    runtime,
    listing: () => runtimes.list(workspace),
    owner: async () => ownerOf(await runtime()),
    async ownerIn(place) {
      const own = await runtime();
      if (place === own.workspace) return ownerOf(own);
      return ownerOf((await runtimes.openOrNull(place)) ?? own);
    },
    close: runtimes.close,
  };
}

/** Advice that leaves the file out would talk of other tools. */
function commandWords(env: Environment['env'], config: string | null): string {
  const name = commandName(env);
  return config === null ? name : `${name} ${commandLine(['--config', config])}`;
}

/** A flag is a variable: what is opened from here on is so. */
function withVariables(given: Environment, more: Environment['env']): Environment {
  if (Object.keys(more).length === 0) return given;
  return {
    cwd: given.cwd,
    userId: given.userId,
    signal: given.signal,
    env: { ...given.env, ...more },
    // Opened when a command reads it.
    get stdin() {
      return given.stdin;
    },
  };
}

function ownerOf({ owner }: Runtime): Owner {
  if (owner !== null) return owner;
  throw new CapabilityError('not_the_owner', 'This process may call tools and may not decide.');
}

interface Runtimes {
  open(workspace: string): Promise<Runtime>;
  list(workspace: string): Promise<OpenListing>;
  /** Null where there is no such folder. */
  openOrNull(workspace: string): Promise<Runtime | null>;
  close(): Promise<void>;
}

function createRuntimes({ env }: Environment, output: Output): Runtimes {
  const opened = new Map<string, Promise<Runtime>>();
  const listings: Promise<OpenListing>[] = [];
  const report = (message: string) => output.note(`gatehouse: ${message}`);
  const open = (workspace: string): Promise<Runtime> => {
    const runtime = opened.get(workspace) ?? openRuntime({ workspace, env, report });
    opened.set(workspace, runtime);
    return runtime;
  };
  return {
    open,
    list(workspace) {
      const listing = openListing({ workspace, env, report });
      listings.push(listing);
      return listing;
    },
    async openOrNull(workspace) {
      try {
        return await open(workspace);
      } catch (cause) {
        if (cause instanceof CapabilityError && cause.code === 'malformed_request') return null;
        throw cause;
      }
    },
    async close() {
      // A runtime that never opened has nothing to close; its fault was told where it was met.
      const settled = await Promise.allSettled([...opened.values(), ...listings.splice(0)]);
      opened.clear();
      await Promise.all(settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value.close()] : [])));
    },
  };
}
