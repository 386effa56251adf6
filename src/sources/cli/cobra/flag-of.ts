// A flag whose name the program gave itself, with the type that its help shows: pflag prints words, kubectl prints defaults.
import type { TreeFlag, ValueType } from '../command-tree.ts';
import { anyText, bareFlag } from '../foreign/parts.ts';
import { textOf } from '../foreign/values.ts';
import { flagName } from '../foreign/words.ts';
import type { ListedFlag } from '../help/help-page.ts';
import type { Completion } from './completions.ts';

type Shape = Pick<TreeFlag, 'kind' | 'many' | 'value'>;

const aSwitch: Shape = { kind: 'switch', many: false, value: anyText };
/** pflag takes a truth value behind `=`: one that is on is so put off. */
const aTruth: Shape = { kind: 'value', many: false, value: { ...anyText, choices: ['true', 'false'] } };
const aText: Shape = { kind: 'value', many: false, value: anyText };

const integerWords = /^u?int(?:8|16|32|64)?$/;
const floatWords = /^float(?:32|64)?$/;
const listWords = /^(?:strings|stringArray|stringSlice|list|durations|ipSlice|filter)$/;
const integerLists = /^u?int(?:32|64)?(?:s|Slice)$/;
const mapWords = /^(?:stringToString|map)$/;

/** Null where the help does not show the flag: then nothing says whether it takes a value. */
export function flagOf({ word, text }: Completion, row: ListedFlag | undefined): TreeFlag | null {
  if (row === undefined) return null;
  const fallback = fallbackOf(row);
  const said = row.isDefault ? shapeOfDefault(row.placeholder) : shapeOfWord(row);
  const shape = said.kind === 'switch' && fallback[0] === 'true' ? aTruth : said;
  return {
    ...bareFlag,
    ...shape,
    name: flagName(word),
    flag: word,
    join: '=',
    description: textOf([row.text || text, row.placeholder === 'strings' ? 'Cut at commas.' : ''].join(' '), 1_000),
    fallback: shape.kind === 'value' && shape.many ? [] : fallback,
  };
}

function shapeOfWord({ value, placeholder }: ListedFlag): Shape {
  if (value === 'none') return aSwitch;
  const word = placeholder.replace(/\[=.*$/, '');
  if (word === 'count') return { ...aSwitch, kind: 'count' };
  if (integerWords.test(word)) return { ...aText, value: typed('integer') };
  if (floatWords.test(word)) return { ...aText, value: typed('number') };
  if (listWords.test(word)) return { ...aText, many: true };
  if (integerLists.test(word)) return { ...aText, many: true, value: typed('integer') };
  return mapWords.test(word) ? { ...aText, kind: 'map' } : aText;
}

function shapeOfDefault(written: string): Shape {
  if (written === 'true' || written === 'false') return aSwitch;
  if (written === '[]') return { ...aText, many: true };
  return /^-?\d+$/.test(written) ? { ...aText, value: typed('integer') } : aText;
}

function typed(type: ValueType['type']): ValueType {
  return { ...anyText, type };
}

function fallbackOf({ isDefault, placeholder, text }: ListedFlag): readonly string[] {
  const written = isDefault ? placeholder.replaceAll(/^['"]|['"]$/g, '') : /\(default "?([^")]*)"?\)/.exec(text)?.[1];
  return written === undefined || written === '' || written === '[]' ? [] : [written];
}
