// The output of a program with its secrets taken out before it is bounded: cut in two by the omission, neither piece of one would be found.
import type { ProgramRun } from '../../contract/index.ts';
import type { StreamRedactor } from '../../text/index.ts';
import { createBoundedOutput, type BoundedOutput } from './bounded-output.ts';

export type NewStreamRedactor = () => StreamRedactor;

/** ripgrep tells places in bytes, which must stay what they are; what is made of its answer is redacted whole. */
export function redactionFor(
  { command }: Pick<ProgramRun, 'command'>,
  redact: NewStreamRedactor | undefined,
): NewStreamRedactor | undefined {
  return 'argv' in command && command.argv[0] === 'rg' ? undefined : redact;
}

/** Byte for byte what was pushed, but for the marks: it need not be text. */
export function createRedactedOutput(maxBytes: number, redact: NewStreamRedactor | undefined): BoundedOutput {
  const kept = createBoundedOutput(maxBytes);
  if (redact === undefined) return kept;
  const redactor = redact();
  // One character for each byte: so a cut within a character is none, and what is no text comes back as it was.
  const keep = (text: string): void => {
    if (text !== '') kept.push(Buffer.from(text, 'latin1'));
  };
  return {
    push: (chunk) => keep(redactor.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1'))),
    end() {
      keep(redactor.end());
      return kept.end();
    },
  };
}
