// Front door of the contract: the words all sides share.
export type { JsonObject, JsonValue } from './json.ts';
export { effects, isStricter, strictest, type Effect } from './policy/effect.ts';
export {
  policyClasses,
  trustLevels,
  type EffectivePolicy,
  type PolicyClass,
  type PolicySpec,
  type Trust,
} from './policy/policy-class.ts';
export { sessionModes, type SessionMode } from './policy/session-mode.ts';
export type { NewRule, Rule, RuleProblem, RuleSource, RuleWindow } from './policy/rule.ts';
export type { Grant } from './policy/grant.ts';
export {
  risks,
  targetKinds,
  toolEffects,
  toolKinds,
  type Origin,
  type Risk,
  type TargetLine,
  type TargetPointer,
  type Tool,
  type ToolEffect,
  type ToolKind,
  type WordLine,
} from './tool/tool.ts';
export type { CommandArgument, CommandFlag, CommandShape } from './tool/command-shape.ts';
export type { QueryHole, UrlHole, UrlShape } from './tool/url-shape.ts';
export type { ToolFilter } from './tool/filter.ts';
export { bridges } from './tool/bridges.ts';
export type { Admitted, CheckedUrl, ConfinedPath, FileIdentity } from './proof/proofs.ts';
export type {
  BlockAnnotations,
  BlockNotes,
  MediaBlock,
  ResourceBlock,
  ResourceContents,
  ResourceLinkBlock,
  ResultBlock,
  ShownBlock,
  ToolResult,
} from './tool/tool-result.ts';
export type { ResultLabel } from './tool/result-label.ts';
export type { Handler, HandlerContext, HandlerLoader, ToolSettings } from './handler/handler.ts';
export { defineTool, type BuiltinTool } from './handler/define-tool.ts';
export { surfaceNames, type Caller, type SurfaceName } from './call/caller.ts';
export type { Call, CallArguments, Sampling } from './call/call.ts';
export type { AskedQuestion, OpenQuestion, Questions } from './call/questions.ts';
export {
  questionStatuses,
  samplingYes,
  type NewQuestion,
  type QuestionAnswer,
  type QuestionEnd,
  type QuestionForm,
  type QuestionStatus,
  type QuestionView,
  type QuestionAsker,
} from './question/question.ts';
export { logLevels, type LogNotice, type Notice, type ProgressNotice, type QuestionNotice } from './call/notice.ts';
export type { Fact, Target, Verdict } from './call/fact.ts';
export {
  decisionInputVersion,
  reasonSources,
  type Decision,
  type DecisionInput,
  type DecisionSettings,
  type Reason,
  type ReasonSource,
} from './call/decision.ts';
export {
  stages,
  type Aborted,
  type ArgumentProblem,
  type Completed,
  type Explanation,
  type Failed,
  type Observation,
  type Outcome,
  type Pending,
  type Receipt,
  type Refused,
  type Stage,
} from './call/outcome.ts';
export { classifyOutcome, outcomeClasses, type OutcomeClass } from './call/outcome-class.ts';
export type { ApprovalAnswer, ApprovalRecord } from './call/approval.ts';
export { approvalStatuses, finalStatuses, type ApprovalStatus, type ApprovalView } from './call/approval-view.ts';
export {
  eventKinds,
  type EventKind,
  type EventQuery,
  type NewEvent,
  type RecordedEvent,
  type VerifyReport,
} from './record/event.ts';
export { errorCodes, type ErrorCodeName } from './errors/error-codes.ts';
export { CapabilityError, isCapabilityError } from './errors/capability-error.ts';
export type { Clock } from './ports/clock.ts';
export type { Guard, GuardFinding, GuardRequest } from './ports/guard.ts';
export type {
  AnswerWrite,
  Answered,
  ApprovalQuery,
  Asked,
  Begun,
  Closing,
  EqualCall,
  ExecutionEnd,
  ExecutionStart,
  Journal,
  Lease,
} from './ports/journal.ts';
export { secretPlaces, type SecretPlace, type Secrets, type SecretView } from './ports/secrets.ts';
export { type Artifact, type ArtifactPart } from './server/artifact.ts';
export {
  type LaunchView,
  type LockReport,
  type LockView,
  type LoginStart,
  type LoginView,
  type ReviewedTool,
  type ServerReview,
  type ServerState,
  type ServerView,
} from './server/server-view.ts';
export { wayKey } from './server/way-key.ts';
export { offeredTag, offeredTools, type OfferedTool } from './server/offered-tools.ts';
export type { Store, StoreChange, StoredRecord } from './ports/store.ts';
export type { FileAccess, FileEntry, FileStat } from './ports/files.ts';
export type { FetchAnswer, FetchRequest, HttpMethod, NetAccess } from './ports/net.ts';
export {
  keptHeadBytes,
  type ProcessAccess,
  type ProgramEnd,
  type ProgramReach,
  type ProgramRun,
} from './ports/process.ts';
export {
  longestToolQuery,
  type CapabilitiesReport,
  type Catalog,
  type Described,
  type FoundTools,
  type OpenedDirectory,
  type FoundReasons,
  type FoundTool,
  type SearchOptions,
  type SourceCost,
  type SourceCount,
  type TokenReport,
  type ToolDescription,
  type ToolSummary,
} from './ports/catalog.ts';
export type { DeferralLevel, PresentedTool, ToolPresentation } from './model/presentation.ts';
export {
  modelFormats,
  type FormattedTools,
  type ModelFormat,
  type ToolNote,
  type WireTool,
} from './model/formatted-tools.ts';
export type { ListedServer, Notes, OwnResults, Roots, Servers, ToolPorts, WantedServer } from './handler/tool-ports.ts';
export {
  seamChars,
  type HiddenPart,
  type KeptResult,
  type LabelledText,
  type LabelledTexts,
  type NewResult,
  type ResultScope,
  type Results,
  type SessionLabel,
  type SessionLabels,
} from './ports/results.ts';
export type { SourceView } from './source/source-view.ts';
export { descriptionFacts, isOfServer, isTakenAsRead, readHint, readWord } from './call/read-hint.ts';
export { unsaidOfTool } from './tool/unsaid-of-tool.ts';
export type { SearchUse, SearchUses } from './ports/search-uses.ts';
export { listKinds, type ListKind } from './ports/runtime.ts';
export type {
  AnswerResult,
  ApprovalFilter,
  Finding,
  GrantView,
  MatrixRow,
  Owner,
  RootView,
  Runtime,
  ElicitedAnswer,
  SessionView,
  TokenNarrowing,
  TokenView,
} from './ports/runtime.ts';
