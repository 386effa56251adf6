// What others wrote, value by value: what is of another type than it should be counts as absent, and nothing is longer than it has reason to be.
import { cutHead, escapeVisible } from '../../../text/index.ts';
import { withoutTerminalCodes } from './terminal-codes.ts';

/** Longer ones help no one to choose a tool. */
const mostText = 4_000;
const mostItems = 10_000;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** The items of a list, or the one value where there is no list. */
export function listOf(value: unknown, most = mostItems): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.slice(0, most) : [value];
}

export function recordsOf(value: unknown, most = mostItems): readonly Readonly<Record<string, unknown>>[] {
  return listOf(value, most).filter(isRecord);
}

/** Without colours, with what acts on a terminal written out. Empty where there is no text. */
export function textOf(value: unknown, most = mostText): string {
  if (typeof value !== 'string') return '';
  const { text, omittedChars } = cutHead(value, most);
  const plain = withoutTerminalCodes(text).replaceAll(/\r\n?/g, '\n').trim();
  return escapeVisible(omittedChars > 0 ? `${plain}…` : plain, { keepLines: true });
}

export function textsOf(value: unknown, most = 1_000): readonly string[] {
  return listOf(value, most)
    .map((item) => textOf(item, 1_000))
    .filter((text) => text !== '');
}

/** A number, a text or a truth value as the text that a command line has for it; null for anything else. */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value.length > mostText ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The texts of the scalars in a list, or of the one scalar. */
export function scalarTexts(value: unknown, most = 1_000): readonly string[] {
  return listOf(value, most)
    .map(scalarText)
    .filter((text) => text !== null);
}
