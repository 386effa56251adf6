// The front door of testing/: scripted fakes, for our tests and for those who build on Gatehouse.
export {
  abortedOutcome,
  completedOutcome,
  failedOutcome,
  pendingOutcome,
  refusedOutcome,
  sampleApproval,
  sampleQuestion,
  sampleCaller,
  sampleTool,
} from './fakes/sample-outcomes.ts';
export {
  createScriptedRuntime,
  type RuntimeScript,
  type ScriptedAnswer,
  type ScriptedRuntime,
} from './fakes/scripted-runtime.ts';
export { createMemoryResults } from './fakes/memory-results.ts';
export { plainTool } from './fakes/plain-tool.ts';
export { requestForTest } from './fakes/request-for-test.ts';
export { createManualClock, type ManualClock } from './fakes/manual-clock.ts';
export {
  sampleAnswer,
  sampleClaim,
  sampleEnd,
  sampleEvent,
  sampleGrant,
  sampleRequest,
  sampleStart,
  type RequestPlace,
} from './fakes/sample-request.ts';
export { journalSuite } from './suites/journal.ts';
export { runtimeSuite } from './suites/runtime.ts';
export type { RuntimeCase, RuntimeFixture } from './suites/runtime/runtime-case.ts';
export { storeSuite } from './suites/store.ts';
export type { RuntimeOnStore, StoreCase, StoreFixture } from './suites/store-fixture.ts';
