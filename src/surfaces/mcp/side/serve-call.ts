// Serves one call with what goes on beside it: notices to the client, and questions to its user in the way of its era.
import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { Caller, Notice } from '../../../contract/index.ts';
import { clientQuestion, shownBy } from '../ask-client.ts';
import { carryCall, type CallingRuntime, type ToolCall } from '../call-tool.ts';
import type { CallEnd } from '../offers/register-offers.ts';
import { createParkedCalls, type ParkedCalls } from './parked-calls.ts';
import { questionPusher, type Relay } from './push-questions.ts';
import { clientListener } from './tell-client.ts';
import type { UnderWay } from './under-way.ts';

export interface CallServer extends Pick<ParkedCalls, 'verify' | 'close'> {
  serve(call: ToolCall, server: Server, context: ServerContext): Promise<CallEnd>;
}

export interface CallServerNeeds {
  readonly runtime: CallingRuntime;
  readonly callerOf: (context: ServerContext) => Caller;
  /** Told of each call that runs: it may outlive the request that made it. */
  readonly track: UnderWay['track'];
}

export function createCallServer({ runtime, callerOf, track }: CallServerNeeds): CallServer {
  const parked = createParkedCalls(callerOf);
  return {
    verify: parked.verify,
    close: parked.close,
    serve(call, server, context) {
      const question = clientQuestion(server, context);
      const relay: Relay = { runtime, caller: call.caller, context, shown: shownBy(server, context) };
      const { era, completion, completionTools } = relay.shown;
      const asked = completion ? { ...call, sampling: { tools: completionTools } } : call;
      if (era === 'push') return carryCall({ ...asked, onNotice: listenerOf(relay) }, runtime, question);
      return parked.serve(asked, relay, (given) => track(carryCall(given, runtime, question)));
    },
  };
}

/** Of a request that waits for its own end. */
function listenerOf(relay: Relay): (notice: Notice) => void {
  const listeners = [clientListener(relay.context), questionPusher(relay)];
  return (notice) => {
    for (const listen of listeners) listen(notice);
  };
}
