// Whether a description has the members that everything else relies on: whoever brings a tool may have been written without types, and a
// missing `ownerOnly` must not read as false.
import { effects, policyClasses, risks, targetKinds, toolEffects, toolKinds, type Tool } from '../../contract/index.ts';

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
  pointer,
  kind: oneOf(targetKinds),
  action: text,
  fallback: (value) => value === undefined || text(value),
});
const line = shape({
  words: (value) =>
    Array.isArray(value) && text(value[0]) && listOf((word) => text(word) || shape({ pointer })(word))(value),
  directory: text,
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
  targets: listOf((value) => target(value) && hasFittingLine(value)),
  actionPointer: (value) => value === null || pointer(value),
  untrustedResult: flag,
};

/** The first member that is not what it has to be, or null. */
export function misshapenMember(tool: object): string | null {
  const given: Readonly<Record<string, unknown>> = { ...tool };
  return Object.entries(members).find(([name, check]) => !check(given[name]))?.[0] ?? null;
}

/** Only a command is a line of words, and one without words would be no target at all. */
function hasFittingLine(value: unknown): boolean {
  if (!isObject(value) || value['line'] === undefined) return true;
  return value['kind'] === 'command' && line(value['line']);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return object(value);
}
