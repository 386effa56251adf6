// A question of a running call on its way to its user: made safe to show, bounded in number, and never longer open than its call. One for a completion is put
// to a person first, and then to the client that called.
import type {
  AskedQuestion,
  Caller,
  JsonObject,
  NewQuestion,
  OpenQuestion,
  QuestionEnd,
  Sampling,
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
  /** Undefined where its client makes no completions. */
  readonly sampling: Sampling | undefined;
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

export function createAsking(parts: AskingParts, deps: Needs): Asking {
  const { tool, caller, callId, telling, pause, stop } = parts;
  const open = new Set<OpenQuestion>();
  let asked = 0;
  let underWay = 0;
  let isOver = false;

  /** Why it is not asked at all. */
  const refusal = ({ form }: NewQuestion): QuestionEnd | null => {
    if (isOver) return cancelled('The call is over.');
    const unable = form.mode === 'sampling' ? unableTo(form.request, parts.sampling) : null;
    if (unable !== null) return { act: 'decline', reason: unable };
    if (!caller.attended) return { act: 'decline', reason: 'Nobody is there to be asked.' };
    if (asked >= mostAsked) return cancelled(`A call may ask ${mostAsked} times, and this one did.`);
    return underWay >= mostOpen ? cancelled(`A call may have ${mostOpen} questions open at a time.`) : null;
  };

  const put = async (shown: Shown, signal: AbortSignal): Promise<QuestionEnd> => {
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

  /** What a person said yes to is what the client is sent: both are shown the same. */
  const putAll = async (question: NewQuestion, signal: AbortSignal): Promise<QuestionEnd> => {
    const shown = safeQuestion(question, deps.redact);
    const end = await put(shown, signal);
    if (shown.form.mode !== 'sampling' || end.act !== 'accept') return end;
    const made = await put({ ...shown, form: { mode: 'completion', request: shown.form.request } }, signal);
    return made.act === 'accept' ? made : { ...made, reason: 'The client that called gave no completion.' };
  };

  return {
    async ask(question, signal) {
      const refused = refusal(question);
      if (refused !== null) return refused;
      asked += 1;
      underWay += 1;
      const goOn = pause();
      try {
        return await putAll(question, signal === undefined ? stop : AbortSignal.any([stop, signal]));
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

function unableTo(request: JsonObject, sampling: Sampling | undefined): string | null {
  if (sampling === undefined) return 'The client that called makes no completions.';
  return request['tools'] === undefined || sampling.tools
    ? null
    : 'The client that called makes no completions with tools.';
}

type Shown = Pick<AskedQuestion, 'askedBy' | 'message' | 'form' | 'findings'>;

function safeQuestion({ askedBy, message, form, findings }: NewQuestion, redact: (text: string) => string) {
  const safe = (text: string, most: number): string => {
    const { text: head, omittedChars } = cutHead(text.toWellFormed(), most);
    const clean = neutraliseForModel(redact(head));
    return omittedChars === 0 ? clean : `${clean} [${omittedChars} characters left out]`;
  };
  return {
    askedBy: { kind: askedBy.kind, name: safe(askedBy.name, longestFinding) },
    message: safe(message, longestMessage),
    form: safeForm(form, redact),
    findings: findings.map((finding) => safe(finding, longestFinding)),
  };
}

function safeForm(form: NewQuestion['form'], redact: (text: string) => string): NewQuestion['form'] {
  if (form.mode === 'url') return form;
  // Casts: of an object, redaction makes an object.
  if (form.mode === 'sampling') {
    const clean = (text: string): string => neutraliseForModel(redact(text.toWellFormed()));
    return { mode: 'sampling', request: redactJson(form.request, clean) as JsonObject };
  }
  return { mode: 'form', schema: redactJson(form.schema, redact) as JsonObject };
}
