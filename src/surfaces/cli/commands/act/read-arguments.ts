// Reads the arguments of a call as they are given: JSON that goes to the gate as the text it is, stdin, or one argument at a time.
import { CapabilityError, type CallArguments } from '../../../../contract/index.ts';
import type { Invocation } from '../../invocation.ts';
import { readStdin } from '../../read-stdin.ts';

export interface GivenArguments {
  readonly json: string | undefined;
  /** `name=value` each. */
  readonly named: readonly string[];
}

type Reader = Pick<Invocation, 'environment' | 'output'>;

/** JSON stays text, so that nothing of it is lost on the way; named values are texts, which the gate reads as the schema wants them. */
export async function readArguments({ json, named }: GivenArguments, reader: Reader): Promise<CallArguments> {
  if (named.length === 0) return { json: json === undefined ? '{}' : await readJson(json, reader) };
  if (json !== undefined) throw misused('Give the arguments as JSON or by --arg, not both.');
  const value = new Map<string, string>();
  for (const item of named) {
    const at = item.indexOf('=');
    if (at <= 0)
      throw misused(`--arg takes name=value, such as --arg filename=README.md, not ${JSON.stringify(item)}.`);
    const name = item.slice(0, at);
    if (value.has(name)) throw misused(`--arg gives ${JSON.stringify(name)} twice. Give it once.`);
    value.set(name, item.slice(at + 1));
  }
  return { value: Object.fromEntries(value) };
}

/** Nobody types more; what is piped in beyond it counts as not said. */
const maxWords = 200_000;

/** Who types a call names its targets: the arguments are the user's own words. */
export function wordsOf(given: CallArguments): string {
  return ('json' in given ? given.json : JSON.stringify(given.value)).slice(0, maxWords);
}

/** JSON given in place; `-` stands for what comes on stdin. */
export async function readJson(json: string, { environment, output }: Reader): Promise<string> {
  if (json !== '-') return json;
  const { stdin, signal } = environment;
  if (stdin.isTTY === true) output.note('Reading JSON from the terminal; Ctrl-D ends it.');
  const text = await readStdin(stdin, { what: 'The arguments', maxBytes: maxInputBytes, signal });
  // To the gate no text is no arguments: here it is a program before the pipe that failed.
  if (text.trim() === '') throw unfit('Nothing came on stdin. Send a JSON object there; {} for no arguments.');
  return text;
}

/** The gate takes 1 MiB and says so itself; what is far beyond it is not read. */
const maxInputBytes = 8 * 1024 * 1024;

function misused(message: string): CapabilityError {
  return new CapabilityError('malformed_request', message);
}

function unfit(message: string): CapabilityError {
  return new CapabilityError('invalid_arguments', message);
}
