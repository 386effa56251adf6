// Front door of the sources: what turns foreign descriptions into tools.
export { defaultTimeoutMs, type Command } from './preset/command.ts';
export { presetCommands } from './preset/preset-commands.ts';
export { commandFamily, commandTools } from './preset/source.ts';
export type { OwnTool, OwnToolContext } from './program/own-tool.ts';
export { ownTools } from './program/source.ts';
export { createServerGuard } from './mcp/server-guard.ts';
export { invokeServerTool } from './mcp/calls/invoke.ts';
export { connectServer, type Connection, type ConnectOptions, type Way } from './mcp/server/connection.ts';
export { createServer, type Server, type ServerListing } from './mcp/server/server.ts';
export { firstTraits, readTraits, type ServerTraits } from './mcp/server/traits.ts';
export { isCredential, reachText, serverIdentity } from './mcp/spec/server-spec.ts';
export { acceptedForm, readAcceptedTool, toolFingerprint, type ServerTool } from './mcp/tools/definition.ts';
export { describeServerTool, serverFamily } from './mcp/tools/describe.ts';
export { differencesOf, findingsOf, wordFindings } from './mcp/tools/findings.ts';
export { isNameFor, namesFor, type ToolNames } from './mcp/tools/tool-names.ts';
export { specFor, type ToolSettings } from './mcp/spec/tool-settings.ts';
export type { NamedValue, NamedValues, ServerReach, ServerSpec } from './mcp/spec/server-spec.ts';
