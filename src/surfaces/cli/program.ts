// The command tree: names, arguments and help. What a command does is in commands/, loaded when it is called.
import { Command, Option } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import type { CommandGroup, CommandSpec, OptionSpec } from './command-spec.ts';
import { actCommands } from './commands/act/act-commands.ts';
import { decideCommands } from './commands/decide/decide-commands.ts';
import { operateCommands } from './commands/operate/operate-commands.ts';
import type { CommonOptions } from './invocation.ts';
import { usageFault } from './usage-fault.ts';

export const commandTree: readonly (CommandGroup | CommandSpec)[] = [
  ...actCommands,
  ...decideCommands,
  ...operateCommands,
];

export interface CommandRun {
  readonly spec: CommandSpec;
  readonly args: readonly string[];
  readonly options: CommonOptions;
}

export interface ProgramParts {
  /** What the user types to get here. */
  readonly name: string;
  /** The words of the line. Where the first ones name a command the others are not made: that would be a good part of a start. */
  readonly words: readonly string[];
  readonly run: (run: CommandRun) => Promise<void>;
  /** Takes help texts, and the version. */
  readonly help: (text: string) => void;
}

/** Parsing rejects with `malformed_request` for wrong use, and with commander's own error of exit code 0 when help was asked for. */
export function createProgram({ name, words, run, help }: ProgramParts): Command {
  const program = new Command(name)
    .description('The tool layer of AI agents: one registry of tools, one gate that every call passes.')
    .version(manifest.version, '-V, --version', 'print the version')
    .option('--json', 'write one JSON document to stdout and nothing else (JSON lines where it is a stream)')
    .option('--workspace <dir>', 'the workspace root (default: the folder you are in)')
    .option('--config <file>', 'this configuration alone: what it names, and no built-in tool that it does not name')
    .configureOutput({ writeOut: help, writeErr: help, outputError: () => undefined })
    .configureHelp({ showGlobalOptions: true });
  stopOnError(program);
  const [first, second] = words;
  const asked = commandTree.filter((node) => nameOf(node) === first);
  for (const node of asked.length > 0 ? asked : commandTree) {
    if ('usage' in node) addCommand(program, node, { run, isDefault: false });
    else addGroup(program, node, { run, second: asked.length > 0 ? second : '' });
  }
  return program;
}

function nameOf(node: CommandGroup | CommandSpec): string | undefined {
  return 'usage' in node ? node.usage.split(' ')[0] : node.group;
}

interface GroupPlace extends Pick<ProgramParts, 'run'> {
  /** Undefined where the line ends with the name of the group. */
  readonly second: string | undefined;
}

function addGroup(program: Command, { group, summary, commands }: CommandGroup, { run, second }: GroupPlace): void {
  const parent = program.command(group).description(summary);
  stopOnError(parent);
  const asked = second === undefined ? commands.slice(0, 1) : commands.filter((spec) => nameOf(spec) === second);
  const made = asked.length > 0 ? asked : commands;
  for (const spec of made) addCommand(parent, spec, { run, isDefault: spec === commands[0] });
}

interface CommandPlace extends Pick<ProgramParts, 'run'> {
  /** Whether the name of the group alone means it. */
  readonly isDefault: boolean;
}

function addCommand(parent: Command, spec: CommandSpec, { run, isDefault }: CommandPlace): void {
  const command = parent.command(spec.usage, { isDefault }).description(spec.summary);
  for (const option of spec.options ?? []) command.addOption(toOption(option));
  stopOnError(command);
  command.action(async (...given: unknown[]) => {
    // Commander passes the arguments, then the options, then the command.
    const args = given
      .slice(0, -2)
      .flat()
      .filter((item) => typeof item === 'string');
    await run({ spec, args, options: command.optsWithGlobals() });
  });
}

function toOption([flags, description, repeat]: OptionSpec): Option {
  const option = new Option(flags, description);
  if (repeat === undefined) return option;
  return option.argParser<readonly string[] | undefined>((value, earlier) => [...(earlier ?? []), value]);
}

/** Instead of ending the process. */
function stopOnError(command: Command): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : usageFault(error, command);
  });
}
