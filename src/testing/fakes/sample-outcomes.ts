// Whole outcomes, tools, callers and approvals with unremarkable values, for tests that are about one field of them.
import type {
  Aborted,
  ApprovalView,
  Caller,
  Completed,
  Failed,
  Pending,
  QuestionView,
  Receipt,
  Refused,
  ToolDescription,
} from '../../contract/index.ts';

const receipt: Receipt = { callId: 'call_1', writer: 'w_1', seq: 7, hash: 'aa'.repeat(32) };
const head = { callId: 'call_1', tool: 'sample', decision: null, receipt, unrecorded: false } as const;

/** An operator over MCP in `/workspace`. */
export function sampleCaller(more: Partial<Caller> = {}): Caller {
  return {
    principal: 'user:1000',
    agent: 'default',
    trust: 'operator',
    surface: 'mcp',
    session: 'session_1',
    attended: true,
    workspace: '/workspace',
    seesHidden: false,
    forbidden: null,
    allowedTools: null,
    policyClasses: null,
    ...more,
  };
}

/** A tool of class `read_only` that takes one optional text. */
export function sampleTool(more: Partial<ToolDescription> = {}): ToolDescription {
  return {
    name: 'sample',
    title: 'Sample',
    description: 'Does what a test needs.',
    kind: 'builtin',
    source: 'builtin',
    category: 'test',
    mode: 'introspect',
    policyClass: 'read_only',
    risk: 'low',
    tags: [],
    locked: false,
    hidden: false,
    effect: 'ALLOW',
    conditional: false,
    parameters: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
    required: [],
    optional: ['text'],
    aliases: [],
    argumentAliases: {},
    effects: [],
    timeoutMs: 1000,
    whenToUse: '',
    examples: [],
    failureModes: [],
    requiresSetup: null,
    fingerprint: 'bb'.repeat(32),
    executionNote: '',
    ...more,
  };
}

/** A request of the sample caller to write `a.txt`, pending. */
export function sampleApproval(more: Partial<ApprovalView> = {}): ApprovalView {
  return {
    id: 'apr_1',
    status: 'pending',
    tool: 'file_write',
    title: 'Write a file',
    targets: [{ kind: 'path', action: 'write', value: 'a.txt' }],
    arguments: { filename: 'a.txt', content: 'hi' },
    reason: 'Writing asks in a readonly session.',
    evidence: [],
    risk: 'medium',
    rule: null,
    requestHash: 'cc'.repeat(32),
    agent: 'default',
    principal: 'user:1000',
    surface: 'mcp',
    session: 'session_1',
    workspace: '/workspace',
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-02T00:00:00.000Z',
    note: null,
    decidedBy: null,
    supersedes: null,
    supersededBy: null,
    onceOnly: false,
    ...more,
  };
}

/** An open question of a server, with one field. */
export function sampleQuestion(more: Partial<QuestionView> = {}): QuestionView {
  return {
    kind: 'question',
    id: 'qst_1',
    status: 'open',
    askedBy: { kind: 'server', name: 'files' },
    tool: 'mcp_files_move',
    callId: 'call_1',
    message: 'Where to?',
    form: {
      mode: 'form',
      schema: {
        type: 'object',
        properties: { folder: { type: 'string' } },
        required: ['folder'],
        additionalProperties: false,
      },
    },
    findings: [],
    agent: 'default',
    principal: 'user:1000',
    session: 'session_1',
    workspace: '/workspace',
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-01T00:10:00.000Z',
    endedBy: null,
    ...more,
  };
}

/** A completed call whose result is one text. */
export function completedOutcome(text: string, more: Partial<Completed['observation']> = {}): Completed {
  return {
    ...head,
    kind: 'completed',
    observation: {
      text,
      blocks: [{ type: 'text', text }],
      structured: null,
      isError: false,
      label: { source: 'builtin', tool: 'sample', trust: 'trusted', private: false },
      omittedChars: 0,
      ref: null,
      ...more,
    },
  };
}

export function pendingOutcome(approval: ApprovalView = sampleApproval()): Pending {
  return { ...head, kind: 'pending', tool: approval.tool, approval, retry: 'Make the same call again.' };
}

export function refusedOutcome(more: Partial<Refused> = {}): Refused {
  return {
    ...head,
    kind: 'refused',
    by: 'decide',
    code: 'denied',
    reason: 'A rule denies it.',
    hint: 'Calls that the rule does not match are open.',
    problems: [],
    nearest: [],
    schema: null,
    ...more,
  };
}

export function failedOutcome(more: Partial<Failed> = {}): Failed {
  return {
    ...head,
    kind: 'failed',
    code: 'tool_failed',
    message: 'The tool threw: no such thing.',
    mayStillAct: false,
    ...more,
  };
}

export function abortedOutcome(reason = 'The caller gave up.'): Aborted {
  return { ...head, kind: 'aborted', reason };
}
