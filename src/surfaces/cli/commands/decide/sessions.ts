// gatehouse sessions: the modes that sessions are in.
import { CapabilityError, sessionModes } from '../../../../contract/index.ts';
import { layoutTable } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';
import { timeText } from '../../render/times.ts';

export const listSessions: Action = async (invocation) => {
  const sessions = await (await invocation.owner()).sessions();
  const { output, caller } = invocation;
  output.document(sessions);
  const rows = sessions.map(({ id, mode, setAt, setBy }) => [mode, timeText(setAt), setBy, id]);
  const headers = ['MODE', 'SINCE (UTC)', 'SET BY', 'SESSION'];
  output.say(
    rows.length === 0 ? 'Every session is in the default mode.' : layoutTable(rows, { width: output.width, headers }),
  );
  output.say(`Yours here is ${caller.session}.`);
  return 0;
};

export const setMode: Action = async (invocation, [word = '', session]) => {
  const mode = sessionModes.find((item) => item === word);
  if (mode === undefined)
    throw new CapabilityError(
      'malformed_request',
      `A mode is one of ${sessionModes.join(', ')}, not ${JSON.stringify(word)}.`,
    );
  const owner = await invocation.owner();
  const id = session ?? invocation.caller.session;
  await owner.setSessionMode(id, mode, invocation.by);
  invocation.output.document({ session: id, mode });
  invocation.output.say(`The session ${id} is in the mode ${mode} from now on.`);
  return 0;
};
