// Stage 8: runs the handler: within its time, stoppable, and so that whatever it throws stays here.
import {
  CapabilityError,
  type Admitted,
  type HandlerContext,
  type JsonObject,
  type ToolPorts,
} from '../../../contract/index.ts';
import { handlersOf } from '../../registry/handlers.ts';
import { faultCode, faultText } from '../frame/fault.ts';
import { createAsking, type Asking } from '../beside/asking.ts';
import { createTelling, type Telling } from '../beside/telling.ts';
import type { Bound } from './bind.ts';
import { createCountdown } from '../beside/countdown.ts';
import type { GateDeps } from '../frame/gate-deps.ts';

export type Execution =
  /** What came back, not looked at yet. */
  | { readonly kind: 'returned'; readonly result: unknown }
  /** `code` is null for an error of the tool's own. */
  | { readonly kind: 'threw'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'drifted'; readonly code: 'drift' | 'address_refused' | 'path_refused'; readonly message: string }
  /** The caller gave up before the handler was called: it never will be. */
  | { readonly kind: 'not_started' }
  | { readonly kind: 'timed_out'; readonly mayStillAct: boolean; readonly late: Promise<unknown> }
  | { readonly kind: 'aborted'; readonly mayStillAct: boolean; readonly late: Promise<unknown> };

type Ended = Extract<Execution, { kind: 'returned' | 'threw' | 'drifted' | 'not_started' }>;

/** Never throws. */
export async function execute(bound: Bound, callId: string, deps: GateDeps): Promise<Execution> {
  if (bound.call.signal?.aborted === true) return { kind: 'not_started' };
  const stop = stopping(bound, deps);
  const { caller, onNotice, sampling } = bound.call;
  const telling = createTelling(onNotice, deps);
  const asking = createAsking(
    { tool: bound.tool.name, caller, sampling, callId, telling, pause: stop.pause, stop: stop.signal },
    deps,
  );
  try {
    const progress: Progress = { isStarted: false };
    const running = run(bound, callId, { signal: stop.signal, deps, progress, telling, asking });
    const first = await Promise.race([running, stop.stopped]);
    if (first !== 'timed_out' && first !== 'aborted') return first;
    // The handler was told to stop; one that does within the grace has not outlived its call.
    const after = await Promise.race([running, stop.grace()]);
    if (after !== 'over' && after.kind === 'not_started' && first === 'aborted') return after;
    return { kind: first, mayStillAct: after === 'over' && progress.isStarted, late: running };
  } finally {
    asking.end();
    telling.end();
    stop.release();
  }
}

/** Whether the handler was called: one that was not cannot act. */
interface Progress {
  isStarted: boolean;
}

interface RunParts {
  readonly signal: AbortSignal;
  readonly deps: GateDeps;
  readonly progress: Progress;
  readonly telling: Telling;
  readonly asking: Asking;
}

/** Never rejects. */
async function run(bound: Bound, callId: string, { progress, ...parts }: RunParts): Promise<Ended> {
  const { signal, deps } = parts;
  try {
    const handler = await handlersOf(deps.registry).load(bound.tool);
    // Loading takes time, and nothing starts once the call is over.
    if (signal.aborted) return { kind: 'not_started' };
    const given = context(bound, callId, parts);
    progress.isStarted = true;
    return { kind: 'returned', result: await handler(admitted(bound.args), given) };
  } catch (cause) {
    return threw(cause);
  }
}

/** The only place that mints admitted arguments: everything before this line has passed. */
function admitted(args: JsonObject): Admitted<JsonObject> {
  return args as Admitted<JsonObject>;
}

/** A proof that no longer holds is the gate's refusal, not the tool's failure. */
function threw(cause: unknown): Ended {
  const message = faultText(cause);
  const code = faultCode(cause);
  if (code === 'drift' || code === 'address_refused' || code === 'path_refused')
    return { kind: 'drifted', code, message };
  return { kind: 'threw', code, message };
}

function context(
  bound: Bound,
  callId: string,
  { signal, deps, telling, asking }: Omit<RunParts, 'progress'>,
): HandlerContext<keyof ToolPorts> {
  const { caller, sampling } = bound.call;
  return {
    callId,
    workspace: caller.workspace,
    caller: {
      agent: caller.agent,
      trust: caller.trust,
      session: caller.session,
      principal: caller.principal,
      ...(caller.through === undefined ? {} : { through: caller.through }),
    },
    signal,
    timeoutMs: bound.tool.timeoutMs,
    paths: bound.paths,
    urls: bound.urls,
    facts: Object.fromEntries(bound.facts.map((fact) => [fact.name, fact.value])),
    settings: deps.settings,
    tell: telling.tell,
    ask: asking.ask,
    ...(sampling === undefined ? {} : { sampling }),
    ports: deps.portsFor(caller),
  };
}

interface Stopping {
  readonly signal: AbortSignal;
  readonly stopped: Promise<'timed_out' | 'aborted'>;
  /** The time of the call stands still until what it answers is called. */
  pause(): () => void;
  grace(): Promise<'over'>;
  release(): void;
}

function stopping(bound: Bound, deps: GateDeps): Stopping {
  const controller = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<'timed_out' | 'aborted'>();
  const giveUp = (why: 'timed_out' | 'aborted') => {
    controller.abort(
      new CapabilityError(
        'tool_timeout',
        why === 'timed_out' ? 'The time of this call is over.' : 'The caller gave up.',
      ),
    );
    resolve(why);
  };
  const time = createCountdown(deps.clock, bound.tool.timeoutMs, () => giveUp('timed_out'));
  const cancels = [time.end];
  const onAbort = () => giveUp('aborted');
  bound.call.signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    stopped,
    pause: time.pause,
    grace: () => new Promise((done) => cancels.push(deps.clock.after(deps.limits.graceMs, () => done('over')))),
    release() {
      for (const cancel of cancels) cancel();
      bound.call.signal?.removeEventListener('abort', onAbort);
    },
  };
}
