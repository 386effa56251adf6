// The deciding authority of this process: given out only where the home could be opened by the owner, or on the owner's socket.
import {
  CapabilityError,
  bridges,
  sessionModes,
  type AnswerResult,
  type ApprovalAnswer,
  type ApprovalRecord,
  type ApprovalView,
  type Clock,
  type Finding,
  type Journal,
  type NewRule,
  type Outcome,
  type Owner,
  type QuestionAnswer,
  type QuestionView,
  type Rule,
  type SearchUses,
  type SessionMode,
  type Tool,
  type Trust,
} from '../../contract/index.ts';
import type { AuditFile } from '../../host/index.ts';
import {
  answerRequest,
  approvalView,
  checkRule,
  lintRules,
  type ArgumentTransform,
  type Gate,
  type Registry,
} from '../../kernel/index.ts';
import type { AllowedRoots, Grants, Rules, Sessions, Tokens } from '../../state/index.ts';
import { newId, randomHex, sha256Hex } from '../../text/index.ts';
import type { Attendant } from './attendant.ts';
import type { QuestionDesk } from '../questions/question-desk.ts';
import type { ServerDesk } from '../servers/server-desk.ts';
import type { SourceDesk } from '../sources/source-desk.ts';
import type { SecretDesk } from './secret-desk.ts';

export interface OwnerParts {
  readonly gate: Gate;
  readonly registry: Registry;
  readonly transforms: readonly Pick<ArgumentTransform, 'name' | 'to'>[];
  readonly journal: Journal;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly grants: Grants;
  readonly allowedRoots: AllowedRoots;
  readonly searchUses: SearchUses;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly secrets: SecretDesk;
  readonly servers: ServerDesk;
  readonly sources: SourceDesk;
  readonly questions: Pick<QuestionDesk, 'answer' | 'find'>;
  readonly attendant: Attendant;
  readonly audit: AuditFile;
  readonly approvalMs: number;
  /** Called after every change of policy. */
  readonly policyChanged: () => Promise<void>;
  readonly trustFolder: (folder: string, by: string) => Promise<void>;
  readonly diagnose: () => Promise<readonly Finding[]>;
}

export function createOwner(parts: OwnerParts): Owner {
  return {
    answer: (id, answer, { by, signal }) => answerAndWait({ id, answer, by, signal }, parts),
    answerQuestion: (id, answer, by) => answerQuestion({ id, answer, by }, parts),
    addRule: (rule, options) => addRule(rule, options, parts),
    async removeRule(id, by) {
      const rule = await parts.rules.remove(id, by);
      if (rule === null)
        throw new CapabilityError(
          'unknown_rule',
          `No stored rule has the id ${JSON.stringify(id)}. Rules of a configuration file are removed there.`,
        );
      await parts.policyChanged();
      return rule;
    },
    async revokeGrant(id, by) {
      const revoked = await parts.grants.revoke(id, by, parts.clock.now());
      if (!revoked) throw new CapabilityError('unknown_grant', `No live grant has the id ${JSON.stringify(id)}.`);
    },
    async removeRoot(id, by) {
      const removed = await parts.allowedRoots.remove(id, by);
      if (removed === null)
        throw new CapabilityError('unknown_grant', `No opened directory has the id ${JSON.stringify(id)}.`);
    },
    forgetSearches: (tool, by) => parts.searchUses.forget(tool, by),
    sessions: () => parts.sessions.views(),
    setSessionMode: (session, mode, by) => setMode({ session, mode, by }, parts),
    async addToken({ trust, ...asked }, by) {
      if (trust !== 'operator' && trust !== 'guest')
        throw new CapabilityError(
          'malformed_request',
          `A token's trust is operator or guest, not ${JSON.stringify(trust)}.`,
        );
      const token = `gh_${randomHex(32)}`;
      const view = await parts.tokens.add(
        { ...asked, trust: trust satisfies Trust, hash: sha256Hex(token), now: parts.clock.now() },
        by,
      );
      return { view, token };
    },
    tokens: () => parts.tokens.views(),
    async revokeToken(name, by) {
      const revoked = await parts.tokens.revoke(name, by);
      if (!revoked) throw new CapabilityError('malformed_request', `There is no token named ${JSON.stringify(name)}.`);
    },
    secrets: () => parts.secrets.list(),
    setSecret: (name, value, by) => parts.secrets.set(name, value, by),
    removeSecret: (name, by) => parts.secrets.remove(name, by),
    ...serverActs(parts),
    ...sourceActs(parts),
    trustFolder: (folder, by) => parts.trustFolder(folder, by),
    verifyAudit: () => parts.audit.verify(),
    exportAudit: (query, by) => parts.audit.exportEvents(query, by),
    redact: ({ writer, seq }, fields, reason) => parts.journal.redact(writer, seq, fields, reason),
    diagnose: parts.diagnose,
  };
}

