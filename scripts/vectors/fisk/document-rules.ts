// How a fisk application reads its command line, by its document alone: what our words come to is held against what was asked.
import type { JsonObject, JsonValue } from '../../../src/contract/index.ts';
import { isList, isObject, own, ownText } from '../../../src/text/index.ts';

interface FlagRule {
  readonly kind: 'switch' | 'count' | 'value';
  readonly many: boolean;
  readonly negatable: boolean;
  readonly fallback: readonly string[];
}

interface ArgumentRule {
  readonly name: string;
  readonly many: boolean;
  readonly fallback: readonly string[];
}

export interface CommandRules {
  readonly flags: ReadonlyMap<string, FlagRule>;
  readonly args: readonly ArgumentRule[];
}

/** By what is given: `flag NAME` or `argument NAME`, each with its texts. What says the same as nothing is not there. */
export type Meant = ReadonlyMap<string, readonly string[]>;

/** An empty path is the program itself. Throws where there is no such command. */
export function rulesOf(document: JsonObject, path: readonly string[]): CommandRules {
  const flags = new Map<string, FlagRule>();
  let at = document;
  addFlags(at, flags);
  for (const word of path) {
    const next = objects(at, 'commands').find((command) => own(command, 'name') === word);
    if (next === undefined) throw new Error(`The document has no command ${JSON.stringify(path.join(' '))}.`);
    at = next;
    addFlags(at, flags);
  }
  const args = objects(at, 'args').map((arg) => ({
    name: ownText(arg, 'name'),
    many: own(arg, 'cumulative') === true,
    fallback: texts(own(arg, 'default')),
  }));
  return { flags, args };
}

function addFlags(of: JsonObject, flags: Map<string, FlagRule>): void {
  for (const flag of objects(of, 'flags')) {
    const isBoolean = own(flag, 'boolean') === true;
    const isMany = own(flag, 'cumulative') === true;
    const negatable = isBoolean && own(flag, 'negatable') === true;
    flags.set(ownText(flag, 'name'), {
      kind: isBoolean ? (isMany && !negatable ? 'count' : 'switch') : 'value',
      many: isMany,
      negatable,
      fallback: texts(own(flag, 'default')),
    });
  }
}

/** Throws where a word would be read as something else, or as nothing. */
export function readWords(words: readonly string[], { flags, args }: CommandRules): Meant {
  const found = new Map<string, string[]>();
  const end = words.indexOf('--');
  for (const word of end < 0 ? words : words.slice(0, end)) readFlagWord(word, flags, found);
  const positionals = end < 0 ? [] : words.slice(end + 1);
  let taken = 0;
  for (const { name, many } of args) {
    const values = positionals.slice(taken, many ? undefined : taken + 1);
    taken += values.length;
    if (values.length > 0) found.set(`argument ${name}`, values);
  }
  if (taken < positionals.length) throw new Error(`${positionals.length - taken} words are more than it takes`);
  return withoutDefaults(found, { flags, args });
}

function readFlagWord(word: string, flags: CommandRules['flags'], found: Map<string, string[]>): void {
  const [, name = '', equals, value = ''] = /^--([^=]+)(=([^]*))?$/.exec(word) ?? [];
  const rule = flags.get(name);
  if (rule === undefined) return readNegation(word, flags, found);
  const before = found.get(`flag ${name}`) ?? [];
  if ((rule.kind === 'value') !== (equals !== undefined)) throw new Error(`${JSON.stringify(word)} is written wrong`);
  if (before.length > 0 && !rule.many) throw new Error(`${JSON.stringify(word)} is given twice`);
  found.set(`flag ${name}`, [...before, rule.kind === 'value' ? value : 'true']);
}

function readNegation(word: string, flags: CommandRules['flags'], found: Map<string, string[]>): void {
  const name = /^--no-([^=]+)$/.exec(word)?.[1] ?? '';
  if (flags.get(name)?.negatable !== true) throw new Error(`${JSON.stringify(word)} is no flag`);
  found.set(`flag ${name}`, ['false']);
}

/** What the arguments of a call ask for, in the same form. */
export function meantBy(args: JsonObject, rules: CommandRules): Meant {
  const meant = new Map<string, readonly string[]>();
  const argumentNames = new Set(rules.args.map(({ name }) => name));
  for (const [key, value] of Object.entries(args)) {
    // Where both have one name, the flag is the one with the mark.
    const marked = key.replace(/_flag$/, '');
    const isMarked = argumentNames.has(marked) && rules.flags.has(marked) && !rules.flags.has(key);
    const flag = argumentNames.has(key) ? undefined : isMarked ? marked : key;
    if (flag === undefined) meant.set(`argument ${key}`, valueTexts(value));
    else meant.set(`flag ${flag}`, flagTexts(value, rules.flags.get(flag)));
  }
  return withoutDefaults(meant, rules);
}

function flagTexts(value: JsonValue, rule: FlagRule | undefined): readonly string[] {
  if (rule?.kind !== 'count') return valueTexts(value);
  return Array.from({ length: Number(value) }, () => 'true');
}

function withoutDefaults(meant: Meant, { flags, args }: CommandRules): Meant {
  return new Map(
    [...meant].filter(([key, values]) => {
      if (values.length === 0) return false;
      const [kind, name] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
      const flag = kind === 'flag' ? flags.get(name) : undefined;
      if (flag?.kind === 'switch' && values[0] === 'false') return flag.fallback[0] === 'true';
      const fallback = flag?.fallback ?? args.find((arg) => arg.name === name)?.fallback ?? [];
      return JSON.stringify(values) !== JSON.stringify(fallback);
    }),
  );
}

function valueTexts(value: JsonValue): readonly string[] {
  if (isList(value)) return value.map(scalarText);
  if (!isObject(value)) return [scalarText(value)];
  return Object.keys(value)
    .sort()
    .map((key) => `${key}=${scalarText(value[key] ?? null)}`);
}

/** A number as JSON has it. */
function scalarText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function objects(of: JsonObject, name: string): readonly JsonObject[] {
  const list = own(of, name);
  return isList(list) ? list.filter(isObject) : [];
}

function texts(value: JsonValue | undefined): readonly string[] {
  return isList(value) ? value.filter((item) => typeof item === 'string') : [];
}
