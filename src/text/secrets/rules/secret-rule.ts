// What a rule for secrets is: texts that announce one, and a look at the place where such a text stands.
import type { SecretSpan } from '../span.ts';

/**
 * `provider`: known by its form alone, whatever stands around it. `context`: known by what stands before it, such as a name or a header.
 * Only the first kind is refused in what goes out: a form of a website asks for a password, too.
 */
export type RuleKind = 'provider' | 'context';

/** Found at `start` of the text. */
export interface Anchor {
  readonly start: number;
  readonly end: number;
}

/**
 * Looks back 256 characters at most, no further than the line before, and decides by 4,096 ahead at most, never beyond the end of the line: so a text that comes in pieces
 * is judged like a whole one, and no text makes a rule slow. What it found may be longer.
 */
export interface SecretRule {
  /** Each has 3 to 128 characters. */
  readonly anchors: readonly string[];
  /** The case of its anchors counts. */
  readonly isExact?: true;
  readonly kind: RuleKind;
  find(text: string, anchor: Anchor): readonly SecretSpan[];
}

export const maxLookBehind = 256;
export const maxLookAhead = 4_096;

export const nothing: readonly SecretSpan[] = [];

/** The text that the rule may look at, from `at`. */
export function lineFrom(text: string, at: number, most: number): string {
  const piece = text.slice(at, at + most);
  const end = piece.search(/[\n\r]/);
  return end < 0 ? piece : piece.slice(0, end);
}

/** The same before `at`. */
export function lineBefore(text: string, at: number, most: number = maxLookBehind): string {
  const piece = text.slice(Math.max(0, at - most), at);
  return piece.slice(Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')) + 1);
}

/** A secret that is longer than what was looked at goes on as long as its characters do. */
export function runEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isTokenCode(text.charCodeAt(end))) end += 1;
  return end;
}

/** Letters, digits and `%+-./=_~`: what tokens and their encodings are made of. */
export function isTokenCode(code: number): boolean {
  const letter = code | 32;
  if ((letter >= 97 && letter <= 122) || (code >= 48 && code <= 57)) return true;
  return code === 37 || code === 43 || (code >= 45 && code <= 47) || code === 61 || code === 95 || code === 126;
}
