// The Runtime: what every surface talks to. Two implementations, in this process and over the owner's socket, with one suite.
import type { JsonValue } from '../json.ts';
import type { Call } from '../call/call.ts';
import type { Caller } from '../call/caller.ts';
import type { ApprovalAnswer } from '../call/approval.ts';
import type { ApprovalView } from '../call/approval-view.ts';
import type { QuestionAnswer, QuestionView } from '../question/question.ts';
import type { Explanation, Outcome } from '../call/outcome.ts';
import type { Effect } from '../policy/effect.ts';
import type { NewRule, Rule, RuleProblem } from '../policy/rule.ts';
import type { SessionMode } from '../policy/session-mode.ts';
import type { EventQuery, RecordedEvent, VerifyReport } from '../record/event.ts';
import type { ToolFilter } from '../tool/filter.ts';
import type { SecretView } from './secrets.ts';
import type { SourceView } from '../source/source-view.ts';
import type { LockReport, LoginStart, ServerReview, ServerView } from '../server/server-view.ts';
import type { CapabilitiesReport, Described, FoundTools, SearchOptions, ToolSummary } from './catalog.ts';
import type { ToolPresentation } from '../model/presentation.ts';

export interface ApprovalFilter {
  /** `open` = pending, approved and executing. Default open. */
  readonly show?: 'open' | 'all';
  readonly limit?: number;
}

/** A grant as people see it. */
export interface GrantView {
  readonly id: string;
  readonly tool: string;
  readonly covers: string;
  readonly agent: string;
  readonly principal: string;
  readonly session: string;
  readonly approvalId: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** A directory that the owner opened besides the configured roots. */
export interface RootView {
  readonly id: string;
  readonly path: string;
  readonly access: string;
  readonly workspace: string;
  readonly reason: string;
  /** Who asked for it. */
  readonly askedBy: string;
  readonly addedAt: string;
}

/** One cell of the matrix: the effects a call may meet with facts, targets and hours unknown; `effect` is the strictest of them. */
export interface MatrixRow {
  readonly agent: string;
  readonly trust: string;
  readonly tool: string;
  readonly effect: Effect;
  readonly possible: readonly Effect[];
  /** What changes it: `target`, `window`, `fact`, `grant`. */
  readonly dependsOn: readonly string[];
  readonly reason: string;
}

/** A session that was given a mode of its own. */
export interface SessionView {
  readonly id: string;
  readonly mode: SessionMode;
  readonly setBy: string;
  readonly setAt: string;
}

/** What narrows whoever holds a token, for as long as it is one. */
export interface TokenNarrowing {
  /** Only tools that read. */
  readonly readOnly?: boolean;
  /** The profile that holds for it; one that is not configured leaves it nothing. */
  readonly profile?: string;
}

export interface TokenRequest extends TokenNarrowing {
  readonly name: string;
  readonly trust: string;
}

export interface TokenView extends TokenNarrowing {
  readonly name: string;
  readonly principal: string;
  readonly trust: string;
  readonly createdAt: string;
}

/** What is listed to a client. */
export const listKinds = ['tools', 'resources', 'prompts'] as const;
export type ListKind = (typeof listKinds)[number];

export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly text: string;
  /** What to do; empty when ok. */
  readonly advice: string;
}

/** What a call authority may do. Everything answers from live state; `caller` bounds what is seen. */
export interface Runtime {
  readonly workspace: string;
  tools(caller: Caller, filter: ToolFilter): Promise<readonly ToolSummary[]>;
  describeTool(caller: Caller, name: string): Promise<Described>;
  capabilities(caller: Caller): Promise<CapabilitiesReport>;
  /** Tools that fit a request in plain words. Finds what this caller may see, and nothing else. */
  searchTools(caller: Caller, query: string, options: SearchOptions): Promise<FoundTools>;
  /** What a model that calls as this caller is shown. Take it once at the start of a run: its bytes belong to the prefix of a prompt. */
  presentTools(caller: Caller): Promise<ToolPresentation>;
  /**
   * Says each time that what this caller may see of a list is another, until the signal aborts: once for all that comes within half a second.
   * What is shown may be the same all the same.
   */
  listChanges(caller: Caller, signal: AbortSignal): AsyncIterable<ListKind>;
  call(call: Call): Promise<Outcome>;
  explain(call: Call): Promise<Explanation>;
  /** Collects the outcome of an own call that came back pending: once; pending again while it is open. */
  collect(caller: Caller, approvalId: string): Promise<Outcome>;
  /** Own requests for a guest or a client; all for the owner. */
  approvals(caller: Caller, filter: ApprovalFilter): Promise<readonly ApprovalView[]>;
  approval(caller: Caller, id: string): Promise<ApprovalView | null>;
  /** The caller takes its own open request back. */
  withdraw(caller: Caller, id: string): Promise<boolean>;
  /** Questions of running calls: of the own session for a guest or a client; all for the owner. The newest first. */
  questions(caller: Caller, filter: ApprovalFilter): Promise<readonly QuestionView[]>;
  question(caller: Caller, id: string): Promise<QuestionView | null>;
  /** Answers a question of the own session. It is an answer to who asked, and a yes to no call. */
  answerQuestion(caller: Caller, id: string, answer: QuestionAnswer): Promise<QuestionView>;
  /** Whether the operator allows this client to answer its own requests by elicitation. */
  mayElicit(caller: Caller): boolean;
  /** Answers an own request by elicitation, where the operator allows this client to. Refuses with `not_the_owner` else. */
  elicited(caller: Caller, id: string, answer: ElicitedAnswer): Promise<Outcome>;
  events(query: EventQuery): Promise<readonly RecordedEvent[]>;
  /** Events as they come, until the signal aborts. */
  follow(query: EventQuery, signal: AbortSignal): AsyncIterable<RecordedEvent>;
  matrix(): Promise<readonly MatrixRow[]>;
  rules(): Promise<{
    readonly rules: readonly Rule[];
    readonly problems: readonly RuleProblem[];
    readonly revision: string;
  }>;
  grants(): Promise<readonly GrantView[]>;
  /** Directories that were opened on request, of all workspaces of this home. */
  roots(): Promise<readonly RootView[]>;
  /** The deciding authority; null where this runtime was not given it. */
  readonly owner: Owner | null;
  close(): Promise<void>;
}

