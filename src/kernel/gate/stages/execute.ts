// Stage 8: runs the handler: within its time, stoppable, and so that whatever it throws stays here.
import type { Admitted, HandlerContext, JsonObject, JsonValue, ToolPorts, ToolResult } from '../../../contract/index.ts';
import { CapabilityError, isCapabilityError } from '../../../contract/index.ts';
import { handlersOf } from '../../registry/handlers.ts';
import type { Bound } from './bind.ts';
import type { GateDeps } from '../frame/gate-deps.ts';

export type Execution =
  | { readonly kind: 'returned'; readonly result: ToolResult }
  | { readonly kind: 'threw'; readonly code: string; readonly message: string }
  | { readonly kind: 'drifted'; readonly code: 'drift' | 'address_refused' | 'path_refused'; readonly message: string }
  | { readonly kind: 'timed_out'; readonly mayStillAct: boolean; readonly late: Promise<unknown> }
  | { readonly kind: 'aborted'; readonly mayStillAct: boolean; readonly late: Promise<unknown> };

type Ended = Extract<Execution, { kind: 'returned' | 'threw' | 'drifted' }>;

export async function execute(bound: Bound, callId: string, deps: GateDeps): Promise<Execution> {
  const handler = await handlersOf(deps.registry).load(bound.tool).catch((cause: unknown) => cause);
  if (typeof handler !== 'function') return threw(handler, deps);
  const stop = stopping(bound, deps);
  try {
    const running = run(() => handler(admitted(bound.args), context(bound, callId, { signal: stop.signal, deps })), deps);
    const first = await Promise.race([running, stop.stopped]);
    if (first !== 'timed_out' && first !== 'aborted') return first;
    // The handler was told to stop; one that does within the grace has not outlived its call.
    const after = await Promise.race([running, stop.grace()]);
    return { kind: first, mayStillAct: after === 'over', late: running };
  } finally {
    stop.release();
  }
}

/** The only place that mints admitted arguments: everything before this line has passed. */
function admitted(args: JsonObject): Admitted<JsonObject> {
  return args as Admitted<JsonObject>;
}

async function run(start: () => Promise<ToolResult>, deps: GateDeps): Promise<Ended> {
  try {
    return { kind: 'returned', result: await start() };
  } catch (cause) {
    return threw(cause, deps);
  }
}

/** A proof that no longer holds is the gate's refusal, not the tool's failure. */
function threw(cause: unknown, deps: GateDeps): Ended {
  const message = deps.redact(cause instanceof Error ? cause.message : String(cause));
  if (!isCapabilityError(cause)) return { kind: 'threw', code: 'tool_failed', message };
  const { code } = cause;
  if (code === 'drift' || code === 'address_refused' || code === 'path_refused') return { kind: 'drifted', code, message };
  return { kind: 'threw', code, message };
}

interface ContextParts {
  readonly signal: AbortSignal;
  readonly deps: GateDeps;
}

function context(bound: Bound, callId: string, parts: ContextParts): HandlerContext<keyof ToolPorts> {
  const { caller } = bound.call;
  return {
    callId,
    workspace: caller.workspace,
    caller: { agent: caller.agent, trust: caller.trust, session: caller.session, principal: caller.principal },
    signal: parts.signal,
    timeoutMs: bound.tool.timeoutMs,
    paths: bound.paths,
    urls: bound.urls,
    facts: factValues(bound),
    settings: parts.deps.settings,
    ports: parts.deps.portsFor(caller),
  };
}

function factValues(bound: Bound): JsonObject {
  const values: Record<string, JsonValue> = {};
  for (const fact of bound.facts) values[fact.name] = fact.value;
  return values;
}

interface Stopping {
  readonly signal: AbortSignal;
  readonly stopped: Promise<'timed_out' | 'aborted'>;
  grace(): Promise<'over'>;
  release(): void;
}

function stopping(bound: Bound, deps: GateDeps): Stopping {
  const controller = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<'timed_out' | 'aborted'>();
  const giveUp = (why: 'timed_out' | 'aborted') => {
    controller.abort(new CapabilityError('tool_timeout', why === 'timed_out' ? 'The time of this call is over.' : 'The caller gave up.'));
    resolve(why);
  };
  const cancels = [deps.clock.after(bound.tool.timeoutMs, () => giveUp('timed_out'))];
  const outer = bound.call.signal;
  const onAbort = () => giveUp('aborted');
  if (outer?.aborted === true) onAbort();
  outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    stopped,
    grace: () => new Promise((done) => cancels.push(deps.clock.after(deps.limits.graceMs, () => done('over')))),
    release() {
      for (const cancel of cancels) cancel();
      outer?.removeEventListener('abort', onAbort);
    },
  };
}
