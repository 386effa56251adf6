// Commands of programs that the operator named: gated as the same line of a shell is. His own word that one only reads makes it a read;
// the program's never does.
import type { Cell, CellCase, ToolMode } from '../../tool-mode.ts';
import { shell } from './shell.ts';

/** Before all others, so that what a read comes to is known where the sandbox is not. */
const reads: readonly CellCase[] = [
  { when: { read_word: ['operator'], sandbox: ['full'] }, effect: 'ALLOW' },
  { when: { read_word: ['operator'], sandbox_setting: ['required'] }, effect: 'DENY' },
  { when: { read_word: ['operator'] }, effect: 'ALLOW' },
];

function withReads(cell: Cell): Cell {
  return typeof cell === 'string' ? cell : { ...cell, cases: [...reads, ...cell.cases] };
}

const { columns, hold } = shell;

export const cli: ToolMode = {
  ...shell,
  name: 'cli',
  columns: {
    readonly: withReads(columns.readonly),
    'plan-only': withReads(columns['plan-only']),
    'full-auto': withReads(columns['full-auto']),
  },
  guards: [...shell.guards, 'program'],
  hold: {
    cell: withReads(hold.cell),
    onceOnly: hold.onceOnly,
    text:
      'The program is not fully confined (sandbox below full). Under the setting sandbox: required it is refused; else a command that cannot be ' +
      'analysed, or that a missing sandbox leaves unconfined, is asked about, whatever rules allow. ' +
      'sandbox: on of its source with a working sandbox changes that, and so does readOnly of its source for what only reads.',
  },
};
