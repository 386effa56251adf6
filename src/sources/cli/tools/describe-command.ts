// From a command to the description of its tool: gated by the whole line that runs, and by nothing that the program says of itself alone.
import type { CommandShape, Risk, Tool, ToolEffect } from '../../../contract/index.ts';
import { sha256Hex } from '../../../text/index.ts';
import type { CliSettings } from '../cli-settings.ts';
import type { CommandTree, TreeCommand } from '../command-tree.ts';
import type { Parameters } from './parameters.ts';
import { asksByTag } from './tags.ts';
import type { ToolName } from './tool-names.ts';
import { isDangerous, type FoundCommand } from './walk-tree.ts';

/** The program's time ends before the call's, so that what it printed is still told. */
export const timeoutMarginMs = 10_000;

export interface Described {
  readonly name: ToolName;
  readonly found: FoundCommand;
  readonly parameters: Parameters;
  /** With those that hold from above. */
  readonly tags: readonly string[];
  /** The operator's word. */
  readonly isReadOnly: boolean;
}

export interface Describer {
  /** `length` is about that of the definition as JSON. */
  describe(described: Described): { readonly tool: Tool; readonly length: number };
}

/** Holds what is equal in all tools of a program, so that a thousand are made in little time. */
export function createDescriber(tree: CommandTree, settings: CliSettings): Describer {
  const equal = new Map<number, Equal>();
  const about = tree.help === '' ? {} : { about: `${tree.name}: ${tree.help}` };
  const { source } = settings;
  // A command may be called like a member of every object.
  const timeouts = new Map(Object.entries(settings.timeoutsMs));
  return {
    describe(described) {
      const { name, found, parameters } = described;
      const timeoutMs = timeouts.get(name.name) ?? timeouts.get(name.bare) ?? settings.timeoutMs;
      const { members, text: equalText } = kept(equal, timeoutMs, () => equalOf(timeoutMs, settings));
      const traits = traitsOf(described, tree, settings);
      const words: CommandShape['words'] = [...settings.argv, ...found.path];
      const texts = textsOf(described, traits.tags, { program: tree.name, line: words.join(' ') });
      const command: CommandShape = {
        words,
        flags: parameters.flags,
        args: parameters.args,
        separates: tree.separates,
      };
      const line = { command, directory: settings.directory, ...(settings.sandbox === 'off' ? hostPlace : {}) };
      const schemaText = JSON.stringify(parameters.schema);
      const shape = shapeText(command);
      const fingerprint = sha256Hex(`${equalText}\0${ownText(texts, traits)}\0${schemaText}\0${shape}`);
      const tool: Tool = {
        ...members,
        // One by one: this is the loop of a start, and more spreads would double what it takes.
        name: texts.name,
        title: texts.title,
        description: texts.description,
        whenToUse: texts.whenToUse,
        policyClass: traits.policyClass,
        risk: traits.risk,
        alwaysAsk: traits.alwaysAsk,
        effects: traits.effects,
        tags: traits.tags,
        parameters: parameters.schema,
        targets: [{ pointer: '', kind: 'command', action: 'run', line }],
        origin: { source, owner: null, family: `cli:${source}`, fingerprint, ...about },
      };
      const count = parameters.flags.length + parameters.args.length;
      return {
        tool,
        length: schemaText.length + texts.description.length + shape.length + count * membersLength,
      };
    },
  };
}

const hostPlace = { place: 'host' } as const;
/** The names of the members of a flag as JSON. */
const membersLength = 120;

type Own = 'name' | 'title' | 'description' | 'whenToUse';
type Equals = Omit<Tool, Own | keyof Traits | 'parameters' | 'targets' | 'origin'>;

interface Equal {
  readonly members: Equals;
  readonly text: string;
}

