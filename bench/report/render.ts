// Three ways to tell what was measured: a table for eyes, one of Markdown for the documents, and JSON for programs.
import { layoutTable } from '../../src/text/index.ts';
import type { BenchResult } from '../measure/figure.ts';
import type { Machine } from './machine.ts';
import { headers, rowOf } from './words.ts';

export interface Report {
  readonly machine: Machine;
  readonly results: readonly BenchResult[];
}

export function asText({ machine, results }: Report, width: number): string {
  const parts = results.map(({ name, about, figures, checks }) => {
    const table = layoutTable(figures.map(rowOf), { width, headers });
    const held = checks.map(({ what, holds }) => `${holds ? 'holds' : 'FAILS'}  ${what}`);
    return [`${name}: ${about}`, table, ...held].join('\n');
  });
  return [...parts, machineText(machine)].join('\n\n');
}

export function asMarkdown({ machine, results }: Report): string {
  const parts = results.map(({ name, about, figures, checks }) => {
    const rows = [headers, headers.map(() => '---'), ...figures.map(rowOf)].map(
      (cells) => `| ${cells.map(inCell).join(' | ')} |`,
    );
    const failing = checks.filter((check) => !check.holds).map(({ what }) => `- **fails:** ${what}`);
    const all = failing.length === 0 ? [`All ${checks.length} checks of the run hold.`] : failing;
    return [`### ${name}`, '', about, '', ...rows, '', ...all].join('\n');
  });
  return [`${machineText(machine)}.`, ...parts].join('\n\n');
}

function machineText({ commit, node, cpu, cores, at }: Machine): string {
  return `Commit ${commit}, Node ${node}, ${cores} × ${cpu}, ${at}`;
}

/** A pipe in a command line is no end of a cell. */
function inCell(text: string): string {
  return text.replaceAll('|', String.raw`\|`);
}
