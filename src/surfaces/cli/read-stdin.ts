// What comes on standard input, whole: bounded, as text, and given up when the command is told to stop.
import type { Readable } from 'node:stream';
import { CapabilityError } from '../../contract/index.ts';

export interface InputWish {
  /** What it is, for the fault: `The arguments`. */
  readonly what: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Throws `invalid_arguments` for what is too long or no text, and the signal's reason. */
export async function readStdin(stream: Readable, wish: InputWish): Promise<string> {
  return decode(await readAll(stream, wish), wish);
}

async function readAll(stream: Readable, wish: InputWish): Promise<Buffer> {
  const { signal } = wish;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([collect(stream, wish), stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    // An input that nobody ends would keep the process.
    if (signal.aborted) stream.destroy();
  }
}

async function collect(stream: Readable, { what, maxBytes }: InputWish): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > maxBytes) throw unfit(`${what} on stdin are longer than ${maxBytes} bytes. Send less.`);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks, bytes);
}

/** A byte that is no text must not become another one without a word. */
function decode(bytes: Buffer, { what }: InputWish): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unfit(`${what} on stdin are not UTF-8 text. Send text in UTF-8.`, cause);
  }
}

function unfit(message: string, cause?: unknown): CapabilityError {
  return new CapabilityError('invalid_arguments', message, { cause });
}
