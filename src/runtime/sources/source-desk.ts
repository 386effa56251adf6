// All configured sources: taken up from the configuration, read, registered, and told of. One that is broken takes nothing else with it.
import { CapabilityError, type SourceView, type Tool } from '../../contract/index.ts';
import { nearNames } from '../../text/index.ts';
import type { SourceSettings } from '../config/sources/settle-sources.ts';
import { createFamilies, type Families, type FamilyNeeds } from './families.ts';
import type { OpenSource, SourceNeeds, SourceProgram } from './kinds/source.ts';

export interface SourceDesk {
  /** Swaps the sources that differ; the others are not read again. Answers what there is to be told. */
  use(sources: readonly SourceSettings[]): Promise<readonly string[]>;
  /** As they stand. Reads nothing. */
  views(): readonly SourceView[];
  /** Reads one anew, or all. Throws `malformed_request` for a name that none has. */
  refresh(name: string | null): Promise<readonly SourceView[]>;
  /** The program behind a tool; null where there is none. */
  programOf(tool: Tool): SourceProgram | null;
  /** Reads what changed in the background: whoever found that does not wait for it. */
  rereadLater(tool: Tool): void;
  /** Whether a tool of that name is there and was taken away by the setting. */
  isDisabled(name: string): boolean;
  close(): Promise<void>;
}

interface Reading {
  readonly sources: readonly OpenSource[];
  readonly isAnew: boolean;
}

type Sources = ReadonlyMap<string, OpenSource>;

export function createSourceDesk(needs: SourceNeeds & FamilyNeeds): SourceDesk {
  const families = createFamilies(needs);
  let open: Sources = new Map();
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: of two readings the later one holds. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = turn.catch(() => undefined).then(work);
    turn = next;
    return next;
  }

  async function take(settings: readonly SourceSettings[]): Promise<readonly string[]> {
    const next = await swapped(open, settings, needs);
    const arriving = [...next].filter(([name, source]) => open.get(name) !== source);
    await read(next, { sources: arriving.map(([, source]) => source), isAnew: false });
    return arriving.flatMap(([name, source]) => warningsOf(name, source, families));
  }

  /** In one tick with the swap of their tools, so that no tool of before meets what was read now. */
  async function read(next: Sources, { sources, isAnew }: Reading): Promise<void> {
    const readings = await Promise.all(sources.map((source) => source.read(isAnew)));
    for (const take of readings) take();
    open = next;
    families.publish([...next.values()]);
  }

  const views = (): readonly SourceView[] => [...open.values()].map((source) => viewOf(source, families));
  const sourceOf = ({ origin }: Tool): OpenSource | null => {
    const source = open.get(origin.source);
    return source?.family.family === origin.family ? source : null;
  };

  return {
    use: (settings) => inTurn(() => take(settings)),
    views,
    refresh: (name) =>
      inTurn(async () => {
        const meant = name === null ? [...open.values()] : [named(open, name)];
        await read(open, { sources: meant, isAnew: true });
        return meant.map((source) => viewOf(source, families));
      }),
    programOf: (tool) => sourceOf(tool)?.program ?? null,
    rereadLater(tool) {
      const source = sourceOf(tool);
      // What goes wrong stands in the view of the source.
      if (source !== null) void inTurn(() => read(open, { sources: [source], isAnew: false })).catch(() => undefined);
    },
    isDisabled: families.isDisabled,
    async close() {
      await turn.catch(() => undefined);
    },
  };
}

async function swapped(before: Sources, settings: readonly SourceSettings[], needs: SourceNeeds): Promise<Sources> {
  const next = new Map<string, OpenSource>();
  if (settings.length === 0) return next;
  // Loaded where there is a source: most starts have none.
  const { openSource } = await import('./open-source.ts');
  for (const each of settings) {
    const source = before.get(each.name);
    const isSame = source !== undefined && JSON.stringify(source.settings) === JSON.stringify(each);
    next.set(each.name, isSame ? source : await openSource(each, needs));
  }
  return next;
}

function named(open: Sources, name: string): OpenSource {
  const source = open.get(name);
  if (source !== undefined) return source;
  const [near] = nearNames(name, [...open.keys()], 1);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const shown = JSON.stringify(name.slice(0, 80));
  throw new CapabilityError('malformed_request', `No source named ${shown} is configured here.${hint}`);
}

function viewOf(source: OpenSource, families: Families): SourceView {
  const { tools, warnings } = families.of(source.settings.name);
  const view = source.view();
  return {
    ...view,
    tools: tools.map(({ tool }) => ({ name: tool.name, asks: tool.alwaysAsk })),
    notes: [...warnings, ...view.notes],
  };
}

/** What a start tells: that it is broken, and that names are others than expected. What is left out is told where that is asked for. */
function warningsOf(name: string, source: OpenSource, families: Families): readonly string[] {
  const { problem } = source.view();
  const texts = [...(problem === null ? [] : [problem]), ...families.of(name).warnings];
  return texts.map((text) => `sources.${name}: ${text}`);
}
