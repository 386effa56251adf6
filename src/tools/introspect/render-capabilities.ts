// Lays out the report of capabilities for reading. What is not set is said, not left out.
import type { CapabilitiesReport, JsonValue, ToolSummary } from '../../contract/index.ts';

export function renderCapabilities(report: CapabilitiesReport): string {
  return [
    `Session mode: ${report.sessionMode}\nTrust: ${report.trust}\nAgent: ${report.agent}\nSandbox: ${report.sandbox.level} (setting: ${report.sandbox.setting})`,
    toolSection(report.toolsByMode),
    section('Locked tools (they never run)', report.locked),
    section('MCP servers', report.servers.map(oneLine)),
    section('Skills', report.skills.map(oneLine)),
    section('Subagents', report.subagents.map(oneLine)),
    section(
      'Limits',
      Object.entries(report.limits).map(([name, value]) => `${name}: ${value === null ? 'not set' : oneLine(value)}`),
    ),
    section('Always refused, whatever the mode, a rule or an approval says', report.floor),
  ].join('\n\n');
}

function section(title: string, lines: readonly string[]): string {
  return [`${title}:`, ...(lines.length === 0 ? ['none'] : lines).map((line) => `- ${line}`)].join('\n');
}

function toolSection(byMode: CapabilitiesReport['toolsByMode']): string {
  const modes = Object.entries(byMode).filter(([, tools]) => tools.length > 0);
  if (modes.length === 0) return section('Tools', []);
  return modes.map(([mode, tools]) => section(`Tools of mode ${mode}`, tools.map(toolLine))).join('\n\n');
}

function toolLine(tool: ToolSummary): string {
  const effect = tool.conditional ? `${tool.effect}, depending on the call` : tool.effect;
  return `${tool.name} [${effect}] ${firstLine(tool.description)}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function oneLine(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
