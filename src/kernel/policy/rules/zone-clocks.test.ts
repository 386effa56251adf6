import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithin, readTime, windowMinutes } from './window.ts';
import { createZoneClocks } from './zone-clocks.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/St_Johns',
  'Africa/Casablanca',
  '+05:45',
];

/** The clear way: ask the language for the parts of the local time. */
function naiveMinute(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((item) => item.type === type)?.value);
  return part('hour') * 60 + part('minute');
}

const zone = fc.constantFrom(...zones);
const instant = fc.oneof(
  fc.integer({ min: Date.parse('1975-01-01T00:00:00Z'), max: Date.parse('2090-01-01T00:00:00Z') }),
  // Around changes of the clocks, where the local time jumps.
  fc
    .tuple(
      fc.constantFrom('2025-03-30T01:00Z', '2025-10-26T01:00Z', '2025-11-02T06:00Z', '2025-04-05T15:00Z'),
      fc.integer({ min: -7_200_000, max: 7_200_000 }),
    )
    .map(([moment, offset]) => Date.parse(moment) + offset),
  fc.constantFrom(0, -1, -60_000, 59_999, 60_000),
);

describe('the wall clock of a zone', () => {
  test('is that of the language, whatever was asked before', () => {
    const clocks = createZoneClocks();
    fc.assert(
      fc.property(fc.array(fc.tuple(zone, instant), { minLength: 1, maxLength: 6 }), (questions) => {
        for (const [name, at] of questions) expect(clocks.minuteOfDay(name, at)).toBe(naiveMinute(name, at));
      }),
      { numRuns: 150 },
    );
  });

  test('counts seconds in the offsets of before 1972', () => {
    const clocks = createZoneClocks();
    // 44 minutes and 30 seconds behind.
    for (const second of ['00', '29', '30', '59']) {
      const at = Date.parse(`1970-05-05T12:44:${second}Z`);
      expect(clocks.minuteOfDay('Africa/Monrovia', at)).toBe(naiveMinute('Africa/Monrovia', at));
    }
  });

  test.each(['Mars/Olympus', '', 'undefined', '../UTC', 'UTC\0'])('of %j is not known', (name) => {
    const clocks = createZoneClocks();
    expect(clocks.knows(name)).toBe(false);
    expect(clocks.minuteOfDay(name, 0)).toBeNull();
  });
});

describe('a window', () => {
  const time = fc.integer({ min: 0, max: 1439 });
  const text = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

  test('holds exactly the minutes from its start to before its end, across midnight where the end comes first', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 1440 }), (from, to) => {
        const window = windowMinutes({ from: text(from), to: text(to), zone: 'UTC' });
        fc.pre(from !== to);
        if (window === null) throw new Error('no window');
        const length = (((to - from) % 1440) + 1440) % 1440 || 1440;
        const inside = Array.from({ length: 1440 }, (_, minute) => minute).filter((minute) => isWithin(minute, window));
        expect(inside).toHaveLength(length);
        expect(inside).toContain(from);
        expect(inside.includes(to % 1440)).toBe(length === 1440);
      }),
    );
  });

  test('of equal times is none: it could mean always or never', () => {
    expect(windowMinutes({ from: '09:00', to: '09:00', zone: 'UTC' })).toBeNull();
  });

  test.each([
    ['00:00', 0, 0],
    ['23:59', 1439, 1439],
    ['24:00', null, 1440],
    ['24:01', null, null],
    ['9:00', null, null],
    ['09:0', null, null],
    ['09:00:00', null, null],
    [' 09:00', null, null],
    ['09:00\n', null, null],
    ['-1:00', null, null],
    ['', null, null],
  ])('reads %j as a start of %s and an end of %s', (written, start, end) => {
    expect(readTime(written, false)).toBe(start);
    expect(readTime(written, true)).toBe(end);
  });
});
