// What is served here, for people: the tools as a table, then what asks and why, what is left out, and how the servers stand.
import type { Effect, MatrixRow, ServerView, SourceView, ToolSummary } from '../../../contract/index.ts';
import { counted, layoutTable } from '../../../text/index.ts';
import { possibleWords } from './effect-words.ts';
import { layoutFields, layoutParagraph, layoutText } from './fields.ts';
import { lines } from './lines.ts';
import type { OutcomeView } from './outcome.ts';

/** One tool, with what the matrix says of it. */
export interface InfoTool extends Pick<ToolSummary, 'name' | 'title' | 'source' | 'tags' | 'hidden' | 'locked'> {
  /** Which the matrix tells too. */
  readonly effect: MatrixRow['effect'];
  readonly possible: MatrixRow['possible'];
  readonly dependsOn: MatrixRow['dependsOn'];
  readonly reason: string;
}

export interface InfoReport {
  /** The file of --config; null where all that is configured acts. */
  readonly config: string | null;
  /** Of new sessions. */
  readonly mode: string;
  readonly sandbox: { readonly setting: string; readonly level: string };
  readonly tools: readonly InfoTool[];
  readonly servers: readonly Pick<
    ServerView,
    'name' | 'state' | 'reach' | 'tools' | 'waiting' | 'problem' | 'notices'
  >[];
  readonly sources: readonly SourceView[];
  /** What is not there or not shown, and why, each a sentence. */
  readonly left: readonly string[];
  /** Tags that are to ask, and no tool has. */
  readonly unmatchedTags: readonly string[];
}

const hanging = 2;

export function renderInfo(report: InfoReport, { width, command }: OutcomeView): string {
  const { config, mode, sandbox, tools } = report;
  return lines(
    layoutFields(
      [
        ['serves', config === null ? 'all that is configured here' : `what ${config} names, and nothing else`],
        ['mode', `${mode}, of new sessions`],
        ['sandbox', `${sandbox.level} (setting ${sandbox.setting})`],
      ],
      width,
    ),
    '',
    ...toolLines(tools, width),
    ...reasonLines(tools, 'ASK', width),
    ...reasonLines(tools, 'DENY', width),
    ...sourceLines(report, width),
    ...serverLines(report, width, command),
    ...leftLines(report, width),
    '',
    layoutParagraph(`For one call, with its arguments: ${command} policy why NAME JSON`, width),
  );
}

function toolLines(tools: readonly InfoTool[], width: number): readonly string[] {
  if (tools.length === 0) return ['No tools.'];
  const rows = tools.map((tool) => [
    tool.name,
    tool.locked ? 'locked' : possibleWords(tool.possible),
    tool.source,
    tool.tags.join(', '),
  ]);
  return [
    `${counted(tools.length, 'tool')}:`,
    layoutTable(rows, { width, headers: ['TOOL', 'MEETS', 'SOURCE', 'TAGS'] }),
    layoutParagraph(
      'MEETS is the strictest that a call may come to; in brackets what else its targets, hours or facts may bring.',
      width,
    ),
  ];
}

const headings: Readonly<Record<Exclude<Effect, 'ALLOW'>, string>> = {
  ASK: 'What asks, and why:',
  DENY: 'What is refused, and why:',
};

/** By reason: a program may have hundreds of commands that ask for the same one. */
function reasonLines(tools: readonly InfoTool[], effect: Exclude<Effect, 'ALLOW'>, width: number): readonly string[] {
  const met = tools.filter((tool) => tool.effect === effect);
  if (met.length === 0) return [];
  const byReason = Map.groupBy(met, unnamedReason);
  return [
    '',
    headings[effect],
    ...[...byReason].map(([reason, same]) =>
      layoutText(`${same.map(({ name }) => name).join(', ')}: ${reason}`, width, hanging),
    ),
  ];
}

/** Most reasons are the same for many tools, but for the name that they begin with. */
function unnamedReason({ name, reason }: InfoTool): string {
  return reason.startsWith(`${name} `) ? `it ${reason.slice(name.length + 1)}` : reason;
}

function sourceLines({ sources }: InfoReport, width: number): readonly string[] {
  if (sources.length === 0) return [];
  return [
    '',
    'Sources, none of which was started for this:',
    ...sources.flatMap(({ name, kind, state, reach, details, tools, notes, problem }) => [
      layoutText(`${name} (${kind}, ${state}): ${reach}, ${counted(tools.length, 'tool')}`, width, hanging),
      ...(problem === null ? [] : [layoutText(`  problem: ${problem}`, width, hanging)]),
      ...details.map(([label, text]) => layoutText(`  ${label}: ${text}`, width, hanging)),
      ...notes.map((note) => layoutText(`  ${note}`, width, hanging)),
    ]),
  ];
}

function serverLines({ servers }: InfoReport, width: number, command: string): readonly string[] {
  if (servers.length === 0) return [];
  const rows = servers.map(({ name, state, tools, waiting, problem }) => [
    name,
    state.replaceAll('_', ' '),
    waiting === 0 ? `${tools.length}` : `${tools.length}, ${waiting} to be accepted`,
    problem ?? (state === 'not_accepted' ? `${command} mcp-servers accept ${name}` : ''),
  ]);
  return [
    '',
    'MCP servers, none of which was started for this:',
    layoutTable(rows, { width, headers: ['SERVER', 'STATE', 'TOOLS', ''] }),
    ...servers.flatMap(({ name, notices }) =>
      notices.map((notice) => layoutText(`${name}: ${notice}`, width, hanging)),
    ),
  ];
}

function leftLines({ left, unmatchedTags }: InfoReport, width: number): readonly string[] {
  const texts = [
    ...left,
    ...unmatchedTags.map((tag) => `policy.confirmTags names ${JSON.stringify(tag)}, and no tool has that tag.`),
  ];
  if (texts.length === 0) return [];
  return ['', 'Left out, hidden, or without effect:', ...texts.map((text) => layoutText(text, width, hanging))];
}
