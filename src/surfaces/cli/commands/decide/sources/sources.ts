// gatehouse source list, show, refresh and remove.
import { setTimeout as wait } from 'node:timers/promises';
import { CapabilityError, type SourceView } from '../../../../../contract/index.ts';
import { openSourceEdits } from '../../../../../runtime/index.ts';
import { nearNames } from '../../../../../text/index.ts';
import type { Action } from '../../../command-spec.ts';
import { exitCodes } from '../../../exit-code.ts';
import type { Invocation } from '../../../invocation.ts';
import { lines } from '../../../render/lines.ts';
import { listText, wholeText } from './source-text.ts';

export const listSources: Action = async ({ owner, output, command }) => {
  const views = await (await owner()).sources();
  output.document(views);
  output.say(listText(views, output.width, command));
  return 0;
};

export const showSource: Action = async ({ owner, output }, [name = '']) => {
  const views = await (await owner()).sources();
  const view = views.find((each) => each.name === name);
  if (view === undefined) throw unknownSource(name, views);
  output.document(view);
  output.say(wholeText(view, output.width));
  return 0;
};

/** Ends with 1 where one of them is broken. */
export const refreshSources: Action = async ({ owner, output, command }, [name]) => {
  const views = await (await owner()).refreshSources(name ?? null);
  output.document(views);
  output.say(listText(views, output.width, command));
  return views.some(({ state }) => state === 'broken') ? exitCodes.failed : 0;
};

export const removeSource: Action = async (invocation, [name = '']) => {
  const { environment, output, command } = invocation;
  await invocation.owner();
  const { prepareSourceRemoval } = await openSourceEdits();
  const { file, make } = await prepareSourceRemoval(name, environment.env);
  make();
  const isGone = await taken(invocation, (views) => views.every((view) => view.name !== name));
  output.document({ file, name, removed: true });
  output.say(lines(`Took the source ${name} out of ${file}.`, isGone === true ? null : notTaken(command)));
  return 0;
};

function unknownSource(name: string, views: readonly SourceView[]): CapabilityError {
  const [near] = nearNames(
    name,
    views.map((view) => view.name),
    1,
  );
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return new CapabilityError(
    'malformed_request',
    `No source named ${JSON.stringify(name.slice(0, 80))} is configured here.${hint}`,
  );
}

const everyMs = 250;
const mostWaits = 20;

/** A daemon reads its files anew every other second: what is said next holds for it too. Undefined where it does not take it up. */
export async function taken<Found>(
  invocation: Invocation,
  find: (views: readonly SourceView[]) => Found | undefined,
): Promise<Found | undefined> {
  // A runtime of this process is opened anew, with the file as it is now.
  await invocation.close();
  for (let waits = 0; ; waits += 1) {
    const found = find(await (await invocation.owner()).sources());
    if ((found !== undefined && found !== false) || waits === mostWaits) return found;
    await wait(everyMs, undefined, { signal: invocation.environment.signal });
  }
}

export function notTaken(command: string): string {
  return `The daemon has not taken it up: it may have been started with another configuration file. See: ${command} doctor`;
}
