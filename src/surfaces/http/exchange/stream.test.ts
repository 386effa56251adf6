import { afterEach, expect, it, vi } from 'vitest';
import { replyStream } from './stream.ts';

afterEach(() => {
  vi.useRealTimers();
});

function stream(items: AsyncIterable<string>, signal = new AbortController().signal) {
  const acts: string[] = [];
  const response = replyStream(
    {
      items,
      write: (item) => item,
      stop: () => acts.push('stop'),
      quiet: ': quiet\n\n',
      contentType: 'text/event-stream',
    },
    { signal, cut: () => acts.push('cut'), report: (message) => acts.push(message) },
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return { acts, next: async () => (await reader?.read())?.value, cancel: () => reader?.cancel() };
}

/** Waits until it is told to end. */
async function* silent(signal: AbortSignal): AsyncGenerator<string> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  yield* [];
}

it('says that it is there at once, and again whenever nothing came for a while', async () => {
  vi.useFakeTimers();
  const ending = new AbortController();
  const { next } = stream(silent(ending.signal));
  expect(await next()).toBe(': quiet\n\n');
  const second = next();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await second).toBe(': quiet\n\n');
  ending.abort();
});

it('leaves nothing running when it has ended', async () => {
  vi.useFakeTimers();
  const { next, acts } = stream(ReadableStream.from(['a', '', 'b']));
  expect([await next(), await next(), await next(), await next()]).toEqual([': quiet\n\n', 'a', 'b', undefined]);
  expect(acts).toEqual(['stop']);
  expect(vi.getTimerCount()).toBe(0);
});

it('leaves nothing running when its reader goes', async () => {
  vi.useFakeTimers();
  const ending = new AbortController();
  const { next, acts, cancel } = stream(silent(ending.signal));
  await next();
  const waiting = next();
  await cancel();
  expect(await waiting).toBe(undefined);
  expect(acts).toEqual(['stop']);
  expect(vi.getTimerCount()).toBe(0);
  ending.abort();
});

it('never begins for a request that is over', async () => {
  const over = AbortSignal.abort();
  const { next, acts } = stream(silent(over), over);
  expect(acts).toEqual(['stop']);
  expect(await next()).toBe(': quiet\n\n');
  expect(await next()).toBe(undefined);
});

it('breaks the connection and tells the operator where what feeds it fails', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'a';
    throw new Error('no disk');
  }
  const { next, acts } = stream(failing());
  expect([await next(), await next(), await next()]).toEqual([': quiet\n\n', 'a', undefined]);
  expect(acts).toEqual(['A stream broke off: no disk', 'cut', 'stop']);
});
