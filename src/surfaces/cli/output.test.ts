import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createOutput } from './output.ts';

function streams(columns?: number) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const text = (stream: PassThrough) => String(stream.read() ?? '');
  return {
    stdout: columns === undefined ? stdout : Object.assign(stdout, { columns }),
    stderr,
    out: () => text(stdout),
    err: () => text(stderr),
  };
}

describe('output for people', () => {
  it('ends lines, once, and writes out what would act on the terminal', () => {
    const to = streams();
    const output = createOutput(false, to);
    output.say('a\u001B[2J\tb\n');
    output.say('c\r\u202Ed');
    output.note('e\u0007');
    expect([to.out(), to.err()]).toEqual(['a\\u{1B}[2J\tb\nc\\u{0D}\\u{202E}d\n', 'e\\u{07}\n']);
  });

  it('writes no document and no fault', () => {
    const to = streams();
    const output = createOutput(false, to);
    output.document({ a: 1 });
    output.fault({ error: {} });
    expect(to.out()).toBe('');
  });

  it('is as wide as the terminal, 100 where there is none, and a line of a stream has no end there', () => {
    expect(createOutput(false, streams(140))).toMatchObject({ width: 140, lineWidth: 140 });
    expect(createOutput(false, streams(3))).toMatchObject({ width: 40, lineWidth: 40 });
    expect(createOutput(false, streams())).toMatchObject({ width: 100, lineWidth: Number.POSITIVE_INFINITY });
  });
});

describe('output for programs', () => {
  it('is one document and nothing for people', () => {
    const to = streams();
    const output = createOutput(true, to);
    output.say('for people');
    output.document({ a: [1, 'é'] });
    expect(to.out()).toBe('{\n  "a": [\n    1,\n    "é"\n  ]\n}\n');
  });

  it('keeps the first document where something goes wrong after it', () => {
    const to = streams();
    const output = createOutput(true, to);
    output.document({ a: 1 });
    output.fault({ error: {} });
    expect(JSON.parse(to.out())).toEqual({ a: 1 });
  });

  it('ends a stream that goes wrong with a line that says so', async () => {
    const to = streams();
    const output = createOutput(true, to);
    await output.line({ a: 1 });
    output.fault({ error: { code: 'x' } });
    expect(to.out()).toBe('{"a":1}\n{"error":{"code":"x"}}\n');
  });

  it('writes what would act on a terminal as an escape, which reads as the same text', () => {
    const to = streams();
    const value = { text: '\u202E\u009B31m\u200B\u2028\u007F\uFEFF' };
    createOutput(true, to).document(value);
    const written = to.out();
    expect(written).not.toMatch(/[\u202E\u009B\u200B\u2028\u007F\uFEFF]/);
    expect(JSON.parse(written)).toEqual(value);
  });

  it('waits for a reader that is slow', async () => {
    const pending: (() => void)[] = [];
    const stdout = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void pending.push(done) });
    const output = createOutput(false, { stdout, stderr: new PassThrough() });
    let written = false;
    const writing = output.line({ a: 1 }).then(() => (written = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBe(false);
    pending[0]?.();
    await writing;
    expect(written).toBe(true);
  });
});
