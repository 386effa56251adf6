// What the operator's selections mean: patterns in names and exact tags. A pattern that is none is an error, and never no pattern.
import { CapabilityError } from '../../../contract/index.ts';
import { loadPatterns } from '../../../text/index.ts';
import type { CliSettings, ToolSelection } from '../cli-settings.ts';
import { shown } from './shown-text.ts';
import type { ToolName } from './tool-names.ts';

export interface Selectable {
  readonly name: ToolName;
  /** Its own. */
  readonly tags: readonly string[];
  /** With those of all that is above it. */
  readonly allTags: readonly string[];
}

export interface Selections {
  isChosen(tool: Selectable): boolean;
  isReadOnly(tool: Selectable): boolean;
  /** Patterns of `readOnly` that are none of the names. */
  idleReadOnly(names: readonly ToolName[]): readonly string[];
}

type Part = 'include' | 'exclude' | 'readOnly';

/** Throws CapabilityError invalid_config where a pattern cannot be read. */
export async function readSelections(settings: CliSettings): Promise<Selections> {
  const [include, exclude, readOnly] = await Promise.all([
    readSelection(settings, 'include'),
    readSelection(settings, 'exclude'),
    readSelection(settings, 'readOnly'),
  ]);
  return {
    isChosen: (tool) =>
      (include?.selects(tool.name, tool.tags) ?? true) && !(exclude?.selects(tool.name, tool.allTags) ?? false),
    isReadOnly: (tool) => readOnly?.selects(tool.name, tool.tags) ?? false,
    idleReadOnly: (names) => (readOnly?.patterns ?? []).filter(({ isOf }) => !names.some(isOf)).map(({ text }) => text),
  };
}

interface Pattern {
  readonly text: string;
  readonly isOf: (name: ToolName) => boolean;
}

interface ReadSelection {
  readonly patterns: readonly Pattern[];
  readonly selects: (name: ToolName, tags: readonly string[]) => boolean;
}

/** Null where nothing is selected by. */
async function readSelection(settings: CliSettings, part: Part): Promise<ReadSelection | null> {
  const selection = settings[part];
  if (selection === null || selection.tools.length + selection.tags.length === 0) return null;
  const patterns = await readPatterns(selection, { source: settings.source, part });
  const tags = new Set(selection.tags);
  return {
    patterns,
    selects: (name, given) =>
      patterns.some(({ isOf }) => isOf(name)) ||
      (given.length === 0 ? tags.has('') : given.some((tag) => tags.has(tag))),
  };
}

async function readPatterns(
  { tools }: ToolSelection,
  { source, part }: { readonly source: string; readonly part: Part },
): Promise<readonly Pattern[]> {
  if (tools.length === 0) return [];
  const { compile } = await loadPatterns();
  return tools.map((pattern) => {
    try {
      // What loosens is meant whole: `ls` is no word about `tools_delete`. By itself first, as it may be none that can stand in brackets.
      const isFound = compile(pattern);
      const isMeant = part === 'readOnly' ? compile(`^(?:${pattern})$`) : isFound;
      return { text: pattern, isOf: ({ name, bare }) => isMeant(name) || isMeant(bare) };
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new CapabilityError(
        'invalid_config',
        `sources.${source}.${part}.tools: ${shown(pattern)} is no regular expression: ${why}.`,
        { details: { source, pattern: pattern.slice(0, 80) }, cause },
      );
    }
  });
}
