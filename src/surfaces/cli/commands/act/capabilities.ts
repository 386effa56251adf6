// gatehouse capabilities: the same report that a model, an HTTP client and an MCP client get.
import type { CapabilitiesReport, JsonValue } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { callWord } from '../../render/effect-words.ts';
import { layoutFields, layoutText } from '../../render/fields.ts';
import { lines } from '../../render/lines.ts';
import { renderCost } from '../../render/tools/token-cost.ts';
import { describeOne } from './tools.ts';

export const showCapabilities: Action = async (invocation, args, options) => {
  if (args.length > 0) return describeOne(invocation, args, options);
  const { output } = invocation;
  const report = await (await invocation.listing()).capabilities(invocation.caller);
  output.document(report);
  output.say(render(report, output.width));
  return 0;
};

function render(report: CapabilitiesReport, width: number): string {
  const modes = Object.entries(report.toolsByMode).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const { sandbox, locked } = report;
  return lines(
    layoutFields(
      [
        ['session', `mode ${report.sessionMode}`],
        ['you', `${report.trust}, as agent ${report.agent}`],
        ['sandbox', `${sandbox.level} (setting ${sandbox.setting})${sandbox.note === null ? '' : `. ${sandbox.note}`}`],
        ['opened', openedText(report)],
        ['servers', countText(report.servers)],
        ['skills', countText(report.skills)],
        ['subagents', countText(report.subagents)],
        ['locked', locked.length === 0 ? 'none' : `${locked.join(', ')}: never run`],
      ],
      width,
    ),
    '',
    'Tools by mode:',
    layoutFields(
      modes.map(([mode, tools]) => [mode, tools.map((tool) => `${tool.name} ${callWord(tool)}`).join(', ')]),
      width,
    ),
    '',
    'Limits:',
    layoutFields(
      Object.entries(report.limits).map(([name, value]) => [name, limitText(value)]),
      width,
    ),
    '',
    'Tokens that the tools cost a model:',
    renderCost(report.tokens, width),
    '',
    'What nothing lifts:',
    ...report.floor.map((text) => layoutText(text, width)),
  );
}

function openedText({ openedDirectories }: CapabilitiesReport): string {
  if (openedDirectories.length === 0) return 'no directory outside the workspace';
  return openedDirectories.map(({ path, access }) => `${path} to ${access}`).join(', ');
}

function countText(items: readonly JsonValue[]): string {
  return items.length === 0
    ? 'none'
    : items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(', ');
}

function limitText(value: JsonValue): string {
  if (value === null) return 'not set';
  return Array.isArray(value)
    ? value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(', ') || 'none'
    : JSON.stringify(value);
}
