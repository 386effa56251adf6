// The one way from the commands of a program to tools: which of them, under which names, and what is left out and why.
import type { Tool } from '../../../contract/index.ts';
import { loadPatternJudge } from '../../../text/index.ts';
import type { CliSettings } from '../cli-settings.ts';
import type { CommandTree } from '../command-tree.ts';
import { createDescriber, type Describer } from './describe-command.ts';
import { exposedGlobals } from './global-flags.ts';
import { parametersOf, type ParameterNeeds } from './parameters.ts';
import { readSelections, type Selections } from './selections.ts';
import { shown, shownList, shownPath } from './shown-text.ts';
import { lastingTags, tagWarnings } from './tags.ts';
import { toolNames, type ToolName } from './tool-names.ts';
import { walkTree, type FoundCommand, type Walked } from './walk-tree.ts';

export interface CliTools {
  readonly tools: readonly Tool[];
  /** What is left out, what is not as described and what protects nothing, each a sentence for people. The tree's own doubts come first. */
  readonly left: readonly string[];
}

/** Of one tool: a third of the bytes that the registry takes, as a character may be three. */
const maxDefinitionChars = 80 * 1024;
/** Of all: what a group has is repeated for every command below it. */
const maxAllChars = 64 * 1024 * 1024;

/** Throws CapabilityError invalid_config for what the settings ask of the program that it does not have, and for patterns that are none. */
export async function cliTools(tree: CommandTree, settings: CliSettings): Promise<CliTools> {
  const selections = await readSelections(settings);
  const globals = exposedGlobals(tree, settings);
  const walked = walkTree(tree, lastingTags(settings));
  const names = toolNames(
    walked.found.map(({ path }) => path),
    { prefix: settings.prefix, program: tree.name },
  );
  const isPattern = walked.hasPatterns ? await loadPatternJudge() : () => false;
  const making: Making = {
    selections,
    needs: { globals, ofProgram: new Set(tree.globals.map(({ flag }) => flag)), isPattern },
    describer: createDescriber(tree, settings),
    made: new Map(),
    left: [],
    chars: 0,
  };
  walked.found.forEach((found, at) => make(making, found, names[at]));
  const tools = [...making.made.values()];
  return {
    tools,
    left: [
      ...tree.doubts,
      ...skipped(walked),
      ...making.left,
      ...selections
        .idleReadOnly(names)
        .map(
          (pattern) => `readOnly: no tool has a name that is ${shown(pattern)} as a whole, so it makes none read-only.`,
        ),
      ...warnings(walked, tools, settings),
    ],
  };
}

interface Making {
  readonly describer: Describer;
  readonly selections: Selections;
  readonly needs: ParameterNeeds;
  readonly made: Map<string, Tool>;
  readonly left: string[];
  chars: number;
}

function make(making: Making, found: FoundCommand, name: ToolName | undefined): void {
  const { selections, needs, made, left } = making;
  if (name === undefined) return;
  const { command, path, above } = found;
  const tags = above.tags.length === 0 ? command.tags : [...new Set([...command.tags, ...above.tags])];
  const selectable = { name, tags: command.tags, allTags: tags };
  if (!selections.isChosen(selectable)) return;
  const leave = (why: string): unknown => left.push(`The command ${shownPath(path)} ${why}: it is left out.`);
  if (made.has(name.name)) return void leave('stands there twice, and the first counts');
  if (making.chars > maxAllChars) return void leave('comes after more than can be taken. Say include to choose');
  const parameters = parametersOf(found, needs);
  if (typeof parameters === 'string') return void leave(parameters);
  const isReadOnly = selections.isReadOnly(selectable);
  const { tool, length } = making.describer.describe({ name, found, parameters, tags, isReadOnly });
  // What is made in vain costs as much.
  making.chars += length;
  if (length > maxDefinitionChars) return void leave('is described in more text than a tool may have');
  made.set(name.name, tool);
  for (const doubt of [...command.doubts, ...parameters.doubts]) left.push(`The command ${shownPath(path)}: ${doubt}.`);
}

function skipped({ denied, hidden, left }: Walked): readonly string[] {
  return [
    ...(denied.length === 0 ? [] : [`Tagged ai:deny, and so no tools with all below them: ${shownList(denied)}.`]),
    ...(hidden.length === 0
      ? []
      : [`Hidden by the program, and so no tools with all below them: ${shownList(hidden)}.`]),
    ...left,
  ];
}

function warnings({ tags }: Walked, tools: readonly Tool[], settings: CliSettings): readonly string[] {
  const names = new Set(tools.map(({ name }) => name));
  const idle = Object.keys(settings.timeoutsMs).filter(
    (name) => !names.has(name) && !(settings.prefix !== '' && names.has(`${settings.prefix}_${name}`)),
  );
  return [
    ...tagWarnings(tags, settings.confirmTags),
    ...idle.map((name) => `timeouts: no tool has the name ${shown(name)}.`),
  ];
}
