// Front door of the host: everything that touches the world. Another folder gets ports from here, never the parts behind them.
export { checkUrl } from './net/check-url.ts';
export { createNetAccess } from './net/net-access.ts';
export { createLibraryFetch, type LibraryFetch, type LibraryRequest } from './net/library/library-fetch.ts';
export { createNetPolicy } from './net/net-policy.ts';
export { untilAborted } from './net/resolve-name.ts';
export { readProxy } from './net/wire/tunnel.ts';
export { hasSocket } from './net/socket/has-socket.ts';
export { socketEvents, socketRequest } from './net/socket/socket-client.ts';
export { createNetGuard } from './guards/net.ts';
export { systemClock } from './clock.ts';
export {
  isSaid,
  locateConfig,
  locateHome,
  userFolder,
  type ConfigLocation,
  type Environment,
} from './home/locations.ts';
export { findOwnPackage } from './home/own-package.ts';
export { openHome, type Home } from './home/open-home.ts';
export { fileStamp } from './home/file-stamp.ts';
export { readTextFile, realFolder, type TextFile } from './home/read-text-file.ts';
export { changeForeignFile, readForeignFile, type ForeignFile } from './foreign/foreign-file.ts';
export { removePrivateFile, replaceFile, replacePrivateFile, writeNewFile } from './home/write-file.ts';
export { createResults } from './results/results.ts';
export { createSeal, type Seal } from './store/keys/seal.ts';
export { openSecrets } from './secrets/open-secrets.ts';
export { createRedactor, type Redactor } from './secrets/redactor.ts';
export { runInWorker } from './process/run-in-worker.ts';
export {
  createArtifacts,
  type Artifacts,
  type Command,
  type IdentifiedArtifact,
} from './artifact/identify-artifact.ts';
export { readCommand } from './artifact/read-command.ts';
export { createConfinement, type ConfinementSettings } from './files/confinement.ts';
export { createFileAccess } from './files/file-access.ts';
export { createGitGuard } from './guards/git.ts';
export { createPathsGuard } from './guards/paths.ts';
export { createRootsGuard } from './guards/roots.ts';
export { createSandboxGuard } from './guards/sandbox.ts';
export { createSnippetGuard } from './guards/snippet.ts';
export { createSecretsGuard } from './guards/secrets.ts';
export { createShellGuard } from './guards/shell.ts';
export { cleanEnvironment, codeVariables, isCredentialName, variableProblem } from './process/clean-environment.ts';
export { createProgramAsking, type ProgramAnswer, type ProgramAsking } from './process/asking/ask-program.ts';
export { createDockerProbe } from './process/docker/docker-probe.ts';
export { equipPrograms } from './process/equip/equip-programs.ts';
export { findProgram } from './programs/find-program.ts';
export { createNamedVariables, missText, type NamedVariables } from './process/equip/named-variables.ts';
export { findShell } from './programs/find-shell.ts';
export { createLastingPrograms, type LastingProgram, type LastingPrograms } from './process/lasting/lasting-program.ts';
export { openBrowser } from './process/browser/open-browser.ts';
export { createProcessAccess } from './process/process-access.ts';
export { programResult } from './process/program-text.ts';
export { openSandbox, type Sandbox } from './sandbox/sandbox.ts';
export { createProcessLocks, type ProcessLocks } from './store/locks/process-locks.ts';
export { verifyExport } from './store/audit/verify-export.ts';
export type { AuditFile } from './store/sqlite/audit/sqlite-audit.ts';
export { verifySqliteStore } from './store/sqlite/audit/verify-store.ts';
export type { OpenStore, StoreOptions } from './store/sqlite/assemble-store.ts';
export { openMemoryStore, openSqliteStore } from './store/sqlite/open-sqlite-store.ts';
