// What a running call says, as one line for the person who waits for it.
import type { Notice } from '../../../contract/index.ts';

export function renderNotice(notice: Notice): string {
  if (notice.kind === 'log') {
    const { level, logger, data } = notice;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return `${logger === null ? level : `${level} (${logger})`}: ${text}`;
  }
  const { progress, total, message } = notice;
  const count = total === null ? `${progress}` : `${progress} of ${total}`;
  return message === null ? `… ${count}` : `… ${count}: ${message}`;
}