interface QuestionAct {
  readonly id: string;
  readonly answer: QuestionAnswer;
  readonly by: string;
}

async function answerQuestion({ id, answer, by }: QuestionAct, { questions }: OwnerParts): Promise<QuestionView> {
  const form = (await questions.find(id))?.form;
  if (form?.mode === 'completion' && answer.act === 'accept')
    throw new CapabilityError(
      'malformed_request',
      `The question ${id} is for the client that called: it makes the completion. You can end it with decline or cancel.`,
    );
  return questions.answer(id, answer, by);
}

function sourceActs({ sources, policyChanged }: OwnerParts): Pick<Owner, 'sources' | 'refreshSources'> {
  return {
    sources: async () => sources.views(),
    async refreshSources(name) {
      const views = await sources.refresh(name);
      await policyChanged();
      return views;
    },
  };
}

type ServerActs = Pick<
  Owner,
  'servers' | 'reviewServer' | 'acceptServer' | 'refreshServers' | 'lockServers' | 'beginLogin' | 'endLogin' | 'logout'
>;

function serverActs({ servers, registry, policyChanged }: OwnerParts): ServerActs {
  return {
    servers: () => servers.list(),
    reviewServer: (name) => servers.review(name),
    async acceptServer(name, digest, by) {
      const view = await servers.accept(name, digest, by);
      await policyChanged();
      return view;
    },
    lockServers: async () => servers.lock(),
    async refreshServers() {
      await registry.refresh('mcp');
      return servers.list();
    },
    beginLogin: (name, port) => servers.beginLogin(name, port),
    endLogin: (name, address, by) => servers.endLogin(name, address, by),
    logout: (name, by) => servers.logout(name, by),
  };
}

interface AnswerRequest {
  readonly id: string;
  readonly answer: ApprovalAnswer;
  readonly by: string;
  readonly signal: AbortSignal | undefined;
}

async function answerAndWait({ id, answer, by, signal }: AnswerRequest, parts: OwnerParts): Promise<AnswerResult> {
  const record = await parts.journal.approval(id);
  if (record === null)
    throw new CapabilityError('unknown_approval', `No request for approval has the id ${JSON.stringify(id)}.`);
  const { gate, journal, clock, approvalMs } = parts;
  const end = await answerRequest(record, { answer, by }, { gate, journal, now: () => clock.now(), approvalMs });
  if (!end.ok) {
    return {
      approval: viewOf(record, parts),
      outcome: end.outcome,
      text: 'The edited call was refused; the request stays open.',
    };
  }
  if (answer.act === 'deny') return { approval: viewOf(end.record, parts), outcome: null, text: 'denied' };
  return waitForEnd(end.record, signal, parts);
}

const waitMs = 100;
/** How long an approver waits for another process to run what was approved. */
const maxWaitMs = 10 * 60_000;

