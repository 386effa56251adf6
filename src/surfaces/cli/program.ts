// The command tree: names, arguments and help. What a command does is in commands/, loaded when it is called.
import { Command, CommanderError } from 'commander';
import { addActCommands } from './commands/act/act-commands.ts';
import { addDecideCommands } from './commands/decide/decide-commands.ts';
import { addOperateCommands } from './commands/operate/operate-commands.ts';
import type { CommandSpec } from './command-spec.ts';
import type { CommonOptions } from './invocation.ts';

export type Runner = (spec: CommandSpec, args: readonly string[], options: CommonOptions) => Promise<void>;

export function createProgram(run: Runner, streams: { readonly out: (text: string) => void; readonly err: (text: string) => void }): Command {
  const program = new Command('gatehouse')
    .description('The tool layer of AI agents: one registry of tools, one gate that every call passes.')
    .exitOverride()
    .configureOutput({ writeOut: streams.out, writeErr: streams.err })
    .showHelpAfterError('(gatehouse --help lists the commands)')
    .helpCommand(false);
  const add = (parent: Command, specs: readonly CommandSpec[]) => specs.forEach((spec) => addCommand(parent, spec, run));
  addActCommands(program, add);
  addDecideCommands(program, add);
  addOperateCommands(program, add);
  return program;
}

function addCommand(parent: Command, spec: CommandSpec, run: Runner): void {
  const command = parent.command(spec.usage, { isDefault: spec.isDefault === true }).description(spec.summary);
  command.option('--json', 'one JSON document on stdout, nothing else').option('--workspace <dir>', 'the workspace root (default: this folder)');
  for (const [flags, description] of spec.options ?? []) {
    if (flags.startsWith('--arg')) command.option(flags, description, collect, []);
    else command.option(flags, description);
  }
  command.action(async (...given: unknown[]) => {
    // Commander passes the arguments, then the options, then the command.
    const args = given.slice(0, -2).flat().filter((item) => typeof item === 'string');
    await run(spec, args, command.opts());
  });
}

function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

/** Whether commander ended for help or version rather than for wrong use. */
export function isHelp(fault: unknown): boolean {
  return fault instanceof CommanderError && fault.exitCode === 0;
}

export function isUsageFault(fault: unknown): fault is CommanderError {
  return fault instanceof CommanderError;
}
