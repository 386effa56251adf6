// Reads the arguments of a call as they are given: JSON that goes to the gate as the text it is, stdin, or one argument at a time.
import type { Readable } from 'node:stream';
import { CapabilityError, type CallArguments } from '../../../../contract/index.ts';
import type { Invocation } from '../../invocation.ts';

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

/** JSON given in place; `-` stands for what comes on stdin. */
export async function readJson(json: string, { environment, output }: Reader): Promise<string> {
  if (json !== '-') return json;
  const { stdin, signal } = environment;
  if (stdin.isTTY === true) output.note('Reading JSON from the terminal; Ctrl-D ends it.');
  const text = decode(await readAll(stdin, signal));
  // To the gate no text is no arguments: here it is a program before the pipe that failed.
  if (text.trim() === '') throw unfit('Nothing came on stdin. Send a JSON object there; {} for no arguments.');
  return text;
}

/** The gate takes 1 MiB and says so itself; what is far beyond it is not read. */
const maxInputBytes = 8 * 1024 * 1024;

async function readAll(stream: Readable, signal: AbortSignal): Promise<Buffer> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([collect(stream), stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    // An input that nobody ends would keep the process.
    if (signal.aborted) stream.destroy();
  }
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > maxInputBytes) throw unfit(`The arguments on stdin are longer than ${maxInputBytes} bytes. Send less.`);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks, bytes);
}

/** A byte that is no text must not become another one without a word. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unfit('The arguments on stdin are not UTF-8 text. Send JSON in UTF-8.', cause);
  }
}

function misused(message: string): CapabilityError {
  return new CapabilityError('malformed_request', message);
}

function unfit(message: string, cause?: unknown): CapabilityError {
  return new CapabilityError('invalid_arguments', message, { cause });
}
