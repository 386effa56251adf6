// gatehouse call: one call through the gate, like any other caller's.
import { CapabilityError, type Outcome } from '../../../../contract/index.ts';
import { exitCodeOf } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import type { Action } from '../../command-spec.ts';
import { renderOutcome } from '../../render/outcome.ts';
import { readArguments, wordsOf } from './read-arguments.ts';
import { serverAdvice } from './server-advice.ts';
import { noticesShown } from './show-notices.ts';

interface CallOptions {
  readonly arg?: readonly string[];
  readonly collect?: string;
}

export const callTool: Action<CallOptions> = async (invocation, [name, json], options) => {
  if (options.collect !== undefined) {
    if (name !== undefined || options.arg !== undefined)
      throw misused('--collect takes the id of a request and nothing else: the call it stands for was made.');
    return tell(await collect(options.collect, invocation), invocation);
  }
  if (name === undefined)
    throw misused(
      `Name the tool to call: ${invocation.command} call NAME [JSON]. ${invocation.command} tools lists them.`,
    );
  const given = await readArguments({ json, named: options.arg ?? [] }, invocation);
  const { caller, environment } = invocation;
  const runtime = await invocation.runtime();
  const userWords = wordsOf(given);
  const outcome = await runtime.call({
    tool: name,
    arguments: given,
    caller,
    userWords,
    signal: environment.signal,
    onNotice: noticesShown(invocation),
  });
  const exitCode = tell(outcome, invocation);
  if (outcome.kind === 'refused' && outcome.code === 'unknown_tool') {
    const advice = (await absenceAdvice(name, invocation)) ?? (await serverAdvice(name, invocation));
    if (advice !== null) invocation.output.note(`gatehouse: ${advice}`);
  }
  return exitCode;
};

/** A tool that needs somebody is not there for who said that nobody is: the person at the terminal is told which of both it was. */
async function absenceAdvice(tool: string, { caller, runtime }: Invocation): Promise<string | null> {
  if (caller.attended) return null;
  const described = await (await runtime()).describeTool({ ...caller, attended: true }, tool);
  return described.ok ? `${described.tool.name} asks a person, and --unattended says that nobody is there.` : null;
}

async function collect(id: string, { caller, runtime }: Invocation): Promise<Outcome> {
  return (await runtime()).collect(caller, id);
}

function tell(outcome: Outcome, { output, command }: Invocation): number {
  output.document(outcome);
  const text = renderOutcome(outcome, { width: output.width, command });
  // What a tool returned is the result; all else that a call comes to is told.
  if (text !== '') output.say(text);
  return exitCodeOf(outcome);
}

function misused(message: string): CapabilityError {
  return new CapabilityError('malformed_request', message);
}
