import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../../invocation.ts';
import { createOutput } from '../../output.ts';
import { readArguments } from './read-arguments.ts';

function readerOf(stdin: Readable, signal = new AbortController().signal) {
  const notes: string[] = [];
  const environment: Environment = { env: {}, cwd: '/', userId: 0, stdin, signal };
  const output = {
    ...createOutput(false, { stdout: process.stdout, stderr: process.stderr }),
    note: (text: string) => void notes.push(text),
  };
  return { reader: { environment, output }, notes };
}

const nothing = () => Readable.from([]);

describe('reading the arguments of a call', () => {
  it('hands JSON on as the text it is: numbers no double holds, duplicate keys and all', async () => {
    const json = ' {"n":12345678901234567890, "n":1e400, "s":"\\u00e9\\ud800"} ';
    expect(await readArguments({ json, named: [] }, readerOf(nothing()).reader)).toEqual({ json });
    expect(await readArguments({ json: '-', named: [] }, readerOf(Readable.from([Buffer.from(json)])).reader)).toEqual({
      json,
    });
  });

  it('takes a character that arrives in two pieces for one', async () => {
    const bytes = Buffer.from('{"s":"é"}');
    const pieces = Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]);
    expect(await readArguments({ json: '-', named: [] }, readerOf(pieces).reader)).toEqual({ json: '{"s":"é"}' });
  });

  it('hands named arguments on as texts, the gate reads them', async () => {
    const named = ['n=12345678901234567890', '__proto__=x', 'empty='];
    const read = await readArguments({ json: undefined, named }, readerOf(nothing()).reader);
    expect(JSON.stringify(read)).toBe('{"value":{"n":"12345678901234567890","__proto__":"x","empty":""}}');
  });

  it('says on a terminal how its input ends', async () => {
    const terminal = Object.assign(Readable.from([Buffer.from('{}')]), { isTTY: true });
    const { reader, notes } = readerOf(terminal);
    await readArguments({ json: '-', named: [] }, reader);
    expect(notes).toEqual([expect.stringContaining('Ctrl-D')]);
  });

  it('stops waiting for stdin when it is told to stop', async () => {
    const stopping = new AbortController();
    const open = new Readable({ read: () => undefined });
    const reading = readArguments({ json: '-', named: [] }, readerOf(open, stopping.signal).reader);
    stopping.abort(new Error('stop'));
    await expect(reading).rejects.toThrow('stop');
  });
});
