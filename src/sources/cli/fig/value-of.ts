// What a Fig spec lets one know of a value: a type where its name is one, choices where the offered ones look like all there are.
import type { ValueType } from '../command-tree.ts';
import { anyText } from '../foreign/parts.ts';
import { isRecord, listOf, recordsOf, textOf } from '../foreign/values.ts';

type Said = Readonly<Record<string, unknown>>;

const mostSuggestions = 200;
const integers = /^(?:u?int(?:eger)?(?:8|16|32|64)?|count)$/i;
const numbers = /^(?:number|float(?:32|64)?|double)$/i;
const closedWord = /^[A-Za-z][\w.-]*$/;

export function valueType(arg: Said): ValueType {
  const name = textOf(arg['name'], 60);
  const choices = closedChoices(arg);
  if (choices !== null) return { ...anyText, choices };
  if (integers.test(name)) return { ...anyText, type: 'integer' };
  return numbers.test(name) ? { ...anyText, type: 'number' } : anyText;
}

/**
 * Suggestions are for people, and no spec says that they are all. They count as all where nothing else makes some, they are words (no
 * numbers, no beginnings such as `name=`), and what holds without one is among them.
 */
function closedChoices(arg: Said): readonly string[] | null {
  if (arg['open'] === true || arg['template'] !== undefined || arg['suggestCurrentToken'] === true) return null;
  const words = suggestedWords(arg);
  if (listOf(arg['suggestions'], mostSuggestions + 1).length > mostSuggestions) return null;
  if (words.length < 2 || !words.every((word) => closedWord.test(word))) return null;
  const fallback = arg['default'];
  return typeof fallback === 'string' && !words.includes(fallback) ? null : words;
}

/** With all spellings of each. */
function suggestedWords(arg: Said): readonly string[] {
  const all = listOf(arg['suggestions'], mostSuggestions).flatMap((item) =>
    listOf(isRecord(item) ? item['name'] : item, 20),
  );
  return [...new Set(all.filter((word) => typeof word === 'string'))];
}

export function hasDanger(arg: Said): boolean {
  return arg['isDangerous'] === true || recordsOf(arg['suggestions']).some((item) => item['isDangerous'] === true);
}

/** In words: what it is, what holds without it, and what it may be where that is no closed list. */
export function argumentText(arg: Said): string {
  const offered = closedChoices(arg) === null ? suggestedWords(arg).slice(0, 10) : [];
  const fallback = textOf(arg['default'], 100);
  const templates = listOf(arg['template'], 5);
  return [
    textOf(arg['description']),
    templates.includes('filepaths') ? 'A path.' : templates.includes('folders') ? 'A folder.' : '',
    fallback === '' ? '' : `Default: ${fallback}.`,
    offered.length === 0 ? '' : `Such as: ${offered.map((word) => textOf(word, 60)).join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
