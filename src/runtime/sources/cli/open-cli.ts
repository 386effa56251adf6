// One configured program: its commands read, its tools made, and what is found of it before each call.
import {
  isCapabilityError,
  type Artifact,
  type HandlerLoader,
  type SourceView,
  type Tool,
} from '../../../contract/index.ts';
import type { Registration } from '../../../kernel/index.ts';
import { cliTools, timeoutMarginMs } from '../../../sources/index.ts';
import { commandLine } from '../../../text/index.ts';
import type { CliSource } from '../../config/sources/settle-cli.ts';
import { artifactDifferences, runsText } from '../../servers/launch-text.ts';
import { namedVariables } from '../../servers/server-way.ts';
import type { OpenSource, SourceNeeds } from '../kinds/source.ts';
import { adapters } from './adapters.ts';
import type { KeptDescription } from './kept-description.ts';
import { describeProgram, lookAtProgram, placeInWorkspace } from './program-description.ts';

interface Reading {
  readonly kept: KeptDescription | null;
  readonly tools: readonly Registration[];
  readonly notes: readonly string[];
  readonly problem: string | null;
}

const nothing: Reading = { kept: null, tools: [], notes: [], problem: null };

export function openCli(source: CliSource, needs: SourceNeeds): OpenSource {
  const { name, settings } = source;
  let reading = nothing;
  return {
    settings: source,
    family: { source: name, family: `cli:${name}` },
    async read(isAnew) {
      const read = source.disabled ? nothing : await readCli(source, needs, isAnew);
      return () => {
        reading = read;
      };
    },
    tools: () => reading.tools,
    view: () => viewOf(source, reading),
    program: {
      argv: settings.argv,
      async look() {
        const known: Artifact | null = reading.kept?.artifact ?? null;
        const found = await lookAtProgram(source, needs, known);
        return { found, differences: known === null ? ['they were not read yet'] : artifactDifferences(known, found) };
      },
    },
  };
}

async function readCli(source: CliSource, needs: SourceNeeds, isAnew: boolean): Promise<Reading> {
  let kept: KeptDescription | null = null;
  try {
    kept = await describeProgram(source, needs, isAnew);
    const { said } = kept;
    if ('problem' in said) return { ...nothing, kept, problem: `${said.problem} ${advice(source)}` };
    const tree = await adapters[source.as].read(said.text);
    const { tools, left } = await cliTools(tree, source.settings);
    const entries = tools.map((tool) => ({ tool, loader: loaderOf(tool, source, needs) }));
    return {
      kept,
      tools: entries,
      notes: [...placeNotes(source, kept, needs), ...said.doubts, ...left],
      problem: null,
    };
  } catch (cause) {
    if (!isCapabilityError(cause)) throw cause;
    return { ...nothing, kept, problem: `${cause.message} ${advice(source)}` };
  }
}

/** What it loads besides is not looked at before each start. */
function placeNotes({ settings }: CliSource, { artifact }: KeptDescription, needs: SourceNeeds): readonly string[] {
  const where = settings.sandbox === 'on' ? null : placeInWorkspace(artifact, needs);
  return where === null
    ? []
    : [`${where} lies in the workspace, where tools may write: whatever it loads from there runs as you do.`];
}

function advice({ name }: CliSource): string {
  return `None of its tools is there. When that is mended: gatehouse source refresh ${name}`;
}

function loaderOf(tool: Tool, { settings }: CliSource, needs: SourceNeeds): HandlerLoader {
  return async () => {
    const { invokeCli } = await import('../../../sources/index.ts');
    const variables = () => namedVariables(settings, needs);
    return invokeCli({ settings, tool, timeoutMs: tool.timeoutMs - timeoutMarginMs, variables });
  };
}

function viewOf(
  { name, as, spec, disabled, settings }: CliSource,
  { kept, notes, problem }: Reading,
): Omit<SourceView, 'tools'> {
  const described = spec ?? kept?.files[0] ?? null;
  const place = settings.sandbox === 'on' ? 'on' : 'off: it runs as you do, with your files and your network';
  return {
    name,
    kind: 'cli',
    state: disabled ? 'disabled' : problem === null ? 'ready' : 'broken',
    reach: commandLine(settings.argv),
    details: [
      ['described by', described === null ? as : `${as}, ${described}`],
      ['sandbox', place],
      ...(kept === null ? [] : runsText(kept.artifact).map((text) => ['runs', text] as const)),
      ...(kept?.artifact.notPinned ?? []).map((text) => ['not pinned', text] as const),
      ...(kept === null ? [] : [['read', kept.readAt] as const]),
    ],
    notes,
    problem,
  };
}
