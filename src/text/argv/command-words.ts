// From the arguments of a call to the words of a command: flags in their order, then the positionals behind `--`. No value becomes a flag.
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { problem, type Argv, type ArgvArgument, type ArgvFlag, type ArgvShape } from './argv-shape.ts';
import { isEmpty, isList, isMap, typeName, unsayableKey, valueTexts } from './value-text.ts';

/** How often a flag that counts is given at most. */
const maxCount = 100;

/**
 * All words, the program first, or the first problem. Absent stays absent: whether something is required, and in which range, is for the
 * schema and for the program. Nothing here is read by a shell.
 */
export function commandWords(shape: ArgvShape, args: JsonObject): Argv {
  const unknown = unknownProperty(shape, args);
  if (unknown !== undefined) {
    return problem(unknown, `unknown property ${JSON.stringify(unknown)}`, 'only properties that the command has');
  }
  const words: string[] = [...shape.words];
  for (const flag of shape.flags) {
    if (!Object.hasOwn(args, flag.property)) continue;
    const said = flagWords(flag, args[flag.property] ?? null);
    if (!said.ok) return said;
    words.push(...said.words);
  }
  const positionals = positionalWords(shape, args);
  if (!positionals.ok) return positionals;
  if (positionals.words.length > 0 && shape.separates) words.push('--');
  words.push(...positionals.words);
  return { ok: true, words };
}

function unknownProperty({ flags, args }: ArgvShape, given: JsonObject): string | undefined {
  const known = new Set([...flags, ...args].map(({ property }) => property));
  return Object.keys(given).find((key) => !known.has(key));
}

function flagWords(flag: ArgvFlag, value: JsonValue): Argv {
  if (flag.kind === 'switch') return switchWords(flag, value);
  if (flag.kind === 'count') return countWords(flag, value);
  const said = texts(`flag ${JSON.stringify(flag.property)}`, flag.property, value);
  if (!said.ok) return said;
  const words: string[] = [];
  for (const text of said.words) {
    const why = unsayable(flag.join, text);
    if (why !== null) return problem(flag.property, `flag ${JSON.stringify(flag.property)}: ${why}`, 'another value');
    if (flag.join === ' ') words.push(flag.flag, text);
    else words.push(`${flag.flag}${flag.join}${text}`);
  }
  return { ok: true, words };
}

/** Why a value would not arrive as one behind its flag, or null. */
function unsayable(join: ArgvFlag['join'], text: string): string | null {
  if (join === ' ') return loose(text);
  if (join === '=') return null;
  if (text === '') return 'it is joined to its value without a space, so an empty value would take the next word';
  return text.startsWith('=')
    ? 'it is joined to its value without a space, and the "=" would be read as no part of it'
    : null;
}

/** Why a word of its own would not be read as what it is, or null. */
function loose(text: string): string | null {
  if (text.startsWith('-')) return `a value that begins with "-" would be read as a flag: ${shown(text)}`;
  return text.startsWith('@')
    ? `a value that begins with "@" could be read as the name of a file with words: ${shown(text)}`
    : null;
}

function switchWords({ property, flag, negation, isOn }: ArgvFlag, value: JsonValue): Argv {
  if (typeof value !== 'boolean') {
    return problem(
      property,
      `flag ${JSON.stringify(property)}: expected boolean, got ${typeName(value)}`,
      'true or false',
    );
  }
  if (value) return { ok: true, words: [flag] };
  if (negation !== null) return { ok: true, words: [negation] };
  if (!isOn) return { ok: true, words: [] };
  const message = `flag ${JSON.stringify(property)}: cannot be set to false: the flag has no negation and defaults to true`;
  return problem(property, message, 'true, or to leave it out');
}

function countWords({ property, flag }: ArgvFlag, value: JsonValue): Argv {
  const times = typeof value === 'boolean' ? Number(value) : value;
  if (typeof times !== 'number') {
    const message = `flag ${JSON.stringify(property)}: expected boolean or a whole number, got ${typeName(value)}`;
    return problem(property, message, 'true, false or how often');
  }
  if (!Number.isInteger(times) || times < 0 || times > maxCount) {
    const message = `flag ${JSON.stringify(property)}: cannot be given ${times} times`;
    return problem(property, message, `a whole number from 0 to ${maxCount}`);
  }
  return { ok: true, words: Array.from({ length: times }, () => flag) };
}

function positionalWords({ args, separates }: ArgvShape, given: JsonObject): Argv {
  const misplaced = args.find(({ many }, at) => many && at < args.length - 1);
  if (misplaced !== undefined) {
    const { property } = misplaced;
    return problem(
      property,
      `argument ${JSON.stringify(property)} takes many values and is not the last`,
      'a command that can be said',
    );
  }
  const last = args.findLastIndex(({ property }) => isSupplied(given, property));
  const words: string[] = [];
  for (const arg of args.slice(0, last + 1)) {
    const said = isSupplied(given, arg.property) ? argumentWords(arg, given[arg.property] ?? null) : fallbackWords(arg);
    if (!said.ok) return said;
    const why = separates ? undefined : said.words.map(loose).find((each) => each !== null);
    if (typeof why === 'string') {
      const message = `argument ${JSON.stringify(arg.property)}: ${why}, as the program does not take "--" before it`;
      return problem(arg.property, message, 'another value');
    }
    words.push(...said.words);
  }
  return { ok: true, words };
}

function isSupplied(given: JsonObject, property: string): boolean {
  return Object.hasOwn(given, property) && !isEmpty(given[property] ?? null);
}

function fallbackWords({ property, fallback }: ArgvArgument): Argv {
  if (fallback.length > 0) return { ok: true, words: fallback };
  return problem(
    property,
    `argument ${JSON.stringify(property)} must be set because a later argument is set`,
    'a value',
  );
}

function argumentWords({ property, many }: ArgvArgument, value: JsonValue): Argv {
  const name = `argument ${JSON.stringify(property)}`;
  // Of two words for one argument the second would be the next argument.
  if (!many && (isList(value) || isMap(value))) {
    return problem(
      property,
      `${name}: unsupported value type: expected one value, got ${typeName(value)}`,
      'one value',
    );
  }
  return texts(name, property, value);
}

function texts(name: string, property: string, value: JsonValue): Argv {
  const key = unsayableKey(value);
  if (key !== undefined) {
    return problem(property, `${name}: a key with "=" in it cannot be said: ${shown(key)}`, 'keys without "="');
  }
  const words = valueTexts(value);
  if (words === null) {
    return problem(
      property,
      `${name}: unsupported value type: a list or an object inside of one`,
      'texts, numbers, true or false',
    );
  }
  if (words.some((word) => word.includes('\0'))) {
    return problem(property, `${name}: holds a NUL, which no argument of a program can`, 'text without NUL');
  }
  return { ok: true, words };
}

const longestShown = 80;

function shown(text: string): string {
  return JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
}