/** `onNotice` hears what the call says and asks while it runs, where this runtime or its daemon is the one that runs it. */
export interface ElicitedAnswer extends Pick<Call, 'onNotice' | 'sampling'> {
  readonly accepted: boolean;
}

/** Who answers, and what ends the wait for the execution (the answer stands all the same). */
export interface AnswerAct {
  readonly by: string;
  readonly signal?: AbortSignal;
}

/** What only the owner may do: on the owner's socket, and for a command line that can open the home where no daemon runs. */
export interface Owner {
  /** Answers a request. `once` and `session` wait for the execution; the outcome says what became of it. */
  answer(id: string, answer: ApprovalAnswer, act: AnswerAct): Promise<AnswerResult>;
  /** Answers a question of any running call. */
  answerQuestion(id: string, answer: QuestionAnswer, by: string): Promise<QuestionView>;
  addRule(rule: NewRule, options: { readonly broad: boolean; readonly by: string }): Promise<Rule>;
  removeRule(id: string, by: string): Promise<Rule>;
  revokeGrant(id: string, by: string): Promise<void>;
  /** Closes a directory that was opened on request, for the next call of any process. */
  removeRoot(id: string, by: string): Promise<void>;
  /** Ends what searches learned from earlier ones: all of it, or what led to one tool. Answers how many searches that were. */
  forgetSearches(tool: string | null, by: string): Promise<number>;
  sessions(): Promise<readonly SessionView[]>;
  setSessionMode(session: string, mode: SessionMode, by: string): Promise<void>;
  /** The token is shown once, here. */
  addToken(asked: TokenRequest, by: string): Promise<{ readonly view: TokenView; readonly token: string }>;
  tokens(): Promise<readonly TokenView[]>;
  revokeToken(name: string, by: string): Promise<void>;
  /** Names; never the values. */
  secrets(): Promise<readonly SecretView[]>;
  /** Nobody is shown the value again; from now on no result, error or record holds it. */
  setSecret(name: string, value: string, by: string): Promise<SecretView>;
  removeSecret(name: string, by: string): Promise<void>;
  /** Starts nothing. */
  servers(): Promise<readonly ServerView[]>;
  /** What a server says of its tools now, beside what was accepted. Starts it, or dials it. */
  reviewServer(name: string): Promise<ServerReview>;
  /** Lets a server be started, and the tools be called that a review of this digest showed. */
  acceptServer(name: string, digest: string, by: string): Promise<ServerView>;
  /** Writes what is accepted into the lock files. */
  lockServers(): Promise<LockReport>;
  /** Ends the connections to the accepted servers and makes new ones. Answers how they stand then. */
  refreshServers(): Promise<readonly ServerView[]>;
  /** How the configured sources of tools stand. Starts nothing. */
  sources(): Promise<readonly SourceView[]>;
  /** Reads one source anew, or all where the name is null: programs are asked again. Answers how those stand then. */
  refreshSources(name: string | null): Promise<readonly SourceView[]>;
  /** Begins to log in to a server over HTTP. `port` is one of loopback on which somebody listens for the browser. One at a time for each server. */
  beginLogin(name: string, port: number): Promise<LoginStart>;
  /** Ends it with the address that the browser was sent back to. What was there before is kept until then, and where it fails. */
  endLogin(name: string, address: string, by: string): Promise<ServerView>;
  /** Forgets the login, and revokes it where its giver lets us; `text` says what came of that. */
  logout(name: string, by: string): Promise<{ readonly view: ServerView; readonly text: string }>;
  /** Lets the configuration file of a folder act from the next start on. */
  trustFolder(folder: string, by: string): Promise<void>;
  verifyAudit(): Promise<VerifyReport>;
  exportAudit(query: EventQuery, by: string): AsyncIterable<JsonValue>;
  redact(
    event: { readonly writer: string; readonly seq: number },
    fields: readonly string[],
    reason: string,
  ): Promise<void>;
  diagnose(): Promise<readonly Finding[]>;
}

export interface AnswerResult {
  readonly approval: ApprovalView;
  /** What the execution came to; null when denied, or still waiting for its runtime. */
  readonly outcome: Outcome | null;
  /** For people: `executed`, `approved, waiting for its runtime`, `denied` … */
  readonly text: string;
}