/** Runs it here when this runtime may claim it; else waits for the one that owns it. Who stops waiting stops nothing that runs. */
async function waitForEnd(
  record: ApprovalRecord,
  signal: AbortSignal | undefined,
  parts: OwnerParts,
): Promise<AnswerResult> {
  const { attendant, journal, clock } = parts;
  const started = clock.now();
  for (;;) {
    const outcome = await untilAborted(attendant.claimNow(record.id), signal);
    const now = await journal.approval(record.id);
    if (now === null) throw new CapabilityError('internal', `The request ${record.id} is gone.`);
    if (outcome !== null) return { approval: viewOf(now, parts), outcome, text: 'executed' };
    if (now.status !== 'approved' && now.status !== 'executing')
      return { approval: viewOf(now, parts), outcome: now.outcome, text: endText(now) };
    const isOver = signal?.aborted === true || clock.now() - started > maxWaitMs;
    if (isOver || (await isOutOfReach(now, parts)))
      return { approval: viewOf(now, parts), outcome: null, text: waitingText(now) };
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Null where the signal was first. */
async function untilAborted(claim: Promise<Outcome | null>, signal: AbortSignal | undefined): Promise<Outcome | null> {
  if (signal === undefined) return claim;
  const { promise: stopped, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([claim, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Whether the runtime that asked is gone, and none of this workspace and with this tool is here to run it in its place. */
async function isOutOfReach(record: ApprovalRecord, { journal, registry }: OwnerParts): Promise<boolean> {
  const mayRunHere = record.workspace === journal.lease.workspace && registry.find(record.tool) !== undefined;
  return !mayRunHere && !(await journal.isLive(record.runtimeId));
}

function waitingText({ status, workspace }: ApprovalRecord): string {
  return status === 'executing'
    ? 'approved, and running'
    : `approved, waiting for the runtime that asked or another one of ${workspace} that has the tool`;
}

function endText(record: ApprovalRecord): string {
  if (record.status === 'invalidated')
    return `not run: ${record.note ?? 'what would have run is not what was approved'}`;
  return record.status === 'completed' || record.status === 'failed'
    ? 'executed by the runtime that asked'
    : record.status;
}

function viewOf(record: ApprovalRecord, { registry }: OwnerParts): ApprovalView {
  return approvalView(record, registry.find(record.tool)?.title ?? record.tool);
}

async function addRule(
  rule: NewRule,
  options: { readonly broad: boolean; readonly by: string },
  parts: OwnerParts,
): Promise<Rule> {
  refuseRewrittenName(rule, parts);
  const checked = checkRule(rule, { kind: 'store' });
  if (!checked.ok) throw new CapabilityError('invalid_rule', checked.problem.message);
  // Rules keep the canonical name, whatever name the author knows the tool by.
  const tool = rule.tool === null ? null : (parts.registry.find(rule.tool)?.name ?? rule.tool);
  const full: Rule = { ...rule, tool, id: newId('rule'), source: { kind: 'store' } };
  const problem = lintRules([full], parts.registry.snapshot().all(), { broad: options.broad }).find(
    (item) => item.severity === 'error',
  );
  if (problem !== undefined) throw new CapabilityError('invalid_rule', problem.message);
  await parts.rules.add(full, options.by, pinFor(full, parts));
  await parts.policyChanged();
  return full;
}

/** A yes to a tool of others is for what it is now: a rule that allows it ends with its definition. */
function pinFor({ effect, tool }: Rule, { registry }: OwnerParts): string | null {
  if (effect !== 'ALLOW' || tool === null) return null;
  const named = registry.find(tool);
  if (named?.kind === 'mcp') return named.origin.fingerprint;
  if (named !== undefined || !tool.startsWith('mcp_')) return null;
  throw new CapabilityError(
    'invalid_rule',
    `There is no tool ${tool} now, and a rule that allows a tool of an MCP server holds for its definition alone. Accept the server first: gatehouse mcp-servers list`,
  );
}

/** Calls of an invented name are rewritten before rules are looked at: a rule about it would only look as if it held. */
function refuseRewrittenName({ tool }: NewRule, { registry, transforms }: OwnerParts): void {
  if (tool === null) return;
  const named = registry.find(tool);
  if (named !== undefined) return refuseCarrier(named);
  const means = transforms.find((item) => item.name === tool);
  if (means === undefined) return;
  throw new CapabilityError(
    'invalid_rule',
    `There is no tool named ${JSON.stringify(tool)}: calls of it become calls of ${means.to}. Write the rule for that.`,
  );
}

/** The same of the tool that carries calls: each is judged as the call that it carries. */
function refuseCarrier({ name, origin }: Tool): void {
  if (name !== bridges.call || origin.source !== 'builtin') return;
  throw new CapabilityError(
    'invalid_rule',
    `Calls of ${name} are judged as calls of the tool that they name. Write the rule for that tool; tools.disable takes ${name} away.`,
  );
}

interface ModeChange {
  readonly session: string;
  readonly mode: SessionMode;
  readonly by: string;
}

async function setMode({ session, mode, by }: ModeChange, parts: OwnerParts): Promise<void> {
  if (!sessionModes.includes(mode))
    throw new CapabilityError('malformed_request', `A session's mode is one of ${sessionModes.join(', ')}.`);
  await parts.sessions.setMode(session, mode, { by, now: parts.clock.now() });
  await parts.policyChanged();
}
