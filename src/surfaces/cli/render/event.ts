// One event for people: when, what, about which tool, who, how it went, and where it stands in the record.
import type { RecordedEvent } from '../../../contract/index.ts';
import { layoutParagraph } from './fields.ts';
import { timeText } from './times.ts';

const shownFirst = [
  'tool',
  'secret',
  'effect',
  'rule',
  'specificity',
  'status',
  'code',
  'approval',
  'act',
  'by',
  'grant',
  'call',
  'principal',
];
const widestKind = 18;
/** What is continued stands below the kind. */
const hanging = 21;

/** One line; broken only at the `width` of a terminal. */
export function eventLine(event: RecordedEvent, width: number): string {
  const parts = shownFirst.flatMap((name) => {
    const value = event.envelope[name];
    return value === undefined || value === null
      ? []
      : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`];
  });
  const place = `(${event.writer}:${event.seq})`;
  return layoutParagraph(
    [timeText(event.at), '', event.kind.padEnd(widestKind), ...parts, place].join(' '),
    width,
    hanging,
  );
}
