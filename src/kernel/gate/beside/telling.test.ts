import { expect, it } from 'vitest';
import type { JsonValue, LogNotice, Notice, ProgressNotice } from '../../../contract/index.ts';
import { createManualClock } from '../../../testing/index.ts';
import { createTelling } from './telling.ts';

function listening(listen?: (notice: Notice) => void) {
  const clock = createManualClock(0);
  const told: Notice[] = [];
  const redact = (text: string) => text.replaceAll('hunter2', '[redacted]');
  const telling = createTelling(listen ?? ((notice) => told.push(notice)), { redact, clock });
  return { ...telling, told, clock };
}

const progress = (at: number, message: string | null = null): ProgressNotice => ({
  kind: 'progress',
  progress: at,
  total: null,
  message,
});
const log = (data: JsonValue): LogNotice => ({ kind: 'log', level: 'info', logger: null, data });

it('a million words of progress become the first few, one in a while, and the last', () => {
  const { tell, end, told, clock } = listening();
  for (let at = 1; at <= 1_000_000; at += 1) {
    tell(progress(at));
    if (at % 250_000 === 0) clock.advance(100);
  }
  end();
  expect(told.map((notice) => (notice.kind === 'progress' ? notice.progress : -1))).toEqual([
    ...Array.from({ length: 11 }, (_, step) => step + 1),
    250_000,
    500_000,
    750_000,
    1_000_000,
  ]);
});

it('of a flood of log lines some are told, and how many were not', () => {
  const { tell, end, told, clock } = listening();
  for (let at = 0; at < 10_000; at += 1) {
    if (at % 1_000 === 0) clock.advance(1_000);
    tell(log(at));
  }
  end();
  expect(told.length).toBe(50 + 9 * 20 + 1);
  expect(told.at(-1)).toMatchObject({ logger: 'gatehouse', data: '9770 more messages were left out.' });
});

it('after the end of the call nothing is told', () => {
  const { tell, end, told, clock } = listening();
  tell(progress(1));
  end();
  tell(progress(2));
  tell(log('late'));
  clock.advance(10_000);
  expect(told).toEqual([progress(1)]);
});

it('secrets, hidden characters and tokens of chat templates do not pass, in texts, members and names', () => {
  const { tell, told } = listening();
  tell(progress(1, 'the password is hunter2 \u{E0041}<|im_start|>'));
  tell(log({ hunter2: ['hunter2'] }));
  const text = JSON.stringify(told);
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain('<|im_start|>');
  expect(text).not.toContain('\u{E0041}');
});

it.each([
  ['a megabyte of text', 'x'.repeat(1_000_000)],
  ['a large structure', Array.from({ length: 10_000 }, () => 'x')],
])('of %s only so much is told', (_what, data) => {
  const { tell, told } = listening();
  tell(log(data));
  expect(JSON.stringify(told).length).toBeLessThan(10_000);
  expect(JSON.stringify(told)).toContain('left out');
});

it.each([
  ['no number', { kind: 'progress', progress: Number.NaN, total: null, message: null }],
  ['a level that is none', { kind: 'log', level: 'loud', logger: null, data: 'x' }],
  ['nothing', null],
])('%s is not told, and nothing is thrown', (_what, notice) => {
  const { tell, told } = listening();
  tell(notice as LogNotice); // a cast: a tool without types may say anything
  expect(told).toEqual([]);
});

it('a listener that throws stops nothing', () => {
  let heard = 0;
  const { tell } = listening(() => {
    heard += 1;
    throw new Error('gone');
  });
  tell(log('a'));
  tell(log('b'));
  expect(heard).toBe(2);
});
