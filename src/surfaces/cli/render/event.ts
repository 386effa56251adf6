// One event on one line: when, what, about which tool, who, and how it went.
import type { RecordedEvent } from '../../../contract/index.ts';
import { escapeVisible } from '../../../text/index.ts';

const shownFirst = ['tool', 'effect', 'rule', 'specificity', 'status', 'code', 'approval', 'act', 'by', 'grant', 'call', 'principal'];

export function eventLine(event: RecordedEvent): string {
  const time = new Date(event.at).toISOString().slice(0, 19).replace('T', ' ');
  const parts = shownFirst.flatMap((name) => {
    const value = event.envelope[name];
    return value === undefined || value === null ? [] : [`${name}=${typeof value === 'string' ? escapeVisible(value) : JSON.stringify(value)}`];
  });
  return `${time}  ${event.kind.padEnd(18)} ${parts.join(' ')}  (${event.writer}:${event.seq})`;
}
