// Foreign names as they stand in sentences for people.
import { escapeVisible } from '../../../text/index.ts';

const longestShown = 120;
const mostNamed = 10;

export function shown(text: string): string {
  return JSON.stringify(escapeVisible(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text));
}

/** The words of a command. */
export function shownPath(path: readonly string[]): string {
  return shown(path.join(' '));
}

/** The first of many. */
export function shownList(names: readonly string[]): string {
  const more = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : '';
  return `${names.slice(0, mostNamed).map(shown).join(', ')}${more}`;
}
