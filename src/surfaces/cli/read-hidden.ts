// Asks at the terminal for something that must not be seen there: what is typed or pasted is not shown.
import type { Writable } from 'node:stream';
import { CapabilityError } from '../../contract/index.ts';
import type { Environment } from './invocation.ts';

export interface HiddenPrompt {
  readonly stdin: Environment['stdin'];
  /** Where the question goes: the answer of the command is on the other stream. */
  readonly stderr: Writable;
  readonly signal: AbortSignal;
  readonly question: string;
}

const maxChars = 65_536;

/** Answers what was typed up to the line end. Throws `malformed_request` on Ctrl-C, and the signal's reason. */
export async function readHidden({ stdin, stderr, signal, question }: HiddenPrompt): Promise<string> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  stderr.write(question);
  stdin.setRawMode?.(true);
  stdin.resume();
  try {
    return await Promise.race([typed(stdin), stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write('\n');
  }
}

const [interrupt, endOfInput, backspace, erase] = ['\u0003', '\u0004', '\b', '\u007f'];

function typed(stdin: Environment['stdin']): Promise<string> {
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder();
    let text = '';
    const end = (settle: () => void): void => {
      stdin.off('data', read);
      stdin.off('end', over);
      settle();
    };
    const over = (): void => end(() => resolve(text));
    const read = (chunk: Uint8Array | string): void => {
      for (const character of typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })) {
        if (character === '\r' || character === '\n' || character === endOfInput) return over();
        if (character === interrupt) {
          return end(() => reject(new CapabilityError('malformed_request', 'Nothing was set: it was interrupted.')));
        }
        if (character === backspace || character === erase) text = Array.from(text).slice(0, -1).join('');
        else if (text.length < maxChars) text += character;
      }
    };
    stdin.on('data', read);
    stdin.once('end', over);
  });
}
