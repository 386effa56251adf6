// Where a command writes: results to stdout, everything else to stderr. With --json stdout is one JSON document and nothing more.
import { escapeVisible } from '../../text/index.ts';

export interface Output {
  readonly json: boolean;
  /** Columns of the terminal; 100 where stdout is none. */
  readonly width: number;
  /** For people. Ignored with --json. */
  say(text: string): void;
  /** The result for programs. Ignored without --json. */
  document(value: unknown): void;
  /** One line of a stream of JSON documents. Ignored without --json. */
  line(value: unknown): void;
  /** Diagnostics. */
  note(text: string): void;
}

export interface Streams {
  readonly stdout: NodeJS.WritableStream & { readonly columns?: number };
  readonly stderr: NodeJS.WritableStream;
}

const minWidth = 60;
const defaultWidth = 100;

export function createOutput(json: boolean, streams: Streams): Output {
  const { stdout, stderr } = streams;
  return {
    json,
    width: Math.max(minWidth, stdout.columns ?? defaultWidth),
    say(text) {
      if (!json) stdout.write(`${text}\n`);
    },
    document(value) {
      if (json) stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    line(value) {
      if (json) stdout.write(`${JSON.stringify(value)}\n`);
    },
    note: (text) => void stderr.write(`${escapeVisible(text)}\n`),
  };
}
