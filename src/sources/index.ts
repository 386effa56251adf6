// Front door of the sources: what turns foreign descriptions into tools.
export { defaultTimeoutMs, type Command } from './preset/command.ts';
export { presetCommands } from './preset/preset-commands.ts';
export { commandFamily, commandTools } from './preset/source.ts';
export type { OwnTool, OwnToolContext } from './program/own-tool.ts';
export { ownTools } from './program/source.ts';
