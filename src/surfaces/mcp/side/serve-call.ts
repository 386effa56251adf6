// Serves one tools/call with what goes on beside it: notices to the client, and questions to its user in the way of its era.
import type { CallToolResult, InputRequiredResult, Server, ServerContext } from '@modelcontextprotocol/server';
import type { Caller, Notice } from '../../../contract/index.ts';
import { clientQuestion, shownBy } from '../ask-client.ts';
import { callTool, type CallingRuntime, type ToolCall } from '../call-tool.ts';
import { createParkedCalls, type ParkedCalls } from './parked-calls.ts';
import { questionPusher, type Relay } from './push-questions.ts';
import { clientListener } from './tell-client.ts';
import type { UnderWay } from './under-way.ts';

export interface CallServer extends Pick<ParkedCalls, 'verify' | 'close'> {
  serve(call: ToolCall, server: Server, context: ServerContext): Promise<CallToolResult | InputRequiredResult>;
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
      if (relay.shown.era === 'push') return callTool({ ...call, onNotice: listenerOf(relay) }, runtime, question);
      return parked.serve(call, relay, (given) => track(callTool(given, runtime, question)));
    },
  };
}

/** Of a request that waits for its own end: questions are pushed where that can be, and else left to the owner. */
export function listenerOf(relay: Relay): (notice: Notice) => void {
  const { context, shown } = relay;
  return together(
    clientListener(context),
    questionPusher(shown.era === 'push' ? relay : { ...relay, shown: { ...shown, form: false, url: false } }),
  );
}

function together(...listeners: readonly ((notice: Notice) => void)[]): (notice: Notice) => void {
  return (notice) => {
    for (const listen of listeners) listen(notice);
  };
}
