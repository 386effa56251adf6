// A call as it goes to the daemon. What JSON cannot carry cannot be sent: it is refused here as the gate would refuse it there.
import type { Call, Explanation, Outcome, Refused, Sampling } from '../../contract/index.ts';
import { checkJsonValue, parseJson } from '../../text/index.ts';

export interface SentCall {
  readonly tool: string;
  readonly json: string;
  readonly userWords?: string;
  readonly sampling?: Sampling;
}

export type Sendable =
  | { readonly ok: true; readonly body: SentCall }
  | { readonly ok: false; readonly refusal: Refusal };

type Refusal = NonNullable<Explanation['refusal']>;

/** The arguments go as text, the one they came in where they came as text: what was sent is what arrives. */
export function sendable({ tool, arguments: given, userWords, sampling }: Call): Sendable {
  const words = {
    ...(userWords === undefined ? {} : { userWords: userWords.toWellFormed() }),
    ...(sampling === undefined ? {} : { sampling }),
  };
  if ('json' in given) {
    if (given.json.isWellFormed()) return { ok: true, body: { tool, json: given.json, ...words } };
    const parsed = parseJson(given.json);
    return { ok: false, refusal: refusal('', parsed.ok ? 'The text is no Unicode text.' : parsed.problem.message) };
  }
  const checked = checkJsonValue(given.value ?? {});
  if (checked.ok) return { ok: true, body: { tool, json: JSON.stringify(checked.value), ...words } };
  return { ok: false, refusal: refusal(checked.problem.path, checked.problem.message) };
}

function refusal(path: string, message: string): Refusal {
  return {
    by: 'validate',
    code: 'invalid_arguments',
    reason: `The arguments cannot be read: ${message}`,
    hint: 'Send a JSON object within the limits.',
    problems: [{ path, message, expected: 'a JSON object within the limits' }],
    nearest: [],
    schema: null,
  };
}

/** Nothing reached the daemon, so nothing is recorded. */
const unsent = { callId: '', decision: null, receipt: null, unrecorded: true } as const;

export function refusedOutcome(tool: string, told: Refusal): Refused {
  return { ...unsent, kind: 'refused', tool, ...told };
}

/** The daemon notices that the connection is gone, aborts the call and records that; its receipt stays there. */
export function abortedOutcome(tool: string): Outcome {
  return {
    ...unsent,
    kind: 'aborted',
    tool,
    reason: 'The caller gave the call up. What became of it is in the record of the daemon.',
  };
}
