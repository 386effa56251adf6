// What is kept of the output of a command: all of it, or its start and its end with a mark between.
import type { ProgramEnd } from '../../../contract/index.ts';

const maxBytes = 65_536;
const halfBytes = maxBytes / 2;
const mark = '\n...[output truncated]...\n';

/** To be asked of the process port, which keeps a quarter from the start: with that it holds both halves. */
export const keptBytes = halfBytes * 4;

export interface BoundOutput {
  readonly output: string;
  readonly isCut: boolean;
}

export function boundOutput({ stdout, stdoutOmitted }: Pick<ProgramEnd, 'stdout' | 'stdoutOmitted'>): BoundOutput {
  if (stdoutOmitted === 0 && stdout.length <= maxBytes) return { output: decode(stdout), isCut: false };
  const head = withoutPart(decode(stdout.subarray(0, halfBytes)), /\ufffd$/);
  const tail = withoutPart(decode(stdout.subarray(-halfBytes)), /^\ufffd{1,3}/);
  return { output: head + mark + tail, isCut: true };
}

/** What is left of a character that was cut in two. */
function withoutPart(text: string, part: RegExp): string {
  return text.replace(part, '');
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
