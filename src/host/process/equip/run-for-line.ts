// Runs a program of the owner's whose one line of output is a value: a password manager, a credential helper.
import { spawn } from 'node:child_process';
import { systemCode } from '../../files/path/system-code.ts';
import { signalGroup } from '../survivors.ts';

export type Line = { readonly value: string } | { readonly why: string };

const timeoutMs = 3_000;
const maxBytes = 8_192;

/** The outcome tells nothing that was printed but the value itself. Without a shell; never rejects; leaves no program of its group behind. */
export function runForLine(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Line> {
  return new Promise((resolve) => {
    // With all of the owner's environment: it is the owner's own program, and has to reach the agent that holds the value.
    const child = spawn(program, args, { env: { ...env }, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (line: Line): void => {
      clearTimeout(timer);
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
      child.stdout.destroy();
      resolve(line);
    };
    const timer = setTimeout(
      () => end({ why: `${program} did not end within ${timeoutMs / 1000} seconds.` }),
      timeoutMs,
    );
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) end({ why: `${program} printed more than ${maxBytes} bytes.` });
    });
    child.once('error', (cause) =>
      end({ why: `${program} could not be started (${systemCode(cause) ?? 'unknown error'}).` }),
    );
    child.once('close', (code, signal) => {
      if (code === 0) end(readLine(Buffer.concat(chunks), program));
      else end({ why: `${program} ended with ${signal ?? `exit code ${code}`}.` });
    });
  });
}

function readLine(output: Uint8Array, program: string): Line {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(output);
  } catch {
    return { why: `${program} printed what is no UTF-8 text.` };
  }
  const value = text.replace(/\r?\n$/, '');
  if (value === '') return { why: `${program} printed nothing.` };
  return /[\n\r\0]/.test(value) ? { why: `${program} printed more than one line.` } : { value };
}
