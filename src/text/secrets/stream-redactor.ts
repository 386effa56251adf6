// Takes secrets out of text that comes in pieces, cut anywhere, with the same result as for the whole text. Holds back the line that is
// not complete, what may turn out to be a part of something longer, and never more than a bound.
import { isKeyBodyLine, maxHeadlessChars, type OpenKey } from './private-keys.ts';
import { isTokenCode, maxLookAhead, maxLookBehind } from './rules/secret-rule.ts';
import { mergeSpans, replaceSpans, type SecretSpan } from './span.ts';
import type { FoundSecrets, SearchedText } from './find-secrets.ts';

export interface SecretFinder {
  find(searched: SearchedText): FoundSecrets;
  /** Characters of the longest text that is sought as it stands; and of the longest that goes over a line end. */
  longest(): { readonly ofLine: number; readonly ofLines: number };
}

export interface StreamRedactor {
  /** Answers what can be told already. */
  push(piece: string): string;
  /** Answers the rest. Nothing may be pushed afterwards. */
  end(): string;
}

/** So much of one line waits for its end. */
const maxHeldChars = 32_768;
/** What a rule may look at from the place where it begins. */
const reach = 2 * maxLookAhead;

interface State {
  /** The text that was answered already and the next part is judged by, then what waits. */
  text: string;
  context: number;
  keyOpen: OpenKey;
  /** Within a secret that is longer than what is held: it ends where its characters do. */
  dropping: boolean;
}

export function createStreamRedactor(finder: SecretFinder): StreamRedactor {
  const state: State = { text: '', context: 0, keyOpen: false, dropping: false };
  return {
    push(piece) {
      const rest = state.dropping ? dropRun(piece, state) : piece;
      state.text += rest;
      const lineEnd = rest.lastIndexOf('\n');
      if (lineEnd >= 0) return tellLines(state, state.text.length - rest.length + lineEnd + 1, finder);
      return state.text.length - state.context > maxHeldChars + heldFor(finder) ? tellPartOfLine(state, finder) : '';
    },
    end() {
      const { spans } = search(state, state.text, finder);
      return tell(state, { spans, keyOpen: false, cut: state.text.length });
    },
  };
}

function heldFor(finder: SecretFinder): number {
  return Math.max(reach, finder.longest().ofLine);
}

function dropRun(piece: string, state: State): string {
  let at = 0;
  while (at < piece.length && isTokenCode(piece.charCodeAt(at))) at += 1;
  if (at < piece.length) state.dropping = false;
  return piece.slice(at);
}

interface Found {
  /** Merged, and behind the context: what ends in it was told before. */
  readonly spans: readonly SecretSpan[];
  readonly keyOpen: OpenKey;
  readonly undecided: number | null;
}

function search({ context, keyOpen }: State, text: string, finder: SecretFinder): Found {
  // Where the context itself was cut its first word may begin before it.
  const from = context < reach ? 0 : maxLookBehind;
  const found = finder.find({ text, from, keyOpen });
  const spans = mergeSpans(found.spans).filter(({ start, end }) => end > context && end > start);
  // What is told cannot be taken back; of what begins in it the rest still goes.
  return { ...found, spans: spans.map((span) => ({ ...span, start: Math.max(span.start, context) })) };
}

/** The lines up to `end` are complete. */
function tellLines(state: State, end: number, finder: SecretFinder): string {
  const lines = state.text.slice(0, end);
  const found = search(state, lines, finder);
  let cut = lineAtOrBefore(lines, end - finder.longest().ofLines);
  cut = Math.min(beforeKeyLines(lines, cut), found.undecided ?? end);
  if (found.keyOpen !== false) cut = found.spans.at(-1)?.end ?? 0;
  return tell(state, { ...found, cut: outsideSpans(cut, found.spans) });
}

function tellPartOfLine(state: State, finder: SecretFinder): string {
  const { text } = state;
  const found = search(state, text, finder);
  const cut = found.keyOpen !== false ? text.length : outsideSpans(text.length - heldFor(finder), found.spans);
  // The line is not complete, so it says nothing of how the key ends.
  const keyOpen = found.keyOpen === false ? false : 'body';
  if (text.length - cut <= 2 * maxHeldChars + heldFor(finder)) return tell(state, { ...found, keyOpen, cut });
  state.dropping = true;
  return tell(state, { spans: found.spans, keyOpen: false, cut: text.length });
}

/** A secret stays whole. */
function outsideSpans(cut: number, spans: readonly SecretSpan[]): number {
  return spans.find(({ start, end }) => start < cut && cut < end)?.start ?? cut;
}

interface Told {
  readonly spans: readonly SecretSpan[];
  readonly keyOpen: OpenKey;
  readonly cut: number;
}

function tell(state: State, { spans, keyOpen, cut }: Told): string {
  if (cut <= state.context) return '';
  const { text, context, keyOpen: wasOpen } = state;
  const told = spans.filter(({ end }) => end <= cut);
  const first = told[0];
  // The mark of a key stands where it began.
  const isRestOfKey = wasOpen !== false && first?.start === 0;
  const answer = isRestOfKey
    ? replaceSpans(text.slice(first.end, cut), shifted(told.slice(1), first.end))
    : replaceSpans(text.slice(context, cut), shifted(told, context));
  const line = text.lastIndexOf('\n', cut - 1) + 1;
  // The line before may hold the name of what comes.
  const before = Math.max(lineAtOrBefore(text, line - 1), line - maxLookBehind);
  const from = keyOpen !== false ? cut : Math.max(before, cut - reach);
  state.text = text.slice(from);
  state.context = cut - from;
  state.keyOpen = keyOpen;
  return answer;
}

function shifted(spans: readonly SecretSpan[], by: number): readonly SecretSpan[] {
  return by === 0 ? spans : spans.map((span) => ({ ...span, start: span.start - by, end: span.end - by }));
}

function lineAtOrBefore(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Lines at the end that look like those of a private key wait for what follows: its last line tells. */
function beforeKeyLines(text: string, cut: number): number {
  let start = cut;
  while (start > 0 && cut - start < maxHeadlessChars) {
    const before = lineAtOrBefore(text, start - 1);
    if (!isKeyBodyLine(text.slice(before, start - 1))) break;
    start = before;
  }
  return start;
}
