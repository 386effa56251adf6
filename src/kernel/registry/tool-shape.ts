// Whether a description has the members that everything else relies on: whoever brings a tool may have been written without types, and a
// missing `ownerOnly` must not read as false.
import { effects, policyClasses, risks, targetKinds, toolEffects, toolKinds, type Tool } from '../../contract/index.ts';
import { isUrlShape } from '../../text/index.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const object: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOrNull: Check = (value) => value === null || text(value);
const oneOf =
  (words: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value);
const listOf =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);
const mapOf =
  (item: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(item);
const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(members).every(([key, check]) => check(value[key]));

/** A JSON pointer below the whole: with another one no target would be found, and no guard would look. */
const pointer: Check = (value) => typeof value === 'string' && /^(?:\/(?:[^~/]|~[01])*)+$/.test(value);

const target = shape({
  kind: oneOf(targetKinds),
  action: text,
  fallback: (value) => value === undefined || text(value),
});
const hole = shape({ pointer });
const joinedWord = shape({ parts: listOf((part) => text(part) || hole(part)) });
const wordLine = shape({
  words: (value) =>
    Array.isArray(value) && text(value[0]) && listOf((word) => text(word) || hole(word) || joinedWord(word))(value),
  directory: text,
});
/** What a program can be given. */
const word: Check = (value) => typeof value === 'string' && !value.includes('\0');
const someWord: Check = (value) => word(value) && value !== '';
const commandFlag = shape({
  property: someWord,
  flag: someWord,
  kind: oneOf(['switch', 'count', 'value', 'map']),
  negation: (value) => value === null || someWord(value),
  isOn: flag,
  join: oneOf(['=', '', ' ']),
  dangerous: flag,
});
const commandArgument = shape({ property: someWord, fallback: listOf(word), many: flag });
const command = shape({
  words: (value) => listOf(word)(value) && Array.isArray(value) && someWord(value[0]),
  flags: listOf(commandFlag),
  args: listOf(commandArgument),
  separates: flag,
});
const shapeLine = shape({
  command: (value) => command(value) && saysEachOnce(value),
  directory: text,
  place: (value) => value === undefined || value === 'host',
});

const members: Readonly<Record<keyof Tool, Check>> = {
  name: text,
  title: text,
  description: text,
  parameters: object,
  kind: oneOf(toolKinds),
  origin: shape({
    source: text,
    owner: textOrNull,
    family: textOrNull,
    fingerprint: text,
    about: (value) => value === undefined || text(value),
  }),
  mode: text,
  policyClass: oneOf(policyClasses),
  risk: oneOf(risks),
  defaultEffect: (value) => value === null || oneOf(effects)(value),
  locked: flag,
  ownerOnly: flag,
  hidden: flag,
  alwaysAsk: flag,
  tags: listOf(text),
  aliases: listOf(text),
  argumentAliases: mapOf(text),
  timeoutMs: (value) => typeof value === 'number',
  category: text,
  whenToUse: text,
  examples: listOf(shape({ description: text, arguments: object })),
  failureModes: listOf(text),
  requiresSetup: textOrNull,
  secrets: listOf(text),
  effects: listOf(oneOf(toolEffects)),
  targets: listOf((value) => target(value) && hasFittingPlace(value)),
  actionPointer: (value) => value === null || pointer(value),
  untrustedResult: flag,
};

/** The first member that is not what it has to be, or null. */
export function misshapenMember(tool: object): string | null {
  const given: Readonly<Record<string, unknown>> = { ...tool };
  return Object.entries(members).find(([name, check]) => !check(given[name]))?.[0] ?? null;
}

/** Only a command is a line, which is a part of the arguments or all of them; one without words would be no target at all. */
function hasFittingPlace(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value['url'] !== undefined) return isShapedUrl(value);
  const { kind, line, pointer: where } = value;
  if (line === undefined) return pointer(where);
  if (kind !== 'command' || !isObject(line) || 'words' in line === 'command' in line) return false;
  if ('words' in line) return (where === '' || pointer(where)) && wordLine(line);
  return where === '' && shapeLine(line);
}

/** Of several arguments, so that the target may be all of them. */
function isShapedUrl({ kind, line, url, pointer: where }: Readonly<Record<string, unknown>>): boolean {
  return kind === 'url' && line === undefined && (where === '' || pointer(where)) && isUrlShape(url);
}

/** A value that stood in two places would be said twice. */
function saysEachOnce(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value['flags']) || !Array.isArray(value['args'])) return false;
  const properties = [...value['flags'], ...value['args']].map(({ property }) => property);
  return new Set(properties).size === properties.length;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return object(value);
}
