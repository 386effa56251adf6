// gatehouse mcp-servers lock, and the yes to what is as the lock says.
import { CapabilityError, type ServerView } from '../../../../../contract/index.ts';
import type { Action } from '../../../command-spec.ts';
import { exitCodes } from '../../../exit-code.ts';
import type { Invocation } from '../../../invocation.ts';
import { lines } from '../../../render/lines.ts';

export const lockServers: Action = async ({ owner, output }) => {
  const report = await (await owner()).lockServers();
  output.document(report);
  const { paths, left } = report;
  output.say(paths.length === 0 ? 'Nothing is accepted, so nothing was written.' : `Written: ${paths.join(', ')}`);
  for (const name of left)
    output.note(`gatehouse: ${name} is not accepted here; a file that named it before names it as it did.`);
  return paths.length === 0 ? exitCodes.failed : exitCodes.completed;
};

/** The owner's yes to the words of the lock: what contradicts it is not even started. */
export async function acceptLocked(invocation: Invocation, name: string): Promise<number> {
  const { output, by } = invocation;
  const owner = await invocation.owner();
  const view = (await owner.servers()).find((server) => server.name === name);
  if (view !== undefined) {
    const before = differencesOf(view, name);
    if (view.state === 'not_accepted' && before.length > 0) return refuse(invocation, before, 'Nothing was started');
    output.note(`gatehouse: this is started or asked now: ${view.reach}`);
  }
  const review = await owner.reviewServer(name);
  const after = differencesOf(review, name);
  if (after.length > 0) return refuse(invocation, after, 'It was started to see that');
  const accepted = await owner.acceptServer(name, review.digest, by);
  output.document(accepted);
  output.say(`Accepted ${name}, which is as the lock says. Its tools: ${accepted.tools.join(', ') || 'none'}.`);
  return exitCodes.completed;
}

function differencesOf({ lock }: Pick<ServerView, 'lock'>, name: string): readonly string[] {
  if (lock !== null) return lock.differences;
  throw new CapabilityError('malformed_request', `There is no gatehouse.lock that could say what ${name} is to be.`);
}

function refuse({ output }: Invocation, differences: readonly string[], what: string): number {
  output.document({ accepted: false, differences });
  output.say(lines(`Not accepted: it is not as the lock says. ${what}.`, ...differences.map((text) => `  ${text}`)));
  return exitCodes.refused;
}