function equalOf(timeoutMs: number, { argv, directory, sandbox, passEnv }: CliSettings): Equal {
  const members: Equals = {
    kind: 'builtin',
    mode: 'cli',
    defaultEffect: null,
    locked: false,
    ownerOnly: false,
    hidden: false,
    aliases: [],
    argumentAliases: {},
    timeoutMs: timeoutMs + timeoutMarginMs,
    category: 'cli',
    examples: [],
    failureModes: [
      'An argument that the command does not have, or that cannot be said: refused before anything runs.',
      'An exit code other than 0 is a result, not a failure: read the output.',
      `Not over after ${timeoutMs} ms: it is ended, and what it printed is told.`,
    ],
    requiresSetup: null,
    secrets: passEnv,
    actionPointer: null,
    untrustedResult: true,
  };
  return { members, text: sha256Hex(JSON.stringify([members, argv, directory, sandbox])) };
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** Of the definition as it is hashed: no word of a command line holds a NUL, so nothing else is written so. */
function shapeText({ words, flags, args, separates }: CommandShape): string {
  let text = `${words.length} ${flags.length} ${args.length} ${separates}\0${words.join('\0')}`;
  for (const { property, flag, kind, negation, isOn, join, dangerous } of flags) {
    text += `\0${property}\0${flag}\0${kind}\0${negation ?? ''}\0${join}\0${isOn} ${dangerous}`;
  }
  for (const { property, fallback, many } of args) {
    text += `\0${property}\0${many} ${fallback.length}\0${fallback.join('\0')}`;
  }
  return text;
}

/** Of the definition as it is hashed. Each text after its length: what a description holds is anybody's. */
function ownText(
  { name, title, description, whenToUse }: Pick<Tool, Own>,
  { policyClass, risk, alwaysAsk, effects, tags }: Traits,
): string {
  let text = `${name} ${title.length}:${title} ${description.length}:${description} ${whenToUse.length}:${whenToUse}`;
  for (const tag of tags) text += ` ${tag.length}:${tag}`;
  return `${text} ${policyClass} ${risk} ${alwaysAsk} ${effects.join()}`;
}

function textsOf(
  { name, found }: Described,
  tags: readonly string[],
  { program, line }: { readonly program: string; readonly line: string },
): Pick<Tool, Own> {
  const { command, path, above } = found;
  return {
    name: name.name,
    title: path.length === 0 ? program : path.join(' '),
    description: modelDescription(command, tags) || `Runs ${line}.`,
    whenToUse: `To run ${line}${above.help === '' ? '' : ` (${firstLine(above.help)})`}.`,
  };
}

const dangerousTag = 'dangerous';

type Traits = Pick<Tool, 'policyClass' | 'risk' | 'alwaysAsk' | 'effects' | 'tags'>;

/** What a description says of its own commands tightens. That one only reads is the operator's word, and danger stays danger. */
function traitsOf(
  { found: { command, above }, tags, isReadOnly }: Described,
  { confidence }: CommandTree,
  { confirmTags }: CliSettings,
): Traits {
  const asks = confidence === 'guessed' || asksByTag(tags, confirmTags);
  if (above.dangerous || isDangerous(command)) {
    return {
      policyClass: 'exec',
      risk: 'critical',
      alwaysAsk: true,
      effects: [...acting, 'destructive'],
      tags: [...new Set([...tags, dangerousTag])],
    };
  }
  // The class stays: a program that runs as its owner is never a tool of guests.
  const [risk, effects] = isReadOnly ? reads : acts;
  return { policyClass: 'exec', risk, alwaysAsk: asks, effects, tags };
}

const acting: readonly ToolEffect[] = ['executes', 'writes', 'egress'];
const acts: readonly [Risk, readonly ToolEffect[]] = ['high', acting];
const reads: readonly [Risk, readonly ToolEffect[]] = ['low', []];

/** Short and long help, each once, and the tags last: a search finds a tool by them. */
function modelDescription({ help, helpLong }: TreeCommand, tags: readonly string[]): string {
  const last = tags.length === 0 ? '' : `Tags: ${tags.join(', ')}`;
  if (help.includes(helpLong)) return joined(help, last);
  return joined(helpLong.includes(help) ? helpLong : `${help}\n\n${helpLong}`, last);
}

function joined(text: string, last: string): string {
  return text === '' || last === '' ? text + last : `${text}\n\n${last}`;
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').replace(/\.$/, '');
}
