// The text of an HTML page for reading: its main content as Markdown, or all its text where that cannot be found out safely.
import { runInWorker } from '../../host/index.ts';
import { stripHtml, titleOf } from '../../text/index.ts';
import type { HtmlPage, ReadableText } from './extract-readable.ts';

export interface ReadablePage extends ReadableText {
  /** False when the text is all of the page, menus included. */
  readonly isMainContent: boolean;
}

/** A page of an ordinary size takes well under a second. */
const timeoutMs = 5_000;
const maxMemoryMb = 512;

/** Throws only the signal's reason. */
export async function readPage(page: HtmlPage, signal: AbortSignal): Promise<ReadablePage> {
  const found = await extract(page, signal);
  if (found !== null && found.text.trim() !== '') return { ...found, isMainContent: true };
  return { title: titleOf(page.html), text: stripHtml(page.html), isMainContent: false };
}

async function extract(page: HtmlPage, signal: AbortSignal): Promise<ReadableText | null> {
  const { moduleUrl } = await import('./extract-readable.ts');
  try {
    const answer = await runInWorker({ module: moduleUrl, input: page, timeoutMs, maxMemoryMb, signal });
    return isReadableText(answer) ? answer : null;
  } catch {
    // Made for no reader, or against one: either way the page has text. Giving up is the caller's, and passes on.
    signal.throwIfAborted();
    return null;
  }
}

function isReadableText(value: unknown): value is ReadableText {
  if (typeof value !== 'object' || value === null) return false;
  return 'title' in value && typeof value.title === 'string' && 'text' in value && typeof value.text === 'string';
}
