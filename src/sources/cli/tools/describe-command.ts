// From a command to the description of its tool: gated by the whole line that runs, and by nothing that the program says of itself alone.
import type { JsonObject, Risk, ShapeLine, Tool, ToolEffect } from '../../../contract/index.ts';
import { commandLine, sha256Hex } from '../../../text/index.ts';
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

const dangerousTag = 'dangerous';

/** The tool, and its definition as it is hashed. */
export function describeCommand(
  described: Described,
  tree: CommandTree,
  settings: CliSettings,
): { readonly tool: Tool; readonly definition: string } {
  const { name, found, parameters } = described;
  const { command, path, above } = found;
  const traits = traitsOf(described, tree, settings);
  const words: readonly [string, ...string[]] = [...settings.argv, ...path];
  const timeoutMs = settings.timeoutsMs[name.name] ?? settings.timeoutsMs[name.bare] ?? settings.timeoutMs;
  const line: ShapeLine = {
    command: { words, flags: parameters.flags, args: parameters.args, separates: tree.separates },
    directory: settings.directory,
    ...(settings.sandbox === 'off' ? { place: 'host' } : {}),
  };
  const shown = commandLine(words);
  const definition: Omit<Tool, 'origin'> = {
    name: name.name,
    title: path.length === 0 ? tree.name : path.join(' '),
    description: modelDescription(command, traits.tags) || `Runs ${shown}.`,
    parameters: parameters.schema,
    kind: 'builtin',
    mode: 'cli',
    ...traits,
    defaultEffect: null,
    locked: false,
    ownerOnly: false,
    hidden: false,
    aliases: [],
    argumentAliases: {},
    timeoutMs: timeoutMs + timeoutMarginMs,
    category: 'cli',
    whenToUse: `To run ${shown}${above.help === '' ? '' : ` (${firstLine(above.help)})`}.`,
    examples: [],
    failureModes: [
      'An argument that the command does not have, or that cannot be said: refused before anything runs.',
      'An exit code other than 0 is a result, not a failure: read the output.',
      `Not over after ${timeoutMs} ms: it is ended, and what it printed is told.`,
    ],
    requiresSetup: null,
    secrets: settings.passEnv,
    targets: [{ pointer: '', kind: 'command', action: 'run', line }],
    actionPointer: null,
    untrustedResult: true,
  };
  const text = JSON.stringify(definition);
  const { source } = settings;
  const about = tree.help === '' ? {} : { about: `${tree.name}: ${tree.help}` };
  const origin = { source, owner: null, family: `cli:${source}`, fingerprint: sha256Hex(text), ...about };
  return { tool: { ...definition, origin }, definition: text };
}

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
  const [policyClass, risk, effects] = isReadOnly ? reads : acts;
  return { policyClass, risk, alwaysAsk: asks, effects, tags };
}

const acting: readonly ToolEffect[] = ['executes', 'writes', 'egress'];
const acts: readonly ['exec', Risk, readonly ToolEffect[]] = ['exec', 'high', acting];
const reads: readonly ['read_only', Risk, readonly ToolEffect[]] = ['read_only', 'low', []];

/** Short and long help, each once, and the tags last: a search finds a tool by them. */
function modelDescription({ help, helpLong }: TreeCommand, tags: readonly string[]): string {
  const texts = help.includes(helpLong) ? [help] : helpLong.includes(help) ? [helpLong] : [help, helpLong];
  const lines = tags.length === 0 ? texts : [...texts, `Tags: ${tags.join(', ')}`];
  return lines.filter((text) => text !== '').join('\n\n');
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').replace(/\.$/, '');
}
