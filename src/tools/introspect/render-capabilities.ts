// Lays out the report of capabilities for reading. What is not set is said, not left out.
import type { CapabilitiesReport, JsonValue, TokenReport, ToolSummary } from '../../contract/index.ts';
import { cutHead, escapeVisible, foreignName } from '../../text/index.ts';

/** Of a mode with more tools the number of the others is told: tool_search finds them. */
const mostTools = 60;
const mostSources = 20;
/** Of one tool; without a bound a single one could push the others out of the report. */
const longestPurpose = 300;

export function renderCapabilities(report: CapabilitiesReport): string {
  return [
    `Session mode: ${report.sessionMode}\nTrust: ${report.trust}\nAgent: ${report.agent}\nSandbox: ${sandboxText(report.sandbox)}`,
    toolSection(report.toolsByMode),
    section(
      'Directories outside the workspace that the owner opened',
      report.openedDirectories.map(({ path, access }) => `${escapeVisible(path)} (${accessTexts[access]})`),
    ),
    section('Locked tools (they never run)', report.locked),
    section('MCP servers', report.servers.map(oneLine)),
    section('Skills', report.skills.map(oneLine)),
    section('Subagents', report.subagents.map(oneLine)),
    section(
      'Limits',
      Object.entries(report.limits).map(([name, value]) => `${name}: ${value === null ? 'not set' : oneLine(value)}`),
    ),
    section('Tokens that the tools cost a model in every turn, about', tokenLines(report.tokens)),
    section('Always refused, whatever the mode, a rule or an approval says', report.floor),
  ].join('\n\n');
}

function sandboxText({ level, setting, note }: CapabilitiesReport['sandbox']): string {
  return `${level} (setting: ${setting})${note === null ? '' : `. ${note}`}`;
}

const accessTexts = { read: 'read', write: 'read and write' } as const;

function section(title: string, lines: readonly string[]): string {
  return [`${title}:`, ...(lines.length === 0 ? ['none'] : lines).map((line) => `- ${line}`)].join('\n');
}

function toolSection(byMode: CapabilitiesReport['toolsByMode']): string {
  const modes = Object.entries(byMode).filter(([, tools]) => tools.length > 0);
  if (modes.length === 0) return section('Tools', []);
  return modes
    .map(([mode, tools]) => section(`Tools of mode ${mode}`, someOf(tools, mostTools, toolLine)))
    .join('\n\n');
}

function tokenLines({ tokens, sources }: TokenReport): readonly string[] {
  const { inline, listing, whole } = tokens;
  return [
    `${inline} for tools that are shown whole, ${listing} for the list of the others; all whole: ${whole}`,
    ...someOf(
      sources,
      mostSources,
      ({ source, tools, inline: shown, saved }) =>
        `${foreignName(source)}: tools ${tools}, shown ${shown}, left out ${saved}`,
    ),
  ];
}

function someOf<Item>(items: readonly Item[], most: number, line: (item: Item) => string): readonly string[] {
  const rest = items.length - most;
  return [...items.slice(0, most).map(line), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

function toolLine(tool: ToolSummary): string {
  const effect = tool.conditional ? `${tool.effect}, depending on the call` : tool.effect;
  return `${tool.name} [${effect}] ${firstLine(tool.description)}`;
}

function firstLine(text: string): string {
  const { text: line, omittedChars } = cutHead(text.split('\n', 1)[0] ?? '', longestPurpose);
  return escapeVisible(omittedChars > 0 ? `${line}…` : line);
}

function oneLine(value: JsonValue): string {
  return typeof value === 'string' ? escapeVisible(value) : JSON.stringify(value);
}
