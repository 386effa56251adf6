// One program as the SDK's transport: a message a line. Lines that are none are skipped and counted; who prints nothing else is stopped.
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { LastingProgram } from '../../../host/index.ts';

/** How a program is started: with somebody to read its lines. */
export type StartProgram = (lines: {
  readonly onLine: (line: string) => void;
  readonly onLongLine: (bytes: number) => void;
}) => Promise<LastingProgram>;

export interface StrayLines {
  readonly count: number;
  /** The beginning of the first one. */
  readonly first: string;
}

const mostStray = 100_000;
const mostShown = 200;
const turnsOfNotification = 4;

export class ProgramTransport implements Transport {
  onmessage: NonNullable<Transport['onmessage']> = () => undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;

  readonly #start: StartProgram;
  readonly #parse: (line: string) => JSONRPCMessage;
  #program: LastingProgram | null = null;
  #stray: StrayLines = { count: 0, first: '' };
  #end: string | null = null;
  #isClosed = false;

  constructor(start: StartProgram, parse: (line: string) => JSONRPCMessage) {
    this.#start = start;
    this.#parse = parse;
  }

  get stray(): StrayLines {
    return this.#stray;
  }

  /** Why it is over, in words; null while it is not. */
  get end(): string | null {
    return this.#end;
  }

  errorTail(): string {
    return this.#program?.errorTail() ?? '';
  }

  async start(): Promise<void> {
    const program = await this.#start({
      onLine: (line) => this.#take(line),
      onLongLine: (bytes) => this.#skip(`a line of ${bytes} bytes`),
    });
    this.#program = program;
    void program.ended.then((words) => this.#over(`its program ended (${words})`));
    // Closed while it was being started.
    if (this.#isClosed) await program.stop();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#program === null || this.#end !== null) throw new Error('The program is not there any more.');
    await this.#program.writeLine(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#program?.stop();
    this.#over('it was closed');
  }

  #take(line: string): void {
    const message = line.trimStart().startsWith('{') ? this.#read(line) : null;
    if (message !== null) this.#deliver(message);
    else if (line.trim() !== '') this.#skip(line);
  }

  /** The SDK looks at a notification some turns after it came, and by then knows no call that was answered in the same breath. */
  #deliver(message: JSONRPCMessage): void {
    if ('method' in message) return this.onmessage(message);
    let turns = Promise.resolve();
    for (let turn = 0; turn < turnsOfNotification; turn += 1) turns = turns.then(() => undefined);
    void turns.then(() => this.onmessage(message));
  }

  #read(line: string): JSONRPCMessage | null {
    try {
      return this.#parse(line);
    } catch {
      return null;
    }
  }

  #skip(what: string): void {
    const { count, first } = this.#stray;
    this.#stray = { count: count + 1, first: count === 0 ? what.slice(0, mostShown) : first };
    if (this.#stray.count !== mostStray) return;
    this.#over(`it printed ${mostStray} lines that are no messages`);
    void this.close();
  }

  #over(why: string): void {
    if (this.#end !== null) return;
    this.#end = why;
    this.onclose?.();
  }
}
