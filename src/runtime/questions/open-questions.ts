// The desk of questions of one runtime, over the store and the keys of its home.
import { createSecretKey } from 'node:crypto';
import { createSeal, systemClock, type Home, type OpenStore } from '../../host/index.ts';
import type { QuestionBook } from '../../state/index.ts';
import { hmacSha256Hex } from '../../text/index.ts';
import { createAnswerCheck } from './check-answer.ts';
import { createQuestionDesk, type QuestionDesk } from './question-desk.ts';

export interface QuestionPlace {
  readonly home: Home;
  readonly open: Pick<OpenStore, 'journal'>;
  readonly book: QuestionBook;
  readonly redact: (text: string) => string;
  readonly expiryMs: number;
}

export function openQuestions({ home, open, book, redact, expiryMs }: QuestionPlace): QuestionDesk {
  const key = createSecretKey(home.readOrCreateKey('answer', 32));
  return createQuestionDesk({
    book,
    journal: open.journal,
    clock: systemClock,
    seal: createSeal(home.readOrCreateKey('answer-seal', 32)),
    check: createAnswerCheck(redact),
    keyed: (text) => hmacSha256Hex(key, text),
    expiryMs,
    stayAlive() {
      const timer = setInterval(() => undefined, 60_000);
      return () => clearInterval(timer);
    },
  });
}
