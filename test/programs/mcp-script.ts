// The scripted runtime that the MCP tests serve: one tool for each way a call can end, and one that waits for approval.
import { CapabilityError, type ApprovalView, type Call, type Outcome, type Runtime } from '../../src/contract/index.ts';
import {
  abortedOutcome,
  completedOutcome,
  createScriptedRuntime,
  failedOutcome,
  pendingOutcome,
  refusedOutcome,
  sampleApproval,
  sampleTool,
  type ScriptedRuntime,
} from '../../src/testing/index.ts';

export interface McpScript {
  readonly runtime: ScriptedRuntime;
  /** What an approver elsewhere says. */
  answer(accepted: boolean): void;
  /** How often the waiting call ran. */
  readonly runs: () => number;
  readonly withdrawn: () => readonly string[];
}

export interface McpScriptOptions {
  readonly mayElicit: boolean;
  /** What a `hang` does when it starts and when it is aborted. */
  readonly note?: (text: string) => void;
  readonly approval?: Partial<ApprovalView>;
}

const schema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };

const tools = [
  sampleTool({
    name: 'echo',
    title: 'Echo',
    description: 'Says what it was sent.',
    parameters: { ...schema, required: [] },
  }),
  sampleTool({ name: 'picture' }),
  sampleTool({
    name: 'write',
    policyClass: 'read_write',
    mode: 'write_text',
    effects: ['writes'],
    effect: 'ASK',
    risk: 'medium',
  }),
  sampleTool({ name: 'strict', parameters: schema }),
  sampleTool({ name: 'denied', policyClass: 'exec', mode: 'shell', effects: ['executes'], effect: 'DENY' }),
  sampleTool({ name: 'broken' }),
  sampleTool({ name: 'stopped' }),
  sampleTool({ name: 'hang' }),
  sampleTool({ name: 'store_down' }),
  sampleTool({ name: 'store_held' }),
  sampleTool({ name: 'fault' }),
  sampleTool({ name: 'gone_wrong', locked: true, effect: 'DENY', policyClass: 'exec' }),
];

export function createMcpScript({
  mayElicit,
  note = () => undefined,
  approval: more = {},
}: McpScriptOptions): McpScript {
  const approval = sampleApproval({ tool: 'write', expiresAt: '2099-01-01T00:00:00.000Z', ...more });
  let runs = 0;
  let outcome: Outcome | null = null;
  const withdrawn: string[] = [];
  const answer = (accepted: boolean): Outcome => {
    if (outcome !== null) throw new CapabilityError('not_answerable', 'It is answered already.');
    if (accepted) runs++;
    outcome = accepted
      ? completedOutcome('written')
      : refusedOutcome({ by: 'approve', code: 'approval_denied', reason: 'The approver said no.', hint: '' });
    return outcome;
  };
  const collect = (): Outcome => outcome ?? pendingOutcome(approval);
  const answers: Partial<Runtime> = {
    mayElicit: () => mayElicit,
    elicited: async (_caller, _id, { accepted }) => answer(accepted),
    collect: async () => collect(),
    withdraw: async (_caller, id) => withdrawn.push(id) > 0,
  };
  const runtime = createScriptedRuntime({
    tools,
    calls: {
      echo: (call) => completedOutcome(sentText(call)),
      picture: () => pictureOutcome(),
      write: collect,
      strict: () =>
        refusedOutcome({
          by: 'validate',
          code: 'invalid_arguments',
          reason: 'The arguments do not fit the schema.',
          hint: 'Send what the schema says.',
          problems: [{ path: '/count', message: 'is missing', expected: 'an integer' }],
          schema,
        }),
      denied: () => refusedOutcome(),
      broken: () => failedOutcome({ mayStillAct: true }),
      stopped: () => abortedOutcome(),
      hang: (call) => hang(call, note),
      store_down: () => refusedOutcome({ code: 'store_unavailable', reason: 'The store cannot be written.', hint: '' }),
      store_held: () => Promise.reject(new CapabilityError('store_locked', 'Another process holds the store.')),
      fault: () => Promise.reject(new Error('secret path /home/somebody')),
    },
    otherwise: ({ tool }) =>
      refusedOutcome({
        by: 'resolve',
        code: 'unknown_tool',
        reason: `There is no tool named ${JSON.stringify(tool)}.`,
        hint: 'Did you mean echo?',
        nearest: ['echo'],
      }),
    answers,
  });
  return { runtime, answer, runs: () => runs, withdrawn: () => withdrawn };
}

function sentText({ arguments: sent }: Call): string {
  return 'json' in sent ? sent.json : `not as text: ${JSON.stringify(sent.value)}`;
}

function pictureOutcome(): Outcome {
  return completedOutcome('one dot', {
    blocks: [
      { type: 'text', text: 'one dot' },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    ],
    structured: { dots: 1, exact: JSON.rawJSON('12345678901234567890') },
  });
}

function hang({ signal }: Call, note: (text: string) => void): Promise<Outcome> {
  note('hangs');
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => {
      note('was aborted');
      resolve(abortedOutcome());
    });
  });
}
