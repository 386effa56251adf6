// What a running call says, as text for the person who waits for it.
import type { Notice } from '../../../contract/index.ts';

/** Empty for what needs no word. `command` is what the user types to get here. */
export function renderNotice(notice: Notice, command: string): string {
  switch (notice.kind) {
    case 'progress': {
      const { progress, total, message } = notice;
      const count = total === null ? `${progress}` : `${progress} of ${total}`;
      return message === null ? `… ${count}` : `… ${count}: ${message}`;
    }
    case 'log': {
      const { level, logger, data } = notice;
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      return `${logger === null ? level : `${level} (${logger})`}: ${text}`;
    }
    case 'question': {
      const { id, askedBy, message } = notice.question;
      return `The ${askedBy.kind} ${askedBy.name} asks: ${message}\nTo look at it: ${command} approvals show ${id}. To answer: ${command} approvals answer ${id}`;
    }
    case 'question_ended':
      return '';
  }
}
