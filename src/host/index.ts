// Front door of the host: everything that touches the world. Another folder gets ports from here, never the parts behind them.
export { checkUrl } from './net/check-url.ts';
export { createNetAccess } from './net/net-access.ts';
export { createNetPolicy } from './net/net-policy.ts';
export { socketEvents, socketRequest } from './net/socket/socket-client.ts';
export { createNetGuard } from './guards/net.ts';
export { systemClock } from './clock.ts';
export { locateConfig, locateHome, userFolder, type ConfigLocation, type Environment } from './home/locations.ts';
export { findOwnPackage } from './home/own-package.ts';
export { openHome, type Home, type HomePlace } from './home/open-home.ts';
export { readTextFile, realFolder, type TextFile } from './home/read-text-file.ts';
export { removePrivateFile, replacePrivateFile, writeNewFile } from './home/write-file.ts';
export { createRedactor, type Redactor } from './secrets/redactor.ts';
export { runInWorker } from './process/run-in-worker.ts';
export { createConfinement, type Confinement, type ConfinementSettings } from './files/confinement.ts';
export { createFileAccess } from './files/file-access.ts';
export { createPathsGuard } from './guards/paths.ts';
export { createSandboxGuard } from './guards/sandbox.ts';
export { createShellGuard, type ShellGuardNeeds } from './guards/shell.ts';
export { cleanEnvironment } from './process/clean-environment.ts';
export { findShell } from './process/find-shell.ts';
export { createProcessAccess } from './process/process-access.ts';
export { openSandbox, type Sandbox } from './sandbox/sandbox.ts';
export { verifyExport } from './store/audit/verify-export.ts';
export type { AuditFile } from './store/sqlite/audit/sqlite-audit.ts';
export { verifySqliteStore, type StorePlace } from './store/sqlite/audit/verify-store.ts';
export type { Durability } from './store/sqlite/database/connection.ts';
export {
  openMemoryStore,
  openSqliteStore,
  type OpenStore,
  type SqliteStoreOptions,
  type StoreOptions,
} from './store/sqlite/open-sqlite-store.ts';
