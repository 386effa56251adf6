// The listing of tools for people: each with what a call would meet now, its mode, its arguments and what it does.
import type { ToolSummary } from '../../../../contract/index.ts';
import { counted } from '../../../../text/index.ts';
import { callWord } from '../effect-words.ts';
import { layoutParagraph, layoutText } from '../fields.ts';
import type { OutcomeView } from '../outcome.ts';

const gap = 2;

export function renderTools(tools: readonly ToolSummary[], { width, command }: OutcomeView): string {
  if (tools.length === 0) return `No tool matches. ${command} tools lists all there are.`;
  const widths = [
    widest(tools.map(({ name }) => name)),
    widest(tools.map(callWord)),
    widest(tools.map(({ mode }) => mode)),
  ];
  return [
    ...tools.flatMap((tool) => toolLines(tool, widths, width)),
    '',
    layoutParagraph(
      `${counted(tools.length, 'tool')}: name, what a call meets now, mode, arguments.${legend(tools)} All about one: ${command} tools describe NAME`,
      width,
    ),
  ].join('\n');
}

function toolLines(tool: ToolSummary, widths: readonly number[], width: number): readonly string[] {
  const cells = [tool.name, callWord(tool), tool.mode];
  const head = cells.map((cell, column) => cell.padEnd((widths[column] ?? 0) + gap)).join('');
  const given = [...tool.required, ...tool.optional.map((name) => `[${name}]`)].join(' ');
  const fits = head.length + given.length <= width;
  return [
    (fits ? head + given : head).trimEnd(),
    ...(fits ? [] : [layoutText(given, width)]),
    layoutText(tool.description.split('\n')[0] ?? '', width),
  ];
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}

function legend(tools: readonly ToolSummary[]): string {
  return tools.some((tool) => tool.conditional && !tool.locked) ? ' "≤" marks what the arguments can make easier.' : '';
}
