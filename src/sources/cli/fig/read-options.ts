// The options of a Fig spec: how each is written, what follows it, and what the spec warns of.
import type { TreeFlag } from '../command-tree.ts';
import { quoted, type Notes } from '../foreign/notes.ts';
import { bareFlag } from '../foreign/parts.ts';
import { isRecord, listOf, recordOf, recordsOf, textOf, textsOf } from '../foreign/values.ts';
import { flagName, isFlagWord } from '../foreign/words.ts';
import { argumentText, hasDanger, valueType } from './value-of.ts';

type Said = Readonly<Record<string, unknown>>;

const mostOptions = 2_000;

/** Those that hold below a command too, and those of the command itself. */
export interface ReadFlags {
  readonly persistent: readonly TreeFlag[];
  readonly own: readonly TreeFlag[];
}

export interface FlagReader {
  read(options: unknown, notes: Notes): ReadFlags;
}

/** `directives` are the spec's own on how options and values are parted. */
export function createFlagReader(directives: unknown): FlagReader {
  const separators = textsOf(recordOf(directives)['optionArgSeparators'], 10);
  return {
    read(options, notes) {
      const names = new Set<string>();
      const persistent: TreeFlag[] = [];
      const own: TreeFlag[] = [];
      const count = listOf(options, Number.POSITIVE_INFINITY).length;
      if (count > mostOptions) notes.add(`only the first ${mostOptions} of ${count} options are read`);
      for (const option of recordsOf(options, mostOptions)) {
        for (const flag of readOption(option, { separators, notes })) {
          if (names.has(flag.name)) {
            notes.add(`the option ${quoted(flag.flag)} has the name of another: left out`);
            continue;
          }
          names.add(flag.name);
          (option['isPersistent'] === true ? persistent : own).push(flag);
        }
      }
      return { persistent, own };
    },
  };
}

interface Context {
  readonly separators: readonly string[];
  readonly notes: Notes;
}

function readOption(said: Said, { separators, notes }: Context): readonly TreeFlag[] {
  const names = listOf(said['name'], 20).filter((name) => typeof name === 'string');
  if (names.includes('--help')) return [];
  const written = chosenName(names);
  if (written === null) {
    if (names.length > 0 && !names.includes('--')) notes.add(`the option ${quoted(names[0])} cannot be read: left out`);
    return [];
  }
  const args = recordsOf(said['args'], 20);
  if (args.length > 1) {
    notes.add(`the option ${quoted(written.flag)} takes ${args.length} values one after the other: left out`);
    return [];
  }
  return flagsOf(said, written, { separators, notes });
}

/** One flag, or two of which one has a value. */
function flagsOf(said: Said, written: Written, { separators, notes }: Context): readonly TreeFlag[] {
  const base = common(said, written);
  const [arg] = recordsOf(said['args'], 1);
  if (arg === undefined && !written.takesValue) return [base];
  const valued = withValue(base, arg ?? {}, { said, separators, inOneWord: written.takesValue });
  if (arg?.['isVariadic'] === true && !valued.many) {
    notes.add(`the option ${quoted(written.flag)} may take several values: only one can be given`);
  }
  return arg?.['isOptional'] === true ? eitherWay(base, valued, { written, notes }) : [valued];
}

function withValue(base: TreeFlag, arg: Said, separation: Separation): TreeFlag {
  const inOneWord = separation.inOneWord || arg['isOptional'] === true;
  return {
    ...base,
    ...joinOf(base.flag, { ...separation, inOneWord }),
    kind: 'value',
    negation: null,
    many: base.kind === 'count',
    value: valueType(arg),
    description: [base.description, argumentText(arg)].filter(Boolean).join(' '),
    dangerous: base.dangerous || hasDanger(arg),
  };
}

/**
 * An option whose value may be left out is two flags where it has two names: one with a value and one without. Where it has one name, it is
 * the one without, which is what it is mostly used as.
 */
function eitherWay(
  base: TreeFlag,
  valued: TreeFlag,
  { written, notes }: { readonly written: Written; readonly notes: Notes },
): readonly TreeFlag[] {
  const bare: TreeFlag = { ...base, required: false, dangerous: valued.dangerous };
  if (written.other === null) {
    notes.add(`the option ${quoted(written.flag)} may have a value and may have none: it is given without`);
    return [bare];
  }
  return [
    { ...bare, flag: written.other },
    { ...valued, name: `${base.name}-value`, required: false },
  ];
}

interface Written {
  readonly flag: string;
  readonly negation: string | null;
  /** Written with its `=`. */
  readonly takesValue: boolean;
  /** Another name of the same. */
  readonly other: string | null;
}

/** The first with two dashes, else the first of all. */
function chosenName(names: readonly string[]): Written | null {
  const usable = names.map(writtenForm).filter((form) => form !== null);
  const chosen = usable.find(({ flag }) => flag.startsWith('--')) ?? usable[0];
  if (chosen === undefined) return null;
  return { ...chosen, other: usable.find(({ flag }) => flag !== chosen.flag)?.flag ?? null };
}

function writtenForm(name: string): Written | null {
  const takesValue = name.endsWith('=');
  const bare = takesValue ? name.slice(0, -1) : name;
  const flag = bare.replace(/^--\[no-?\]-?/, '--');
  if (!isFlagWord(flag)) return null;
  return { flag, negation: flag === bare ? null : `--no-${flagName(flag)}`, takesValue, other: null };
}

function common(said: Said, { flag, negation }: Written): TreeFlag {
  const isRepeatable = said['isRepeatable'] === true || typeof said['isRepeatable'] === 'number';
  const sentence = (before: string, names: readonly string[]): string =>
    names.length === 0 ? '' : `${before} ${names.join(', ')}.`;
  return {
    ...bareFlag,
    name: flagName(flag),
    flag,
    kind: isRepeatable ? 'count' : 'switch',
    negation: isRepeatable ? null : negation,
    description: [
      said['deprecated'] === true || isRecord(said['deprecated']) ? 'Deprecated.' : '',
      textOf(said['description']),
      sentence('Not together with', textsOf(said['exclusiveOn'], 20)),
      sentence('Only together with', textsOf(said['dependsOn'], 20)),
    ]
      .filter(Boolean)
      .join(' '),
    required: said['isRequired'] === true,
    hidden: said['hidden'] === true,
    dangerous: said['isDangerous'] === true,
  };
}

interface Separation {
  readonly said: Said;
  readonly separators: readonly string[];
  /** A value that may be left out is only one where it stands in the same word. */
  readonly inOneWord: boolean;
}

/**
 * As the spec shows it: a word of its own unless a sign is required. So `--delete NAME` of a program for which NAME is an argument works too; a
 * value that begins with `-` is then refused. One that may be left out stands in the same word.
 */
function joinOf(flag: string, { said, separators, inOneWord }: Separation): Pick<TreeFlag, 'flag' | 'join'> {
  const required = said['requiresEquals'] === true || said['requiresSeparator'];
  const sign = typeof required === 'string' && required !== '' ? required : (separators[0] ?? '=');
  const isOwnSign = !['=', ' '].includes(sign) && !separators.includes('=');
  if (isOwnSign && isFlagWord(flag + sign)) return { flag: flag + sign, join: '' };
  if (required === true || typeof required === 'string') return { flag, join: '=' };
  if (!inOneWord) return { flag, join: ' ' };
  return { flag, join: flag.startsWith('--') ? '=' : '' };
}
