// Brings the tools of commands: those whose program is there.
import { resolve } from 'node:path';
import type { HandlerLoader, Tool } from '../../contract/index.ts';
import { findProgram } from '../../host/index.ts';
import type { Command } from './command.ts';
import { describeCommand } from './describe.ts';
import { invokeCommand, type InvokeNeeds } from './invoke.ts';

export { commandFamily } from './describe.ts';

export interface CommandTools {
  readonly tools: readonly { readonly tool: Tool; readonly loader: HandlerLoader }[];
  /** Names of commands whose program is not there. */
  readonly absent: readonly string[];
}

export interface CommandNeeds extends InvokeNeeds {
  /** Absolute path of the workspace root. */
  readonly workspace: string;
}

export async function commandTools(commands: readonly Command[], needs: CommandNeeds): Promise<CommandTools> {
  const path = needs.environment['PATH'] ?? '';
  const found = await Promise.all(
    commands.map(({ argv: [program = ''], workingDir }) =>
      findProgram(program, { path, directory: resolve(needs.workspace, workingDir) }),
    ),
  );
  const present = commands.filter((_, at) => found[at] !== null);
  return {
    tools: present.map((command) => {
      const tool = describeCommand(command);
      return { tool, loader: () => Promise.resolve(invokeCommand(command, tool, needs)) };
    }),
    absent: commands.filter((_, at) => found[at] === null).map(({ name }) => name),
  };
}
