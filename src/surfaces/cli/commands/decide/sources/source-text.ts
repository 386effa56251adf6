// A source for people: in short for a list, and whole.
import type { SourceView } from '../../../../../contract/index.ts';
import { counted } from '../../../../../text/index.ts';
import { layoutFields, layoutText, type Field } from '../../../render/fields.ts';
import { lines } from '../../../render/lines.ts';

export function listText(views: readonly SourceView[], width: number, command: string): string {
  if (views.length === 0)
    return `No sources. Make tools of the commands of a program: ${command} source add cli PROGRAM`;
  return lines(
    ...views.map((view) => lines(view.name, layoutFields(shortFields(view), width))),
    `The tools of one, and what is not sure: ${command} source show NAME`,
  );
}

function shortFields(view: SourceView): readonly (Field | null)[] {
  const { kind, state, reach, tools, notes, problem } = view;
  return [
    ['state', state],
    ['what', `${kind}, ${reach}`],
    ['tools', toolCount(tools)],
    notes.length === 0 ? null : ['notes', String(notes.length)],
    problem === null ? null : ['problem', problem],
  ];
}

function toolCount(tools: SourceView['tools']): string {
  const asking = tools.filter(({ asks }) => asks).length;
  return asking === 0 ? String(tools.length) : `${tools.length}, of which ${asking} ask in every mode`;
}

/** `descriptions` by name, where they are known. */
export function wholeText(
  view: SourceView,
  width: number,
  descriptions: ReadonlyMap<string, string> = new Map(),
): string {
  const { name, kind, state, reach, details, tools, notes, problem } = view;
  const hanging = 4;
  return lines(
    name,
    layoutFields([['state', state], ['what', `${kind}, ${reach}`], ...details], width),
    problem === null ? null : layoutFields([['problem', problem]], width),
    `${counted(tools.length, 'tool')}:`,
    ...tools.map((tool) => layoutText(toolText(tool, descriptions.get(tool.name)), width, hanging)),
    notes.length === 0 ? null : 'Left out, or not sure:',
    ...notes.map((note) => layoutText(note, width, hanging)),
  );
}

function toolText({ name, asks }: SourceView['tools'][number], description: string | undefined): string {
  return [name, asks ? ' (asks)' : '', description === undefined || description === '' ? '' : `: ${description}`].join(
    '',
  );
}
