// Front door of the runtime: what surfaces and the library start from.
export { commandLineCaller, httpCaller, libraryCaller, mcpCaller, stdioCaller, type TokenIdentity } from './callers.ts';
export { openClients } from './clients/open-clients.ts';
export { readNamedValue } from './config/edit/named-value.ts';
export { openOwnServers } from './config/edit/open-own-servers.ts';
export { openServerImport } from './clients/open-server-import.ts';
export type { ImportPlan } from './clients/import/plan-import.ts';
export type { ServerEntry } from './config/schema/mcp-schema.ts';
export { composeLocal } from './compose.ts';
export { openBrowser } from '../host/index.ts';
export { openDaemonHome } from './daemon/daemon-home.ts';
export { serverOfTool } from './servers/tools/server-of-tool.ts';
export { profileProblem } from './config/check/profile-problem.ts';
export type { OwnTool, OwnToolContext } from '../sources/index.ts';
export { openGatehouse, type Gatehouse, type GatehouseOptions } from './open-gatehouse.ts';
export type { OpenListing } from './assembly/open-listing.ts';
export { openListing, openRuntime } from './open-runtime.ts';
export { writeExampleConfig } from './write-example-config.ts';
export { formatTools, isModelOf, readToolCall, type FormatTarget } from '../models/index.ts';
