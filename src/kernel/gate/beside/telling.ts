// What a running call says on the side, on its way to whoever called: redacted, bounded, and no faster than somebody can read it.
import {
  logLevels,
  type Call,
  type Clock,
  type JsonValue,
  type LogNotice,
  type Notice,
  type ProgressNotice,
  type QuestionNotice,
} from '../../../contract/index.ts';
import { cutHead, neutraliseForModel } from '../../../text/index.ts';
import { redactJson } from '../../audit/redact-json.ts';
import { copyJson } from '../frame/copy-json.ts';

export interface Telling {
  /** Never throws, whatever it is given and whoever listens. */
  tell(notice: ProgressNotice | LogNotice): void;
  /** Of the gate's own: not bounded, since questions are. */
  asked(notice: QuestionNotice): void;
  /** The call is over: what waits is told, and from now on nothing. */
  end(): void;
}

export interface TellingDeps {
  readonly redact: (text: string) => string;
  readonly clock: Clock;
}

const longestText = 1_000;
const longestData = { maxDepth: 16, maxBytes: 8 * 1024, undefinedMembers: 'drop' } as const;
/** The first steps of a call are told as they come; of more the newest after that time, and what it overtook nobody misses. */
const firstSteps = 10;
const progressMs = 100;
/** So many lines of log at once, then so many more in a second, and so many of one call. */
const burst = 50;
const perSecond = 20;
const mostLines = 1_000;

export function createTelling(onNotice: Call['onNotice'], { redact, clock }: TellingDeps): Telling {
  if (onNotice === undefined) return { tell: () => undefined, asked: () => undefined, end: () => undefined };
  let isOver = false;
  const pass = (notice: Notice): void => {
    try {
      onNotice(notice);
    } catch {
      // A listener that fails is no reason for the call to fail.
    }
  };
  const safe = (text: string): string => neutraliseForModel(redact(cutHead(text, longestText).text));
  const progress = createPacer(clock, (notice) => pass(safeProgress(notice, safe)));
  const lines = createLines(clock);
  const tell = (notice: ProgressNotice | LogNotice): void => {
    if (notice.kind === 'progress') {
      if (Number.isFinite(notice.progress)) progress.put(notice);
    } else if (logLevels.includes(notice.level) && lines.take()) pass(safeLog(notice, redact, safe));
  };
  return {
    tell(notice) {
      try {
        if (!isOver) tell(notice);
      } catch {
        // What cannot be made safe to show is not shown.
      }
    },
    asked: pass,
    end() {
      if (isOver) return;
      isOver = true;
      progress.flush();
      if (lines.leftOut() > 0) pass(leftOutNotice(lines.leftOut()));
    },
  };
}

function safeProgress({ progress, total, message }: ProgressNotice, safe: (text: string) => string): Notice {
  return {
    kind: 'progress',
    progress,
    total: total !== null && Number.isFinite(total) ? total : null,
    message: typeof message === 'string' ? safe(message) : null,
  };
}

function safeLog(
  { level, logger, data }: LogNotice,
  redact: (text: string) => string,
  safe: (text: string) => string,
): Notice {
  return { kind: 'log', level, logger: typeof logger === 'string' ? safe(logger) : null, data: safeData(data, redact) };
}

function safeData(data: unknown, redact: (text: string) => string): JsonValue {
  const clean = (text: string): string => neutraliseForModel(redact(text));
  if (typeof data === 'string') {
    const { text, omittedChars } = cutHead(data.toWellFormed(), longestData.maxBytes);
    return omittedChars === 0 ? clean(text) : `${clean(text)} [${omittedChars} characters left out]`;
  }
  const copy = copyJson(data, longestData);
  return copy.ok ? redactJson(copy.value, clean) : '[left out: larger than 8 KiB, or no JSON]';
}

function leftOutNotice(count: number): Notice {
  return { kind: 'log', level: 'notice', logger: 'gatehouse', data: `${count} more messages were left out.` };
}

interface Pacer {
  put(notice: ProgressNotice): void;
  flush(): void;
}

/** Holds one: a million cost no more memory than two. */
function createPacer(clock: Clock, send: (notice: ProgressNotice) => void): Pacer {
  let waiting: ProgressNotice | null = null;
  let cancel: (() => void) | null = null;
  let steps = 0;
  const release = (): void => {
    const next = waiting;
    waiting = null;
    cancel = null;
    if (next === null) return;
    cancel = clock.after(progressMs, release);
    send(next);
  };
  return {
    put(notice) {
      steps += 1;
      if (steps <= firstSteps) return send(notice);
      waiting = notice;
      if (cancel === null) release();
    },
    flush() {
      cancel?.();
      const last = waiting;
      waiting = null;
      if (last !== null) send(last);
    },
  };
}

/** Counts what it does not let through. */
function createLines(clock: Clock) {
  let left = burst;
  let at = clock.now();
  let told = 0;
  let dropped = 0;
  return {
    take(): boolean {
      const now = clock.now();
      left = Math.min(burst, left + ((now - at) / 1_000) * perSecond);
      at = now;
      if (left < 1 || told >= mostLines) {
        dropped += 1;
        return false;
      }
      left -= 1;
      told += 1;
      return true;
    },
    leftOut: () => dropped,
  };
}
