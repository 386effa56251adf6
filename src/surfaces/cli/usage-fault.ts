// Puts a wrong use of the command line into a sentence: what happened, with which input, what to do now.
import type { Command, CommanderError } from 'commander';
import { CapabilityError } from '../../contract/index.ts';
import { nearNames } from '../../text/index.ts';

/** `command` is the one that could not read its part of the line. */
export function usageFault(error: CommanderError, command: Command): CapabilityError {
  return new CapabilityError('malformed_request', sentenceOf(error, command));
}

function sentenceOf(error: CommanderError, command: Command): string {
  const [word = ''] = command.args;
  const group = groupOf(command);
  switch (error.code) {
    case 'commander.unknownCommand':
      return unknownCommand(word, command);
    case 'commander.excessArguments':
      if (group !== null) return unknownCommand(word, group);
      if (command.parent?.name() === 'secrets') return `${valueOnLine} ${usageOf(command)}`;
      return `${plain(error)} ${quoting(command)}${usageOf(command)}`;
    case 'commander.missingArgument':
      return `${plain(error)} ${usageOf(command)}`;
    default:
      return `${plain(error)} ${pathOf(command)} --help lists what it takes.`;
  }
}

/** Not repeated: it is the secret. */
const valueOnLine =
  'Too many arguments: a value is never written on the command line, where the shell keeps it. Set another value, at the terminal or over stdin.';

/** The usual reason for too many arguments. */
function quoting(command: Command): string {
  if (command.registeredArguments.length === 0) return '';
  return 'Quote what has spaces, such as JSON, so that the shell keeps it in one piece. ';
}

/** The group of a command that also answers to the group's name alone: what follows that name was meant as a command. */
function groupOf(command: Command): Command | null {
  const isReachedByName = command.parent?.args[0] === command.name();
  return command.registeredArguments.length === 0 && command.parent?.parent && !isReachedByName ? command.parent : null;
}

function unknownCommand(word: string, group: Command): string {
  const names = group.commands.map((command) => command.name());
  const nearest = nearNames(word, names);
  const advice = nearest.length > 0 ? `Did you mean ${nearest.join(', ')}?` : `There are ${names.join(', ')}.`;
  return `There is no command ${JSON.stringify(`${pathOf(group)} ${word}`)}. ${advice} ${pathOf(group)} --help says more.`;
}

/** As typed: `gatehouse tools describe`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function usageOf(command: Command): string {
  return `Usage: ${pathOf(command)} ${command.usage()}`;
}

/** Commander's own words as a sentence. */
function plain({ message }: CommanderError): string {
  const text = message.replace(/^error: ./, (start) => start.slice(-1).toUpperCase()).replaceAll('\n', ' ');
  return /[.)?]$/.test(text) ? text : `${text}.`;
}
