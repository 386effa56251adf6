// A question of a running call on its way to its user: made safe to show, bounded in number, and never longer open than its call.
import type {
  Caller,
  JsonObject,
  NewQuestion,
  OpenQuestion,
  QuestionEnd,
  QuestionForm,
} from '../../../contract/index.ts';
import { cutHead, neutraliseForModel } from '../../../text/index.ts';
import { redactJson } from '../../audit/redact-json.ts';
import type { GateDeps } from '../frame/gate-deps.ts';
import type { Telling } from './telling.ts';

export interface Asking {
  /** Never rejects: what cannot be asked is cancelled, with the reason. */
  ask(question: NewQuestion, signal?: AbortSignal): Promise<QuestionEnd>;
  /** The call is over: what is open is taken back, and nothing is asked any more. */
  end(): void;
}

interface AskingParts {
  /** Of the call that asks. */
  readonly tool: string;
  readonly caller: Caller;
  readonly callId: string;
  readonly telling: Telling;
  /** The time of the call stands still until what it answers is called. */
  readonly pause: () => () => void;
  /** Aborts when the call is given up. */
  readonly stop: AbortSignal;
}

const mostAsked = 20;
const mostOpen = 4;
const longestMessage = 4_000;
const longestFinding = 300;

type Needs = Pick<GateDeps, 'questions' | 'redact'>;

export function createAsking({ tool, caller, callId, telling, pause, stop }: AskingParts, deps: Needs): Asking {
  const open = new Set<OpenQuestion>();
  let asked = 0;
  let underWay = 0;
  let isOver = false;

  /** Why it is not asked at all. */
  const refusal = (): QuestionEnd | null => {
    if (isOver) return cancelled('The call is over.');
    if (!caller.attended) return { act: 'decline', reason: 'Nobody is there to be asked.' };
    if (asked >= mostAsked) return cancelled(`A call may ask ${mostAsked} times, and this one did.`);
    return underWay >= mostOpen ? cancelled(`A call may have ${mostOpen} questions open at a time.`) : null;
  };

  const put = async (question: NewQuestion, signal: AbortSignal): Promise<QuestionEnd> => {
    const shown = safeQuestion(question, deps.redact);
    const opened = await deps.questions.open({ ...shown, callId, tool, caller });
    const withdraw = (): void => void opened.withdraw();
    open.add(opened);
    signal.addEventListener('abort', withdraw, { once: true });
    // It may be over since it began to be written down.
    if (isOver || signal.aborted) withdraw();
    telling.asked({ kind: 'question', question: opened.view });
    try {
      return await opened.end;
    } finally {
      open.delete(opened);
      signal.removeEventListener('abort', withdraw);
      telling.asked({ kind: 'question_ended', id: opened.view.id });
    }
  };

  return {
    async ask(question, signal) {
      const refused = refusal();
      if (refused !== null) return refused;
      asked += 1;
      underWay += 1;
      const goOn = pause();
      try {
        return await put(question, signal === undefined ? stop : AbortSignal.any([stop, signal]));
      } catch {
        return cancelled('The question could not be put to anybody.');
      } finally {
        underWay -= 1;
        goOn();
      }
    },
    end() {
      isOver = true;
      for (const question of open) void question.withdraw();
    },
  };
}

function cancelled(reason: string): QuestionEnd {
  return { act: 'cancel', reason };
}

function safeQuestion({ server, message, form, findings }: NewQuestion, redact: (text: string) => string): NewQuestion {
  const safe = (text: string, most: number): string => {
    const { text: head, omittedChars } = cutHead(text.toWellFormed(), most);
    const clean = neutraliseForModel(redact(head));
    return omittedChars === 0 ? clean : `${clean} [${omittedChars} characters left out]`;
  };
  return {
    server: safe(server, longestFinding),
    message: safe(message, longestMessage),
    form: safeForm(form, redact),
    findings: findings.map((finding) => safe(finding, longestFinding)),
  };
}

function safeForm(form: QuestionForm, redact: (text: string) => string): QuestionForm {
  if (form.mode === 'url') return form;
  // Of an object, redaction makes an object.
  return { mode: 'form', schema: redactJson(form.schema, redact) as JsonObject };
}
