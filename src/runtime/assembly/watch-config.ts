// Looks at the configuration files every now and then, so that a runtime that lives long takes up the commands and servers they name.
import { isCapabilityError, type Clock } from '../../contract/index.ts';
import { fileStamp } from '../../host/index.ts';
import type { Config, LoadedConfig } from '../config/load-config.ts';

export interface WatchNeeds {
  /** As they were loaded at the start. */
  readonly loaded: LoadedConfig;
  readonly load: () => Promise<LoadedConfig>;
  /** Takes up what can change while a runtime lives. Answers warnings. */
  readonly use: (loaded: LoadedConfig) => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly report: (message: string) => void;
}

const everyMs = 2_000;

export interface ConfigWatch {
  /** Looks at once. Never rejects: what cannot be taken up is reported. */
  look(): Promise<void>;
  /** Resolves when a reading under way is over. */
  end(): Promise<void>;
}

export function watchConfig({ loaded, load, use, clock, report }: WatchNeeds): ConfigWatch {
  const paths = loaded.protectedPaths;
  const stampAll = (): string => paths.map(fileStamp).join();
  let seen = stampAll();
  let rest = withoutCommands(loaded.config);
  let turn: Promise<void> = Promise.resolve();
  let cancel = (): void => undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    const stamp = stampAll();
    if (stamp === seen) return;
    // Before reading: what is written meanwhile is read at the next turn.
    seen = stamp;
    try {
      const changed = await load();
      for (const warning of await use(changed)) report(warning);
      const others = withoutCommands(changed.config);
      if (others !== rest)
        report(
          'The configuration has changed. Settings other than sandbox.commands, mcp.servers, sources and profiles act after a restart.',
        );
      rest = others;
    } catch (cause) {
      const why = isCapabilityError(cause) ? cause.message : String(cause);
      report(`The changed configuration is not taken up; what was loaded before holds.\n${why}`);
    }
  }

  function next(): void {
    if (isStopped) return;
    cancel = clock.after(everyMs, () => {
      void inTurn().finally(next);
    });
  }

  /** One after the other: of two readings the later one holds. */
  function inTurn(): Promise<void> {
    turn = turn.then(look);
    return turn;
  }

  next();
  return {
    look: inTurn,
    async end() {
      isStopped = true;
      cancel();
      await turn;
    },
  };
}

function withoutCommands({
  sandbox,
  tools,
  servers: _servers,
  sources: _sources,
  profiles: _profiles,
  ...config
}: Config): string {
  const { commands: _commands, ...others } = sandbox;
  return JSON.stringify({ ...config, sandbox: others, tools: { ...tools, timeoutsMs: [...tools.timeoutsMs] } });
}
