// gatehouse mcp-servers add and remove: the owner's own configuration file, changed by its owner. Nothing is started.
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerView } from '../../../../../contract/index.ts';
import { openOwnServers } from '../../../../../runtime/index.ts';
import type { Action } from '../../../command-spec.ts';
import type { Invocation } from '../../../invocation.ts';
import { lines } from '../../../render/lines.ts';
import { readServerWords, type AddOptions } from './server-words.ts';
import { commandText } from './servers.ts';

export const addServer: Action<AddOptions> = async (invocation, [name = '', ...words], options) => {
  const { environment, output, command } = invocation;
  const entry = readServerWords(words, options, environment.cwd);
  // Whoever may not decide may not say what is to be started either.
  await invocation.owner();
  const { prepareAddition } = await openOwnServers();
  const { file, make } = prepareAddition(name, entry, environment.env);
  make();
  const view = await taken(invocation, (views) => views.find((server) => server.name === name));
  output.document({ file, server: view ?? null });
  output.say(
    lines(
      `Wrote the server ${name} into ${file}.`,
      view === undefined ? notTaken(command) : commandText(view, output.width, command),
    ),
  );
  return 0;
};

export const removeServer: Action = async (invocation, [name = '']) => {
  const { environment, output, command } = invocation;
  await invocation.owner();
  const { prepareRemoval } = await openOwnServers();
  const { file, make } = prepareRemoval(name, environment.env);
  make();
  const isGone = await taken(invocation, (views) => views.every((view) => view.name !== name || view.from !== ownFrom));
  output.document({ file, name, removed: true });
  output.say(lines(`Took the server ${name} out of ${file}.`, isGone === true ? null : notTaken(command)));
  return 0;
};

/** As settled servers of the owner's file say it of themselves. */
const ownFrom = 'your own configuration';

const everyMs = 250;
const mostWaits = 20;

/** A daemon reads its files anew every other second: what is said next holds for it too. Undefined where it does not take it up. */
export async function taken<Found>(
  invocation: Invocation,
  find: (views: readonly ServerView[]) => Found | undefined,
): Promise<Found | undefined> {
  // A runtime of this process is opened anew, with the file as it is now.
  await invocation.close();
  for (let waits = 0; ; waits += 1) {
    const found = find(await (await invocation.owner()).servers());
    if ((found !== undefined && found !== false) || waits === mostWaits) return found;
    await wait(everyMs, undefined, { signal: invocation.environment.signal });
  }
}

function notTaken(command: string): string {
  return `The daemon has not taken it up: it may have been started with another configuration file. See: ${command} doctor`;
}
