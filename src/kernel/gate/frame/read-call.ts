// Reads a call once, at its door: what is judged afterwards is a copy that whoever made the call can no longer change.
import { surfaceNames, type Call, type Caller, type Sampling } from '../../../contract/index.ts';
import { readArguments, type ReadArguments } from './read-arguments.ts';

export interface ReadCall {
  readonly tool: string;
  /** The arguments as read, or what was wrong with them: stage 3 says so, once it is known that the tool may be spoken of. */
  readonly read: ReadArguments;
  readonly caller: Caller;
  /** Undefined where the driver knows of none. */
  readonly userWords: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Absent where nobody listens. */
  readonly onNotice?: Call['onNotice'];
  readonly sampling?: Sampling;
}

export interface CallAtDoor {
  readonly call: ReadCall;
  /** Why this is no call: null for every call that a surface makes. */
  readonly problem: string | null;
}

/** Never throws. The types say what a call is; a program without types may hand over anything. */
export function readCall(given: Call): CallAtDoor {
  try {
    const { tool, arguments: args, caller, userWords, signal, onNotice, sampling } = given;
    const call = {
      tool: textOf(tool),
      read: readArguments(args),
      caller: copyCaller(caller),
      userWords: typeof userWords === 'string' ? userWords.slice(0, maxUserWords) : undefined,
      signal: signalOf(signal),
      ...(typeof onNotice === 'function' ? { onNotice, ...samplingOf(sampling) } : {}),
    };
    return { call, problem: problemOf(call, { tool, signal }) };
  } catch {
    return {
      call: { tool: '', read: { ok: true, value: {} }, caller: nobody, userWords: undefined, signal: undefined },
      problem: 'it cannot be read',
    };
  }
}

/** A copy, as of all that is read here. */
function samplingOf(sampling: Sampling | undefined): Pick<ReadCall, 'sampling'> {
  return sampling === undefined ? {} : { sampling: { tools: sampling.tools === true } };
}

/** What a person says; the rest counts as not said. */
const maxUserWords = 200_000;

const nobody: Caller = Object.freeze({
  principal: '',
  agent: '',
  trust: 'guest',
  surface: 'library',
  session: '',
  attended: false,
  workspace: '',
  seesHidden: false,
  forbidden: null,
  allowedTools: null,
  policyClasses: null,
});

/** Field by field, so that what is recorded of a caller is what a caller is. A trust that is not the operator's is a guest's. */
function copyCaller(caller: Caller): Caller {
  const { surface, forbidden } = caller;
  return {
    principal: textOf(caller.principal),
    agent: textOf(caller.agent),
    trust: caller.trust === 'operator' ? 'operator' : 'guest',
    surface: surfaceNames.includes(surface) ? surface : 'library',
    session: textOf(caller.session),
    attended: caller.attended === true,
    workspace: textOf(caller.workspace),
    seesHidden: caller.seesHidden === true,
    forbidden: forbidden ?? null,
    allowedTools: listOf(caller.allowedTools),
    policyClasses: listOf(caller.policyClasses),
    ...(caller.profiles === undefined ? {} : { profiles: profilesOf(caller.profiles) }),
    ...(caller.through === undefined ? {} : { through: listOf(caller.through)?.map(textOf) ?? [] }),
  };
}

/** What is no list of names is the name of a profile that there is not. */
function profilesOf(profiles: unknown): readonly string[] {
  return Array.isArray(profiles) ? profiles.map(textOf) : [''];
}

/** Null narrows nothing; what is neither null nor a list narrows to nothing. */
function listOf<Item>(list: readonly Item[] | null | undefined): readonly Item[] | null {
  if (list === null || list === undefined) return null;
  return Array.isArray(list) ? [...list] : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : '';
}

function signalOf(signal: unknown): AbortSignal | undefined {
  return signal instanceof AbortSignal ? signal : undefined;
}

function problemOf(
  call: ReadCall,
  { tool, signal }: { readonly tool: unknown; readonly signal: unknown },
): string | null {
  if (typeof tool !== 'string') return 'the name of its tool is no text';
  if (call.caller.principal === '' || call.caller.agent === '') return 'it does not say who asks';
  return signal !== undefined && call.signal === undefined ? 'its signal is no AbortSignal' : null;
}
