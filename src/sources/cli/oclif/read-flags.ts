// The flags of one oclif command. A value is a text or one of the options: more of its type the manifest does not say.
import type { TreeFlag, ValueType } from '../command-tree.ts';
import { quoted, type Notes } from '../foreign/notes.ts';
import { anyText, bareFlag } from '../foreign/parts.ts';
import { isRecord, listOf, recordOf, recordsOf, scalarTexts, textOf, textsOf } from '../foreign/values.ts';
import { isFlagWord } from '../foreign/words.ts';

const mostFlags = 500;
/** With more than these a value is any: a part of them would forbid the others. */
const mostChoices = 500;

export interface Reading {
  /** A text with its templates filled in. */
  readonly say: (text: unknown) => string;
  readonly notes: Notes;
}

export function readFlags(said: unknown, reading: Reading): readonly TreeFlag[] {
  const entries = Object.entries(recordOf(said));
  if (entries.length > mostFlags) {
    reading.notes.add(`only the first ${mostFlags} of ${entries.length} flags are read`);
  }
  return entries.slice(0, mostFlags).flatMap(([name, flag]) => readFlag(name, flag, reading));
}

function readFlag(name: string, said: unknown, reading: Reading): readonly TreeFlag[] {
  const flag = `--${name}`;
  if (!isRecord(said) || !isFlagWord(flag)) {
    reading.notes.add(`the flag ${quoted(name)} cannot be read: left out`);
    return [];
  }
  if (said['type'] !== 'boolean' && said['type'] !== 'option') {
    reading.notes.add(`the flag ${quoted(flag)} is neither boolean nor an option: left out`);
    return [];
  }
  // Where it reads standard input there is none: the value has to be given.
  if (said['allowStdin'] === 'only') {
    reading.notes.add(`the flag ${quoted(flag)} is only read from standard input: left out`);
    return [];
  }
  const isSwitch = said['type'] === 'boolean';
  return [
    {
      ...bareFlag,
      name,
      flag,
      kind: isSwitch ? 'switch' : 'value',
      negation: isSwitch && said['allowNo'] === true ? `--no-${name}` : null,
      join: '=',
      many: !isSwitch && said['multiple'] === true,
      value: isSwitch ? anyText : valueType(said),
      description: describe(said, reading),
      fallback: scalarTexts(said['default']),
      required: said['required'] === true,
      env: textOf(said['env'], 200) || null,
      hidden: said['hidden'] === true,
    },
  ];
}

/** A default that is a number can only be that of a flag that reads numbers. */
export function valueType(said: Readonly<Record<string, unknown>>): ValueType {
  const options = Array.isArray(said['options']) ? scalarTexts(said['options'], mostChoices + 1) : [];
  if (options.length > 0 && options.length <= mostChoices) return { ...anyText, choices: options };
  return typeof said['default'] === 'number' ? { ...anyText, type: 'number' } : anyText;
}

function describe(said: Readonly<Record<string, unknown>>, { say }: Reading): string {
  const { delimiter } = said;
  return [
    deprecation(said['deprecated'], say),
    say(said['summary']) || say(said['description']),
    ...relations(said),
    typeof delimiter === 'string' && said['multiple'] === true
      ? `A value is cut at each ${JSON.stringify(delimiter)}.`
      : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

function deprecation(said: unknown, say: Reading['say']): string {
  if (said !== true && !isRecord(said)) return '';
  const { to } = recordOf(said);
  return typeof to === 'string' ? `Deprecated: use ${say(to)} instead.` : 'Deprecated.';
}

function relations(said: Readonly<Record<string, unknown>>): readonly string[] {
  const sentence = (before: string, names: readonly string[]): string =>
    names.length === 0 ? '' : `${before} ${names.map((name) => `--${name}`).join(', ')}.`;
  const kinds: Readonly<Record<string, string>> = {
    all: 'Only together with',
    some: 'Only together with one of',
    none: 'Not together with',
  };
  const further = recordsOf(said['relationships'], 20).map((relation) => {
    const before = typeof relation['type'] === 'string' ? kinds[relation['type']] : undefined;
    return before === undefined ? '' : sentence(before, relatedNames(relation['flags']));
  });
  return [
    sentence('Not together with', textsOf(said['exclusive'], 50)),
    sentence('Only together with', textsOf(said['dependsOn'], 50)),
    sentence('Exactly one of', textsOf(said['exactlyOne'], 50)),
    sentence('At least one of', textsOf(said['atLeastOne'], 50)),
    ...further,
  ];
}

/** A name, or an object with a name and a condition that only the program can check. */
function relatedNames(said: unknown): readonly string[] {
  return listOf(said, 50).flatMap((flag) => textsOf(isRecord(flag) ? flag['name'] : flag, 1));
}
