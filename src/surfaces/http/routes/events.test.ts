import { afterEach, describe, expect, it } from 'vitest';
import { startScriptedDaemon, type ScriptedDaemon } from '../../../../test/programs/scripted-daemon.ts';
import type { EventQuery, RecordedEvent } from '../../../contract/index.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** A record that grows: events are pushed, and whoever follows gets them. */
class Recorded {
  readonly events: RecordedEvent[] = [];
  readonly queries: EventQuery[] = [];
  following = 0;
  given = 0;
  #wake = new Set<() => void>();

  push(values: RecordedEvent['values'] = {}): void {
    const seq = this.events.length + 1;
    this.events.push({
      writer: 'w:1',
      seq,
      at: 1000 + seq,
      kind: 'tool_executed',
      envelope: { tool: 'é\u2028' },
      values,
      hash: 'h',
    });
    for (const wake of this.#wake) wake();
  }

  async *follow(query: EventQuery, signal: AbortSignal): AsyncGenerator<RecordedEvent> {
    this.queries.push(query);
    this.following += 1;
    try {
      for (let seq = query.after?.seq ?? 0; !signal.aborted;) {
        const next = this.events[seq];
        if (next !== undefined) {
          seq += 1;
          this.given += 1;
          yield next;
          continue;
        }
        await new Promise<void>((resolve) => {
          this.#wake.add(resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    } finally {
      this.following -= 1;
    }
  }
}

async function start(): Promise<{ readonly house: ScriptedDaemon; readonly record: Recorded }> {
  const record = new Recorded();
  const house = await startScriptedDaemon({
    answers: {
      events: async ({ limit }) => record.events.slice(-(limit ?? 50)),
      follow: (query, signal) => record.follow(query, signal),
    },
  });
  endings.push(() => house.close());
  return { house, record };
}

interface Stream {
  readonly status: number;
  readonly type: string | null;
  /** The lines of the next events, each with its id. */
  next(count: number): Promise<readonly string[]>;
  leave(): void;
}

async function follow(
  house: ScriptedDaemon,
  path = '/api/events',
  headers: Record<string, string> = {},
): Promise<Stream> {
  const leaving = new AbortController();
  const response = await house.send(path, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const events: string[] = [];
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    async next(count) {
      for (;;) {
        if (events.length >= count) return events.splice(0, count);
        const chunk = await reader?.read();
        if (chunk?.value === undefined) throw new Error('The stream ended.');
        const texts = `${heard}${chunk.value}`.split('\n\n');
        heard = texts.pop() ?? '';
        events.push(...texts.filter((text) => text.startsWith('id:')));
      }
    },
    leave: () => leaving.abort(),
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const ids = (events: readonly string[]) => events.map((text) => /^id: (.*)$/m.exec(text)?.[1]);

describe('the stream of events', () => {
  it('brings what is recorded from the moment it is open, whole, with numbers as they are written', async () => {
    const { house, record } = await start();
    record.push();
    const stream = await follow(house);
    expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    // Nothing was read of the stream yet; what happens now is not missed all the same.
    record.push({ n: JSON.rawJSON('12345678901234567890') });
    const [event = ''] = await stream.next(1);
    expect(event.split('\n')).toEqual([
      'id: 1002:w:1:2',
      'event: tool_executed',
      'data: {"writer":"w:1","seq":2,"at":1002,"kind":"tool_executed","envelope":{"tool":"é\u2028"},"values":{"n":12345678901234567890},"hash":"h"}',
    ]);
  });

  it('begins with the first event of an empty record', async () => {
    const { house, record } = await start();
    const stream = await follow(house);
    record.push();
    expect(ids(await stream.next(1))).toEqual(['1001:w:1:1']);
  });

  it('goes on behind the last event that the client has seen', async () => {
    const { house, record } = await start();
    for (let count = 0; count < 5; count++) record.push();
    const resumed = await follow(house, '/api/events', { 'last-event-id': '1003:w:1:3' });
    expect(ids(await resumed.next(2))).toEqual(['1004:w:1:4', '1005:w:1:5']);
    const named = await follow(house, '/api/events?after=1004:w:1:4&kinds=tool_executed,tool_failed&tool=t');
    expect(ids(await named.next(1))).toEqual(['1005:w:1:5']);
    expect(record.queries.at(-1)).toEqual({
      kinds: ['tool_executed', 'tool_failed'],
      tool: 't',
      after: { at: 1004, writer: 'w:1', seq: 4 },
    });
  });

  it.each(['1', 'a:b:c', '1:w', '-1:w:1', '99999999999999999999:w:1', '1:w:1\u00e9'])(
    'does not begin at %j',
    async (place) => {
      const { house } = await start();
      const answer = await house.send('/api/events', {
        headers: { accept: 'text/event-stream', 'last-event-id': place },
      });
      expect(answer.status).toBe(400);
    },
  );

  it('stops its follower when the client goes, and with it goes its place among the streams', async () => {
    const { house, record } = await start();
    for (let round = 0; round < 40; round++) {
      const stream = await follow(house);
      expect(stream.status).toBe(200);
      await until(() => record.following === 1);
      if (round % 2 === 0) {
        record.push();
        await stream.next(1);
      }
      stream.leave();
      await until(() => record.following === 0);
    }
    expect(house.reports).toEqual([]);
  });

  it('waits for a client that does not read, and loses nothing for it', async () => {
    const { house, record } = await start();
    for (let count = 0; count < 600; count++) record.push({ text: 'x'.repeat(50_000) });
    const stream = await follow(house, '/api/events?after=0::0');
    for (let before = -1; before !== record.given;) {
      before = record.given;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // 30 MB: what the buffers of a connection hold is far less.
    expect(record.given).toBeLessThan(500);
    expect(ids(await stream.next(600)).at(-1)).toBe('1600:w:1:600');
  });

  it('is a list for whoever does not ask for a stream', async () => {
    const { house, record } = await start();
    record.push();
    for (const accept of ['*/*', 'application/json', 'text/event-streams', 'x/text/event-stream-not']) {
      const answer = await house.send('/api/events', { headers: { accept } });
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await answer.json()).toHaveLength(1);
    }
  });
});
