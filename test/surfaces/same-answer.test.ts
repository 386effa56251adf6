// Every surface × every kind of answer: the recorded input and reasons are the same but for who asked. No surface has a gate of its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { surfaceNames, type JsonObject, type RecordedEvent, type SurfaceName } from '../../src/contract/index.ts';
import { drivers, openWorld, type World } from './world.ts';

interface Case {
  readonly name: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly effect: 'ALLOW' | 'ASK' | 'DENY';
  /** The source of the first reason, or the stage that refused before a decision. */
  readonly source: string;
}

const cases: readonly Case[] = [
  { name: 'allow', tool: 'file_read', args: { filename: 'a.txt' }, effect: 'ALLOW', source: 'mode' },
  { name: 'ask', tool: 'file_write', args: { filename: 'b.txt', content: 'x' }, effect: 'ASK', source: 'mode' },
  { name: 'deny', tool: 'note', args: { text: 'x' }, effect: 'DENY', source: 'rule' },
  { name: 'invalid', tool: 'calculate', args: { expresion: '1' }, effect: 'DENY', source: 'validate' },
  { name: 'floor', tool: 'file_read', args: { filename: '.env' }, effect: 'DENY', source: 'floor' },
  { name: 'unknown', tool: 'no_such_tool', args: {}, effect: 'DENY', source: 'resolve' },
];

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.runtime.owner?.addRule(
    { effect: 'DENY', agent: null, tool: 'note', target: null, action: null, window: null, note: 'not here' },
    { broad: false, by: 'test' },
  );
});

afterAll(() => world.close());

async function decisionOver(surface: SurfaceName, { tool, args }: Case): Promise<RecordedEvent> {
  const before = await world.runtime.events({ kinds: ['policy_decision'], limit: 1 });
  const [last] = before;
  await drivers[surface](world, tool, args);
  const after = last === undefined ? {} : { after: { at: last.at, writer: last.writer, seq: last.seq } };
  const events = await world.runtime.events({ kinds: ['policy_decision'], ...after, limit: 10 });
  const own = events.filter((event) => event.envelope['surface'] === surface);
  expect(own).toHaveLength(1);
  const [event] = own;
  if (event === undefined) throw new Error('no decision was recorded');
  return event;
}

/** What must not differ: everything but who asked and when. */
function comparable(event: RecordedEvent): unknown {
  const { effect, source, rule, specificity, tool } = event.envelope;
  const input = event.values['input'];
  const stripped = input === undefined || input === null ? null : { ...(input as JsonObject), caller: null, at: null };
  return {
    effect,
    source,
    rule,
    specificity,
    tool,
    input: stripped,
    decision: event.values['decision'] ?? null,
    reason: event.values['reason'] ?? null,
  };
}

describe.each(cases)('a call that meets $name', (item) => {
  it('gets the same recorded input and reasons over every surface', async () => {
    const [first, ...others] = surfaceNames;
    const expected = await decisionOver(first, item);
    expect(expected.envelope['effect']).toBe(item.effect);
    expect(expected.envelope['source']).toBe(item.source);
    for (const surface of others) {
      expect(comparable(await decisionOver(surface, item)), surface).toEqual(comparable(expected));
    }
  });
});

it('has a driver for every surface there is', () => {
  expect(Object.keys(drivers).sort()).toEqual([...surfaceNames].sort());
});
