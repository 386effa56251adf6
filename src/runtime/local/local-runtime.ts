// The Runtime of this process: every query and call of a surface, answered by the kernel over this home's store.
import {
  CapabilityError,
  type ApprovalFilter,
  type ApprovalStatus,
  type ApprovalView,
  type Caller,
  type ElicitedAnswer,
  type EventQuery,
  type GrantView,
  type Journal,
  type MatrixRow,
  type Outcome,
  type Owner,
  type RootView,
  type RecordedEvent,
  type RuleProblem,
  type Runtime,
} from '../../contract/index.ts';
import { approvalView, type Gate } from '../../kernel/index.ts';
import type { Attendant } from './attendant.ts';
import { followLists } from './list-changes.ts';
import type { ListEvents } from '../servers/list-events.ts';
import { createListing, type ListingParts } from './listing.ts';
import { pause } from './pause.ts';

export interface LocalParts extends ListingParts, Pick<Runtime, 'questions' | 'question' | 'answerQuestion'> {
  readonly workspace: string;
  readonly gate: Gate;
  readonly journal: Journal;
  readonly attendant: Attendant;
  readonly ruleProblems: readonly RuleProblem[];
  /** Principals whose elicitation counts as an answer, as the operator configured. */
  readonly elicitation: readonly string[];
  readonly matrix: () => Promise<readonly MatrixRow[]>;
  readonly grants: () => Promise<readonly GrantView[]>;
  readonly roots: () => Promise<readonly RootView[]>;
  readonly onListed: ListEvents['onListed'];
  readonly answerElicited: (id: string, principal: string, accepted: boolean) => Promise<void>;
  readonly owner: Owner | null;
  readonly close: () => Promise<void>;
}

const openStatuses: readonly ApprovalStatus[] = ['pending', 'approved', 'executing'];

export function createLocalRuntime(parts: LocalParts): Runtime {
  const { gate, journal } = parts;
  let closing: Promise<void> | null = null;
  return {
    workspace: parts.workspace,
    ...createListing(parts),
    listChanges: (caller, signal) => followLists(parts, { caller, signal }),
    call: (call) => (closing === null ? gate.call(call) : Promise.resolve(closedOutcome(call.tool))),
    explain: (call) => gate.explain(call),
    collect: (caller, id) => gate.collect(caller, id),
    approvals: (caller, filter) => listApprovals(caller, filter, parts),
    approval: (caller, id) => showApproval(caller, id, parts),
    withdraw: (caller, id) => withdraw(caller, id, parts),
    questions: parts.questions,
    question: parts.question,
    answerQuestion: parts.answerQuestion,
    mayElicit: (caller) => parts.elicitation.includes(caller.principal),
    elicited: (caller, id, answer) => elicited({ ...answer, caller, id }, parts),
    events: (query) => journal.events(query),
    follow: (query, signal) => follow(query, signal, journal),
    matrix: parts.matrix,
    async rules() {
      const [rules, view] = [await parts.policy.rules(), await parts.policy.current()];
      const problems = [...parts.ruleProblems, ...(await parts.policy.ended())];
      return { rules, problems, revision: view.compiled.revision };
    },
    grants: parts.grants,
    roots: parts.roots,
    owner: parts.owner,
    close() {
      closing ??= parts.close();
      return closing;
    },
  };

  function closedOutcome(tool: string): Outcome {
    return {
      kind: 'refused',
      callId: '',
      tool,
      decision: null,
      receipt: null,
      unrecorded: true,
      by: 'resolve',
      code: 'runtime_closed',
      reason: 'Gatehouse is closing and takes no calls.',
      hint: 'Start it again.',
      problems: [],
      nearest: [],
      schema: null,
    };
  }
}

/** The owner's own surfaces see every request; a client sees its own. */
function mayRead(caller: Caller, principal: string): boolean {
  return caller.seesHidden || caller.principal === principal;
}

async function listApprovals(
  caller: Caller,
  filter: ApprovalFilter,
  parts: LocalParts,
): Promise<readonly ApprovalView[]> {
  const records = await parts.journal.approvals({
    ...(filter.show === 'all' ? {} : { statuses: openStatuses }),
    ...(caller.seesHidden ? {} : { principal: caller.principal }),
    ...(filter.limit === undefined ? {} : { limit: filter.limit }),
  });
  return records.map((record) => approvalView(record, titleOf(record.tool, parts)));
}

async function showApproval(caller: Caller, id: string, parts: LocalParts): Promise<ApprovalView | null> {
  const record = await parts.journal.approval(id);
  if (record === null || !mayRead(caller, record.caller.principal)) return null;
  return approvalView(record, titleOf(record.tool, parts));
}

function titleOf(tool: string, { registry }: LocalParts): string {
  return registry.find(tool)?.title ?? tool;
}

async function withdraw(caller: Caller, id: string, { journal }: LocalParts): Promise<boolean> {
  const record = await journal.approval(id);
  if (record === null || !mayRead(caller, record.caller.principal)) return false;
  const envelope = { approval: record.id, tool: record.tool, status: 'withdrawn', by: caller.principal };
  return journal.close(record.id, ['pending', 'approved'], 'withdrawn', {
    events: [{ kind: 'approval_closed', envelope, values: {} }],
    note: null,
  });
}

interface GivenAnswer extends ElicitedAnswer {
  readonly caller: Caller;
  readonly id: string;
}

/**
 * A client's own yes counts only where the operator said so for this principal, and only for its own request. What changes who may do what
 * takes the deciding authority.
 */
async function elicited({ caller, id, accepted, ...listener }: GivenAnswer, parts: LocalParts): Promise<Outcome> {
  const record = await parts.journal.approval(id);
  const own = record !== null && record.caller.principal === caller.principal;
  const isAdministrative =
    record !== null && parts.registry.find(record.tool)?.effects.includes('administrative') !== false;
  if (!own || isAdministrative || !parts.elicitation.includes(caller.principal)) {
    throw new CapabilityError('not_the_owner', `${caller.principal} may not answer requests for approval.`);
  }
  // From before the answer: once it is given, a turn of the attendant may be the one that claims.
  const leave = parts.attendant.listen(record.id, listener);
  try {
    await parts.answerElicited(record.id, caller.principal, accepted);
    await parts.attendant.claimNow(record.id);
  } finally {
    leave();
  }
  return parts.gate.collect(caller, record.id);
}

const followMs = 200;

async function* follow(query: EventQuery, signal: AbortSignal, journal: Journal): AsyncIterable<RecordedEvent> {
  let { after } = query;
  if (after === undefined) {
    const [last] = (await journal.events({ ...query, limit: 1 })).slice(-1);
    after = last === undefined ? { at: 0, writer: '', seq: 0 } : { at: last.at, writer: last.writer, seq: last.seq };
  }
  let seen = -1;
  while (!signal.aborted) {
    const count = await journal.changeCount();
    if (count === seen) {
      await pause(followMs, signal);
      continue;
    }
    seen = count;
    for (const event of await journal.events({ ...query, after })) {
      after = { at: event.at, writer: event.writer, seq: event.seq };
      seen = -1;
      yield event;
    }
  }
}
