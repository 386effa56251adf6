// Carries one call to the runtime and its outcome back; where the call waits for approval, carries the question to the client.
import { SdkError } from '@modelcontextprotocol/server';
import { isCapabilityError, type Call, type Outcome, type Pending, type Runtime } from '../../contract/index.ts';
import type { ClientAnswer, ClientQuestion } from './ask-client.ts';
import type { CallEnd } from './offers/register-offers.ts';

export type CallingRuntime = Pick<
  Runtime,
  'call' | 'collect' | 'withdraw' | 'mayElicit' | 'elicited' | 'answerQuestion'
>;

export interface ToolCall extends Call {
  readonly signal: AbortSignal;
}

/** Where the call waits for approval, the question is carried to the client. */
export async function carryCall(
  call: ToolCall,
  runtime: CallingRuntime,
  question: ClientQuestion | null,
): Promise<CallEnd> {
  const outcome = await runtime.call(call);
  if (outcome.kind !== 'pending') return { kind: 'ended', outcome };
  const { approval } = outcome;
  if (question === null || approval.status !== 'pending' || !runtime.mayElicit(call.caller)) {
    await withdrawCancelled(outcome, call, runtime);
    return { kind: 'ended', outcome };
  }
  if (question.kind === 'retry') {
    const answer = question.answerTo(approval);
    if (answer === null) return { kind: 'asks', question: question.ask(approval) };
    return { kind: 'ended', outcome: await settle(answer, outcome, { call, runtime }) };
  }
  const answer = await question.ask(approval);
  if (!call.signal.aborted) return { kind: 'ended', outcome: await settle(answer, outcome, { call, runtime }) };
  // Whoever asked is gone: to collect for them would hand the outcome to nobody.
  await withdrawCancelled(outcome, call, runtime);
  return { kind: 'ended', outcome };
}

interface Settling {
  readonly call: ToolCall;
  readonly runtime: CallingRuntime;
}

/** While the client was asked, somebody else may have answered: then their answer holds and its outcome is collected. */
async function settle(answer: ClientAnswer, outcome: Pending, { call, runtime }: Settling): Promise<Outcome> {
  const { caller, onNotice, sampling } = call;
  const beside = {
    ...(onNotice === undefined ? {} : { onNotice }),
    ...(sampling === undefined ? {} : { sampling }),
  };
  const accepted = answer === 'approve';
  const { id } = outcome.approval;
  if (answer === 'none') return runtime.collect(caller, id);
  try {
    return await runtime.elicited(caller, id, { accepted, ...beside });
  } catch (error) {
    if (!isCapabilityError(error) || !notTaken.has(error.code)) throw error;
    return runtime.collect(caller, id);
  }
}

/** The answer did not count: the operator no longer allows it, or the request is not open any more. */
const notTaken: ReadonlySet<string> = new Set(['not_the_owner', 'not_answerable', 'unknown_approval']);

/** A client that takes its call back takes the request back. One whose connection ended has not: it may come again and collect. */
async function withdrawCancelled(
  { approval }: Pending,
  { caller, signal }: ToolCall,
  runtime: CallingRuntime,
): Promise<void> {
  if (signal.aborted && !(signal.reason instanceof SdkError)) await runtime.withdraw(caller, approval.id);
}
