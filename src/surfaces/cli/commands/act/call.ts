// gatehouse call: one call through the gate, like any other caller's.
import { CapabilityError, type Call, type CallArguments } from '../../../../contract/index.ts';
import { exitCodeOf } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import type { Action } from '../../command-spec.ts';
import { renderOutcome } from '../../render/outcome.ts';

interface CallOptions {
  readonly arg?: readonly string[];
  readonly collect?: string;
}

export const callTool: Action<CallOptions> = async (invocation, [name, json], options) => {
  const { caller, output, environment } = invocation;
  const runtime = await invocation.runtime();
  if (options.collect !== undefined) return show(await runtime.collect(caller, options.collect), invocation);
  if (name === undefined) throw new CapabilityError('malformed_request', 'Name the tool to call: gatehouse call NAME [JSON].');
  const call: Call = { tool: name, arguments: await readArguments(json, options.arg ?? [], invocation), caller, signal: environment.signal };
  const outcome = await runtime.call(call);
  output.document(outcome);
  output.say(renderOutcome(outcome));
  return exitCodeOf(outcome);
};

function show(outcome: Awaited<ReturnType<Awaited<ReturnType<Invocation['runtime']>>['collect']>>, { output }: Invocation): number {
  output.document(outcome);
  output.say(renderOutcome(outcome));
  return exitCodeOf(outcome);
}

/** JSON goes to the gate as text, so that nothing of it is lost on the way; named arguments are texts, which the gate coerces. */
export async function readArguments(json: string | undefined, named: readonly string[], { environment }: Pick<Invocation, 'environment'>): Promise<CallArguments> {
  if (named.length === 0) return { json: json === '-' ? await readAll(environment.stdin) : (json ?? '{}') };
  if (json !== undefined) throw new CapabilityError('malformed_request', 'Give the arguments as JSON or by --arg, not both.');
  const value: Record<string, string> = {};
  for (const item of named) {
    const at = item.indexOf('=');
    if (at <= 0) throw new CapabilityError('malformed_request', `--arg takes name=value, not ${JSON.stringify(item)}.`);
    Object.defineProperty(value, item.slice(0, at), { value: item.slice(at + 1), enumerable: true, configurable: true, writable: true });
  }
  return { value };
}

const maxInputBytes = 8 * 1024 * 1024;

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > maxInputBytes) throw new CapabilityError('malformed_request', `The arguments on stdin are larger than ${maxInputBytes} bytes.`);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
