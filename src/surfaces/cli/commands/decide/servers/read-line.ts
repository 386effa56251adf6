// One line of standard input, for a question that something else may answer first.
import { StringDecoder } from 'node:string_decoder';
import type { Environment } from '../../../invocation.ts';

const maxChars = 32_768;

/** Without its line end. Null at the end of the input, and when the signal aborts: the input is left to others then. */
export function readLine(stdin: Environment['stdin'], signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const decoder = new StringDecoder('utf8');
    let text = '';
    const end = (line: string | null): void => {
      stdin.off('data', take);
      stdin.off('end', over);
      stdin.off('error', over);
      signal.removeEventListener('abort', stop);
      stdin.pause();
      resolve(line);
    };
    const over = (): void => end(text === '' ? null : text);
    const stop = (): void => end(null);
    const take = (chunk: Uint8Array | string): void => {
      text += typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
      const at = text.search(/\r?\n/);
      if (at >= 0) end(text.slice(0, at));
      else if (text.length > maxChars) end(text.slice(0, maxChars));
    };
    if (signal.aborted || stdin.readableEnded) return resolve(null);
    stdin.on('data', take);
    stdin.once('end', over);
    stdin.once('error', over);
    signal.addEventListener('abort', stop, { once: true });
    stdin.resume();
  });
}
