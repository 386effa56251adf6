// gatehouse mcp-servers test: connects one server and says how that went. What was not accepted is started only where that is asked for.
import { CapabilityError, type ServerView } from '../../../../../contract/index.ts';
import { counted } from '../../../../../text/index.ts';
import type { Action } from '../../../command-spec.ts';
import { layoutFields } from '../../../render/fields.ts';
import { commandText, needsLook } from './servers.ts';

export const testServer: Action<{ readonly start?: boolean }> = async (invocation, [name = ''], options) => {
  const { output, command } = invocation;
  const owner = await invocation.owner();
  const look = async () => (await owner.servers()).find((server) => server.name === name);
  const before = await look();
  const isNew = before !== undefined && needsLook.has(before.state);
  if (isNew && options.start !== true) {
    output.document({ tested: false, server: before });
    output.say(commandText(before, output.width, command));
    output.note(`gatehouse: not tested. To start it for a look alone: ${command} mcp-servers test ${name} --start`);
    return 1;
  }
  if (isNew) output.note(`gatehouse: this is started or asked now: ${before.reach}`);
  const startedAt = performance.now();
  const review = await owner.reviewServer(name);
  const readyMs = Math.round(performance.now() - startedAt);
  const view = await look();
  if (view === undefined) throw new CapabilityError('unknown_server', `${name} is no longer configured.`);
  const tools = review.tools.filter(({ change }) => change !== 'gone').length;
  const wasConnected = before?.state === 'ready';
  output.document({ tested: true, wasConnected, readyMs, tools, accepted: review.isAccepted, server: view });
  output.say(resultText({ view, tools, wasConnected, readyMs, isAccepted: review.isAccepted }, output.width, command));
  return 0;
};

interface Tested {
  readonly view: ServerView;
  readonly tools: number;
  readonly wasConnected: boolean;
  readonly readyMs: number;
  readonly isAccepted: boolean;
}

function resultText(
  { view, tools, wasConnected, readyMs, isAccepted }: Tested,
  width: number,
  command: string,
): string {
  const fields = layoutFields(
    [
      ['reach', view.reach],
      ['protocol', view.protocol ?? 'not known'],
      ['tools', counted(tools, 'tool')],
      wasConnected
        ? ['answer', 'it was connected already']
        : ['answer', `ready after ${readyMs} ms: start, handshake and list of tools`],
      isAccepted ? null : ['to do', `accept what it says: ${command} mcp-servers accept ${view.name} --start`],
      view.errorTail.trim() === '' ? null : ['it said', view.errorTail.trim()],
    ],
    width,
  );
  return `${view.name} works.\n${fields}`;
}
