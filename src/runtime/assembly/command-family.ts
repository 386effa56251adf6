// The tools that the setting sandbox.commands brings: built from what it says, and swapped in one step when it says something else.
import { cleanEnvironment, type Environment, type NamedVariables } from '../../host/index.ts';
import type { Registry } from '../../kernel/index.ts';
import { commandFamily, commandTools, defaultTimeoutMs, presetCommands, type Command } from '../../sources/index.ts';
import { argumentTransforms } from '../../tools/index.ts';
import type { Config } from '../config/load-config.ts';

type Commands = Config['sandbox']['commands'];

export interface CommandFamily {
  /** Swaps the tools where they differ. Answers what stays out, and why. Calls in flight keep what they began with. */
  use(commands: Commands): Promise<readonly string[]>;
}

export interface FamilyNeeds {
  readonly registry: Registry;
  /** Everything but the commands holds as it was at the start. */
  readonly config: Config;
  readonly workspace: string;
  readonly env: Environment;
  readonly variables: NamedVariables;
}

export function createCommandFamily(needs: FamilyNeeds): CommandFamily {
  const { registry, config, workspace, env, variables } = needs;
  let current = '';
  return {
    async use(commands) {
      const environment = cleanEnvironment(env, config.sandbox.env);
      const wanted = wantedCommands(commands, config);
      const { tools, absent } = await commandTools(wanted, { workspace, variables, environment });
      const free = tools.filter(({ tool }) => holderOf(tool.name, registry) === null);
      const next = free.map(({ tool }) => tool.origin.fingerprint).join();
      if (next !== current) registry.swap('builtin', commandFamily, free);
      current = next;
      const explicit = new Set(commands.explicit.map(({ name }) => name));
      return [
        ...absent
          // Of the presets whatever is installed is meant.
          .filter((name) => explicit.has(name))
          .map((name) => `sandbox.commands: ${name} stays out: its program ${programOf(name, wanted)} is not there.`),
        ...tools.flatMap(({ tool: { name } }) => {
          const holder = holderOf(name, registry);
          return holder === null
            ? []
            : [`sandbox.commands: ${name} stays out: the name is taken by ${holder}. Give it another name.`];
        }),
      ];
    },
  };
}

/** The name of every command that the configuration speaks of. */
export function commandNames(commands: Commands): readonly string[] {
  return [...commands.presets.flatMap((preset) => presetCommands[preset]), ...commands.explicit].map(
    ({ name }) => name,
  );
}

/** An explicit command stands for the preset of its name. */
function wantedCommands({ presets, explicit }: Commands, { tools }: Config): readonly Command[] {
  const own: readonly Command[] = explicit.map((command) => ({
    ...command,
    timeoutMs: command.timeoutMs ?? defaultTimeoutMs,
  }));
  const taken = new Set(own.map(({ name }) => name));
  return [...own, ...presets.flatMap((preset) => presetCommands[preset]).filter(({ name }) => !taken.has(name))]
    .filter(({ name }) => !tools.disable.includes(name))
    .map((command) => ({ ...command, timeoutMs: tools.timeoutsMs.get(command.name) ?? command.timeoutMs }));
}

/** What else has that name, or null. */
function holderOf(name: string, registry: Registry): string | null {
  const holder = registry.find(name);
  if (holder !== undefined && holder.origin.family !== commandFamily.family) return `the tool ${holder.name}`;
  return argumentTransforms.some((transform) => transform.name === name) ? 'another spelling of shell' : null;
}

function programOf(name: string, commands: readonly Command[]): string {
  return commands.find((command) => command.name === name)?.argv[0] ?? '';
}
