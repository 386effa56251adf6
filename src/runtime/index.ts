// Front door of the runtime: what surfaces and the library start from.
export { commandLineCaller, httpCaller, libraryCaller, mcpCaller, stdioCaller, type TokenIdentity } from './callers.ts';
export { composeLocal, type ComposedRuntime, type ComposeOptions } from './compose.ts';
export { openDaemonHome, type DaemonHome } from './daemon/daemon-home.ts';
export { openGatehouse, type Gatehouse, type GatehouseOptions } from './open-gatehouse.ts';
export { openRuntime, type OpenOptions } from './open-runtime.ts';
export { writeExampleConfig } from './write-example-config.ts';
