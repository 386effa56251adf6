// One run of the command line: its options, its output, and the runtime it talks to, opened when a command first needs it.
import { CapabilityError, type Caller, type Owner, type Runtime } from '../../contract/index.ts';
import { commandLineCaller, openRuntime } from '../../runtime/index.ts';
import type { Output } from './output.ts';

/** The options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly workspace?: string;
  readonly unattended?: boolean;
  readonly simulate?: boolean;
}

export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly userId: number;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Aborted on Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface Invocation {
  readonly output: Output;
  readonly environment: Environment;
  readonly caller: Caller;
  /** The daemon's runtime where one runs, else one of this process. */
  runtime(): Promise<Runtime>;
  /** The deciding authority. Throws `not_the_owner` where this process has none. */
  owner(): Promise<Owner>;
  /** Who is written down as having decided. */
  readonly by: string;
  close(): Promise<void>;
}

export function createInvocation(options: CommonOptions, output: Output, environment: Environment): Invocation {
  const workspace = options.workspace ?? environment.cwd;
  let opened: Promise<Runtime> | null = null;
  const runtime = (): Promise<Runtime> => {
    opened ??= openRuntime({ workspace, env: environment.env, report: (message) => output.note(message) });
    return opened;
  };
  const caller = commandLineCaller({
    userId: environment.userId,
    workspace,
    session: environment.env['GATEHOUSE_SESSION'],
    attended: options.unattended !== true,
    simulate: options.simulate === true,
  });
  return {
    output,
    environment,
    caller,
    by: caller.principal,
    runtime,
    async owner() {
      const { owner } = await runtime();
      if (owner === null) throw new CapabilityError('not_the_owner', 'This process may call tools and may not decide.');
      return owner;
    },
    async close() {
      if (opened === null) return;
      // A runtime that never opened has nothing to close; its fault was told where it was met.
      const closing = opened.then((open) => open.close());
      await closing.catch(() => undefined);
    },
  };
}
