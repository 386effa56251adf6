// A help text as lines for a reader: without colours, overstrikes and tabs.
import { withoutTerminalCodes } from '../foreign/terminal-codes.ts';

export interface HelpLine {
  readonly indent: number;
  /** Without the indent and without blanks at the end. */
  readonly text: string;
}

const mostText = 1_000_000;
const mostLine = 2_000;

export function helpLines(text: string): readonly HelpLine[] {
  return withoutTerminalCodes(text.slice(0, mostText))
    .split(/\r\n?|\n/)
    .map((line) => {
      const flat = expandTabs(line.slice(0, mostLine)).trimEnd();
      const text = flat.trimStart();
      return { indent: flat.length - text.length, text };
    });
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let flat = '';
  for (const part of line.split('\t').slice(0, -1))
    flat = (flat + part).padEnd((Math.floor((flat + part).length / 8) + 1) * 8);
  return flat + (line.split('\t').at(-1) ?? '');
}
