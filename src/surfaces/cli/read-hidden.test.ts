import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readHidden } from './read-hidden.ts';

function terminal() {
  const modes: boolean[] = [];
  const shown: string[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => void modes.push(raw) });
  const stderr = new Writable({
    write(chunk: Buffer, _, done) {
      shown.push(chunk.toString());
      done();
    },
  });
  const stopping = new AbortController();
  return { modes, shown, stdin, stopping, prompt: { stdin, stderr, signal: stopping.signal, question: 'Value: ' } };
}

describe('a hidden prompt', () => {
  it.each([
    ['typed', ['s3', 'cr', 'ét!\r'], 's3crét!'],
    ['pasted, with what follows it', ['s3crét!\nmore\n'], 's3crét!'],
    ['corrected', ['s3x\u007fcr\u00f6\bét!\r'], 's3crét!'],
    ['ended without a line end', ['s3crét!\u0004'], 's3crét!'],
  ])('reads what is %s, and shows nothing of it', async (_, pieces, value) => {
    const { modes, shown, stdin, prompt } = terminal();
    const reading = readHidden(prompt);
    for (const piece of pieces) stdin.write(piece);
    expect(await reading).toBe(value);
    expect(shown.join('')).toBe('Value: \n');
    expect(modes).toEqual([true, false]);
  });

  it('reads a letter whose bytes come one by one', async () => {
    const { stdin, prompt } = terminal();
    const reading = readHidden(prompt);
    for (const byte of Buffer.from('größe-😀\r')) stdin.write(Buffer.from([byte]));
    expect(await reading).toBe('größe-😀');
  });

  it('gives the terminal back when it is interrupted, and when the command is told to stop', async () => {
    const first = terminal();
    const reading = readHidden(first.prompt);
    first.stdin.write('s3\u0003');
    await expect(reading).rejects.toMatchObject({ code: 'malformed_request' });
    expect(first.modes).toEqual([true, false]);
    const second = terminal();
    const stopped = readHidden(second.prompt);
    second.stopping.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    expect(second.modes).toEqual([true, false]);
  });
});
