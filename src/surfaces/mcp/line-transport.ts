// The stdio binding: one message per line, read strictly and without loss, and nothing but messages on the output. Unlike the SDK's own
// transport it answers a line that is no message, skips one that is too long, and lets calls end that came before the input did.
import type { Readable, Writable } from 'node:stream';
import { isJSONRPCRequest, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { maxMessageBytes, readMessage, refuseBytes, refuseMessage, type MessageReading } from './read-message.ts';

export interface LineStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** How long calls may still answer after the input ended; then they are aborted. A host that shuts us down waits about two seconds. */
const answerGraceMs = 1000;

const newline = 0x0a;

export class LineTransport implements Transport {
  onmessage: NonNullable<Transport['onmessage']> = () => undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;

  readonly #streams: LineStreams;
  readonly #unanswered = new Set<unknown>();
  readonly #line: Buffer[] = [];
  #lineBytes = 0;
  #closed = false;
  #allAnswered: () => void = () => undefined;

  constructor(streams: LineStreams) {
    this.#streams = streams;
  }

  start(): Promise<void> {
    // Stays after the end: a late write to a pipe that broke is no reason to crash.
    this.#streams.output.on('error', (error: Error) => this.#fail(error));
    void this.#read();
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if ('id' in message && !('method' in message)) this.#settled(message.id);
    return this.#write(message);
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    this.#allAnswered();
    this.#streams.input.destroy();
    this.onclose?.();
    return Promise.resolve();
  }

  async #read(): Promise<void> {
    try {
      for await (const chunk of this.#streams.input) await this.#take(Buffer.from(chunk));
      if (this.#lineBytes > 0) await this.#endLine();
      await this.#answered();
    } catch (error) {
      if (!this.#closed) this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    } finally {
      await this.close();
    }
  }

  async #take(chunk: Buffer): Promise<void> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      await this.#endLine();
    }
    this.#keep(chunk.subarray(start));
  }

  /** Of a line that is too long nothing is kept but its length. */
  #keep(piece: Buffer): void {
    this.#lineBytes += piece.length;
    if (this.#lineBytes > maxMessageBytes) this.#line.length = 0;
    else if (piece.length > 0) this.#line.push(piece);
  }

  async #endLine(): Promise<void> {
    const bytes = Buffer.concat(this.#line);
    const length = this.#lineBytes;
    this.#line.length = 0;
    this.#lineBytes = 0;
    const reading = length > maxMessageBytes ? tooLong : readLine(bytes);
    if (reading === null || this.#closed) return;
    // Waited for, so that a flood of wrong lines cannot fill the memory with answers that nobody reads.
    if (reading.ok) this.#deliver(reading.message);
    else await this.#write(reading.refusal).catch((error: unknown) => this.#fail(error));
  }

  #deliver(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.#unanswered.add(message.id);
    // A request that was taken back is not answered.
    else if ('method' in message && message.method === 'notifications/cancelled')
      this.#settled(message.params?.['requestId']);
    this.onmessage(message);
  }

  #settled(id: unknown): void {
    this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#allAnswered();
  }

  async #answered(): Promise<void> {
    if (this.#unanswered.size === 0 || this.#closed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, answerGraceMs);
      this.#allAnswered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #write(message: object): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The connection is closed.'));
    return new Promise((resolve, reject) => {
      this.#streams.output.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    void this.close();
  }
}

const tooLong: MessageReading = {
  ok: false,
  refusal: refuseMessage(
    null,
    `The line is longer than ${maxMessageBytes} bytes and was skipped. Send less, or in parts.`,
  ),
};

/** Null for an empty line. */
function readLine(bytes: Buffer): MessageReading | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, refusal: refuseBytes('The line is not UTF-8. Send JSON text in UTF-8.') };
  }
  return text.trim() === '' ? null : readMessage(text);
}
