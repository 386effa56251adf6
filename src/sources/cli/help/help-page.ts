// What a page of help lists: its commands, its flags and its usage lines. Layouts differ and nothing here is certain.
import { readFlagRow, type FlagRow } from './flag-row.ts';
import { helpLines, type HelpLine } from './help-lines.ts';

export interface ListedCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly text: string;
}

export interface ListedFlag extends FlagRow {
  /** The line that it was read from. */
  readonly line: string;
}

export interface HelpPage {
  readonly summary: string;
  readonly usages: readonly string[];
  readonly commands: readonly ListedCommand[];
  readonly flags: readonly ListedFlag[];
}

const mostCommands = 1_000;
const mostFlags = 1_000;
const mostDescription = 600;

const usageLine = /^(?:usage|synopsis):?\s*(.*)$/i;
const commandsHeading = /\b(?:sub)?commands?\b[^.]*:?$/i;
const furtherUsage = /^or:?\s+(.*)$/i;
const commandRow =
  /^([a-z0-9][\w.:-]*?)(\*)?(?::)?((?:, [a-z0-9][\w.-]*)*)((?: (?:<[^<>]*>|\[[^[\]]*\]|[A-Z][A-Z_.]*))*)(?:\s{2,}(\S.*))?$/;
const wordList = /^[a-z][\w-]*(?:,\s*[a-z][\w-]*)+,?$/;

type Section = 'none' | 'usage' | 'commands' | 'other';

interface Parse {
  section: Section;
  summary: string;
  readonly usages: string[];
  readonly commands: ListedCommand[];
  readonly flags: { row: FlagRow; line: string; indent: number; text: string }[];
  /** The indent of the rows of commands; their descriptions go on deeper. */
  rowIndent: number | null;
  /** Lines that are deeper than this go on with the flag before them. */
  flagOpen: boolean;
}

export function readHelpPage(text: string): HelpPage {
  const parse: Parse = {
    section: 'none',
    summary: '',
    usages: [],
    commands: [],
    flags: [],
    rowIndent: null,
    flagOpen: false,
  };
  for (const line of helpLines(text)) takeLine(parse, line);
  const valued = namesWithValues(text);
  return {
    summary: parse.summary,
    usages: parse.usages.slice(0, 20),
    commands: parse.commands,
    flags: parse.flags.map(({ row, line, text: said }) => {
      const isValued = row.value === 'none' && row.names.some((name) => valued.has(name));
      return { ...row, value: isValued ? 'required' : row.value, text: said, line };
    }),
  };
}

/** Some pages say only in a summary in brackets that a flag has a value: `[--registry <registry>]`. */
function namesWithValues(text: string): ReadonlySet<string> {
  const found = text.slice(0, 100_000).matchAll(/[[|](--?[A-Za-z][\w-]*)[ =]<[^<>\n]{1,80}>/g);
  return new Set([...found].map(([, name]) => name ?? ''));
}

function takeLine(parse: Parse, line: HelpLine): void {
  if (line.text === '') {
    if (parse.section === 'usage' && parse.usages.length > 0) parse.section = 'other';
    return;
  }
  if (line.text.startsWith('-') && takeFlag(parse, line)) return;
  if (takeUsage(parse, line)) return;
  if (isHeading(line)) {
    parse.section = commandsHeading.test(line.text) ? 'commands' : 'other';
    parse.rowIndent = null;
    parse.flagOpen = false;
    return;
  }
  if (parse.section === 'commands' && line.indent > 0) takeCommand(parse, line);
  else if (parse.flagOpen) goOn(parse, line);
  else takeSummary(parse, line);
}

/** The first line of prose before any list. */
function takeSummary(parse: Parse, { indent, text }: HelpLine): void {
  const isProse = indent <= 2 && /^[\p{L}"'].* /u.test(text) && !/\s{3,}/.test(text);
  if (parse.summary === '' && isProse && parse.flags.length === 0 && parse.commands.length === 0) parse.summary = text;
}

function isHeading({ indent, text }: HelpLine): boolean {
  if (indent > 2 || text.length > 100) return false;
  return (text.endsWith(':') && (indent === 0 || /^[A-Z]/.test(text))) || (indent === 0 && /^[A-Z][A-Z ]+$/.test(text));
}

function takeUsage(parse: Parse, { indent, text }: HelpLine): boolean {
  const first = indent <= 2 ? usageLine.exec(text)?.[1] : undefined;
  if (first !== undefined && (text.includes(':') || first === '')) {
    parse.section = 'usage';
    if (first !== '') parse.usages.push(first);
    return true;
  }
  if (parse.section !== 'usage') return false;
  // npm writes its usage without an indent; behind a usage an unindented line is what the program says of itself.
  if (indent === 0 && (parse.usages.length > 0 || text.endsWith(':'))) {
    parse.section = 'other';
    return false;
  }
  addUsage(parse.usages, text);
  return true;
}

/** A line that begins with a bracket goes on with the usage before it. */
function addUsage(usages: string[], text: string): void {
  const last = usages.at(-1);
  if (last !== undefined && /^[[(<{|-]/.test(text)) usages.splice(-1, 1, `${last} ${text}`);
  else usages.push(furtherUsage.exec(text)?.[1] ?? text);
}

function takeFlag(parse: Parse, line: HelpLine): boolean {
  // A usage line may go on with its options.
  if (parse.section === 'usage' && line.indent > 8 && parse.usages.length > 0) return false;
  const row = readFlagRow(line.text);
  if (row === null || parse.flags.length >= mostFlags) return false;
  if (parse.section === 'usage') parse.section = 'other';
  parse.flags.push({ row, line: line.text, indent: line.indent, text: row.text });
  parse.flagOpen = true;
  return true;
}

function goOn(parse: Parse, line: HelpLine): void {
  const last = parse.flags.at(-1);
  if (last === undefined || line.indent <= last.indent) {
    parse.flagOpen = false;
    return;
  }
  if (last.text.length < mostDescription) last.text = `${last.text} ${line.text}`.trim();
}

function takeCommand(parse: Parse, { indent, text }: HelpLine): void {
  if (parse.commands.length >= mostCommands) return;
  if (wordList.test(text)) {
    for (const name of text.split(/[,\s]+/).filter(Boolean)) addCommand(parse, { name, aliases: [], text: '' });
    return;
  }
  // Rows that are deeper than the first one are its description going on.
  if (parse.rowIndent !== null && indent > parse.rowIndent) return;
  const row = commandRow.exec(text);
  if (row === null) return;
  parse.rowIndent ??= indent;
  const aliases = (row[3] ?? '').split(', ').filter(Boolean);
  addCommand(parse, { name: row[1] ?? '', aliases, text: row[5] ?? '' });
}

function addCommand(parse: Parse, command: ListedCommand): void {
  if (parse.commands.length >= mostCommands || parse.commands.some(({ name }) => name === command.name)) return;
  parse.commands.push(command);
}
