// Where a command writes: results to stdout, everything else to stderr. With --json stdout is one JSON document, or one per line of a stream.
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { createPatternRedactor, escapeVisible } from '../../text/index.ts';

export interface Output {
  readonly json: boolean;
  /** Columns of the terminal; 100 where stdout is none. */
  readonly width: number;
  /** The same for what is one line to programs that read it; without limit where stdout is no terminal. */
  readonly lineWidth: number;
  /** For people. Ignored with --json. */
  say(text: string): void;
  /** The result for programs: once. Ignored without --json. */
  document(value: unknown): void;
  /** One document of a stream, with --json and without; waits for a reader that is slow. */
  line(value: unknown): Promise<void>;
  /** What went wrong, for programs: in place of the result, or as the last line of a stream. Ignored without --json. */
  fault(value: unknown): void;
  /** Diagnostics. */
  note(text: string): void;
}

export interface Streams {
  readonly stdout: Writable & { readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

const leastWidth = 40;
const defaultWidth = 100;

export function createOutput(json: boolean, { stdout, stderr }: Streams): Output {
  const redact = createPatternRedactor();
  let written: 'nothing' | 'document' | 'lines' = 'nothing';
  const write = (value: unknown, indent: number): boolean => {
    written = indent > 0 ? 'document' : 'lines';
    return stdout.write(`${visibleJson(value, indent)}\n`);
  };
  return {
    json,
    width: Math.max(leastWidth, stdout.columns ?? defaultWidth),
    lineWidth: Math.max(leastWidth, stdout.columns ?? Number.POSITIVE_INFINITY),
    say(text) {
      if (!json) stdout.write(endLine(visibleLines(text)));
    },
    document(value) {
      if (json) write(value, 2);
    },
    async line(value) {
      if (!write(value, 0)) await once(stdout, 'drain');
    },
    fault(value) {
      if (!json || written === 'document') return;
      write(value, written === 'nothing' ? 2 : 0);
    },
    // A fault may repeat what somebody typed, or what a service answered.
    note: (text) => void stderr.write(endLine(visibleLines(redact(text)))),
  };
}

/** Whatever a tool, a file or a caller wrote: nothing of it reaches the terminal but letters, line feeds and tabs. */
function visibleLines(text: string): string {
  return escapeVisible(text, { keepLines: true });
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

const invisibleInJson = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** The same JSON to every reader: what would act on a terminal, and can only stand in its strings, is written as an escape. */
function visibleJson(value: unknown, indent: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    invisibleInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
