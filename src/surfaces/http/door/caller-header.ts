// Who asks, as a program of the owner says on the owner's socket. Whoever can open that socket is the owner, so what is said is believed; it
// still has to be a whole caller, for a missing field would be a limit that is not there.
import { z } from 'zod';
import { CapabilityError, policyClasses, surfaceNames, trustLevels, type Caller } from '../../../contract/index.ts';
import { parseJson } from '../../../text/index.ts';
import { describeIssue } from '../exchange/read-query.ts';

export const callerHeader = 'x-gatehouse-caller';

const word = z.string().min(1).max(1000);

const callerShape = z.strictObject({
  principal: word,
  agent: word,
  trust: z.enum(trustLevels),
  surface: z.enum(surfaceNames),
  session: word,
  attended: z.boolean(),
  workspace: z.string().min(1).max(8192),
  seesHidden: z.boolean(),
  forbidden: z.enum(['simulation', 'replay']).nullable(),
  allowedTools: z.array(z.string().max(1000)).nullable(),
  policyClasses: z.array(z.enum(policyClasses)).nullable(),
  profiles: z.array(z.string().max(1000)).max(100).exactOptional(),
  through: z.array(z.string().max(1000)).max(100).exactOptional(),
});

/** Base64url of JSON. Throws `malformed_request`. */
export function readCaller(text: string): Caller {
  const parsed = parseJson(decode(text), { maxDepth: 4 });
  if (!parsed.ok) throw malformed(parsed.problem.message);
  const checked = callerShape.safeParse(parsed.value);
  if (!checked.success) throw malformed(describeIssue(checked.error));
  return checked.data;
}

function decode(text: string): string {
  try {
    if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new TypeError('not base64url');
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64url'));
  } catch (cause) {
    throw new CapabilityError('malformed_request', `The header ${callerHeader} is not base64url of UTF-8 text.`, {
      cause,
    });
  }
}

function malformed(what: string): CapabilityError {
  return new CapabilityError('malformed_request', `The header ${callerHeader} is no caller: ${what}.`);
}
