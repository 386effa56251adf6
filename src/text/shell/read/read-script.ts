// Reads a command line with the parser of the shell language into simple commands. The parser is not bash: what it reports an error for, leaves
// out, or what bash could read otherwise, is a doubt.
import { forEachChild, parse, type Command, type Pipeline, type Redirection, type SyntaxNode, type Word } from 'unbash';
import { unclearText } from './line-signs.ts';
import { readPlainWord } from './plain-word.ts';
import type { Feeders, ShellAssignment, ShellDoubt, ShellRedirect, ShellScript, ShellWord } from './script.ts';
import type { SimpleCommand } from './script.ts';

interface Reading {
  readonly commands: SimpleCommand[];
  readonly redirects: ShellRedirect[];
  readonly doubts: ShellDoubt[];
  /** Where in the line something was read, in no order: what no span covers must be signs of the shell. */
  readonly spans: { readonly pos: number; readonly end: number }[];
}

/** What a node stands in. */
interface Scope {
  /** What positions point into: escaped backquotes hold a text of their own. */
  readonly source: string;
  readonly isOuter: boolean;
  readonly isConcurrent: boolean;
  readonly functionName: string | null;
  readonly fedBy: Feeders | null;
}

/** Never throws for a text: what cannot be read is a doubt. */
export function readScript(line: string): ShellScript {
  const reading: Reading = { commands: [], redirects: [], doubts: [], spans: [] };
  const signs = unclearText(line);
  if (signs !== null) reading.doubts.push({ source: line, text: signs, isUnclear: true });
  const script = parse(line);
  visit(reading, script, { source: line, isOuter: true, isConcurrent: false, functionName: null, fedBy: null });
  if (!coversLine(line, reading.spans)) {
    reading.doubts.push({ source: line, text: 'a part of it could not be read', isUnclear: true });
  }
  const [statement, ...more] = script.commands;
  const isOneCommand = more.length === 0 && statement?.command.type === 'Command' && statement.background !== true;
  return { ...reading, isOneCommand };
}

/** Constructs of which no form counts as harmless. */
const constructs: Readonly<Partial<Record<SyntaxNode['type'], string>>> = {
  While: 'a loop that may never end',
  ArithmeticFor: 'a loop that may never end',
  Select: 'a menu that waits for input',
  Coproc: 'a program beside it',
  Function: 'a function that it defines',
  ArithmeticCommand: 'arithmetic, which can run commands',
  TestCommand: 'a condition in [[ ]], which can run commands',
  Case: 'a choice by pattern',
};

function visit(reading: Reading, node: SyntaxNode, scope: Scope): void {
  const construct = constructs[node.type];
  if (construct !== undefined) addDoubt(reading, scope, { node, text: construct });
  switch (node.type) {
    case 'Script':
      visitScript(reading, node, scope);
      return;
    case 'Command':
      readCommand(reading, node, scope);
      return;
    case 'Pipeline':
      visitPipeline(reading, node, scope);
      return;
    case 'Statement':
      visitStatement(reading, node, scope);
      return;
    case 'Function':
      cover(reading, node.name, scope);
      visit(reading, node.body, { ...scope, functionName: node.name.value });
      return;
    case 'Word':
      visitWord(reading, node, scope);
      return;
    default:
      visitOther(reading, node, scope);
  }
}

function visitStatement(
  reading: Reading,
  node: Extract<SyntaxNode, { readonly type: 'Statement' }>,
  scope: Scope,
): void {
  if (node.background !== true) {
    visit(reading, node.command, scope);
    return;
  }
  addDoubt(reading, scope, { node, text: 'it is left running in the background' });
  visit(reading, node.command, { ...scope, isConcurrent: true });
}

/** A word that is no part of a command: what a loop goes through, what a choice is about. */
function visitWord(reading: Reading, node: Word, scope: Scope): void {
  const { kind } = readWord(reading, node, scope);
  if (kind === 'open') addDoubt(reading, scope, { node, text: 'its value cannot be told' });
}

function visitOther(reading: Reading, node: SyntaxNode, scope: Scope): void {
  if (node.type === 'Redirect' || node.type === 'HereDoc' || node.type === 'HereString') {
    reading.redirects.push(readRedirect(reading, node, scope));
    return;
  }
  if (node.type === 'TestCommand' || node.type.startsWith('Arithmetic')) cover(reading, node, scope);
  forEachChild(node, (child) => visit(reading, child, scope));
}

function visitScript(reading: Reading, node: Extract<SyntaxNode, { readonly type: 'Script' }>, scope: Scope): void {
  const [error] = node.errors ?? [];
  const inner = node.source === undefined ? scope : { ...scope, source: node.source };
  if (error !== undefined) {
    addDoubt(reading, inner, { node, text: `it is no complete command line (${error.message})` });
  }
  for (const statement of node.commands) visit(reading, statement, inner);
}

function visitPipeline(reading: Reading, node: Pipeline, scope: Scope): void {
  const from = reading.commands.length;
  const staged = node.commands.length > 1 ? { ...scope, isConcurrent: true } : scope;
  for (const [stage, command] of node.commands.entries()) {
    const fedBy = stage === 0 ? scope.fedBy : { from, to: reading.commands.length, outer: scope.fedBy };
    visit(reading, command, stage === 0 ? staged : { ...staged, fedBy });
  }
  // The keyword `time`, options and all.
  for (const prefix of node.prefixes) cover(reading, prefix, scope);
}

function readCommand(reading: Reading, node: Command, scope: Scope): void {
  const at = reading.commands.length;
  // Its place is taken first, so that what is nested in it comes behind it.
  reading.commands.push(emptyCommand);
  // What is nested has a standard input of its own, or this one's.
  const words: ShellWord[] = [];
  const assignments: ShellAssignment[] = [];
  const redirects: ShellRedirect[] = [];
  if (node.name !== undefined) words.push(readWord(reading, node.name, scope));
  for (const part of [...node.prefix, ...node.suffix]) {
    if (part.type === 'Word') words.push(readWord(reading, part, scope));
    else if (part.type !== 'Assignment') redirects.push(readRedirect(reading, part, scope));
    else if (node.name !== undefined && part.pos > node.name.pos) {
      cover(reading, part, scope);
      words.push(readPlainWord(part.text, part.text));
      forEachChild(part, (child) => visitNested(reading, child, scope));
    } else assignments.push(readAssignment(reading, part, scope));
  }
  reading.commands[at] = {
    source: [...assignments, ...words].map(({ source }) => source).join(' '),
    assignments,
    words,
    redirects,
    isConcurrent: scope.isConcurrent,
    functionName: scope.functionName,
    fedBy: scope.fedBy,
    nested: { from: at + 1, to: reading.commands.length },
  };
}

const emptyCommand: SimpleCommand = {
  source: '',
  assignments: [],
  words: [],
  redirects: [],
  isConcurrent: false,
  functionName: null,
  fedBy: null,
  nested: { from: 0, to: 0 },
};

function readAssignment(
  reading: Reading,
  part: Extract<SyntaxNode, { readonly type: 'Assignment' }>,
  scope: Scope,
): ShellAssignment {
  cover(reading, part, scope);
  forEachChild(part, (child) => visitNested(reading, child, scope));
  const { value } = part;
  const isWord = value.type === 'Word' && part.append !== true && part.index === undefined;
  const word = isWord ? readPlainWord(value.text, value.value) : null;
  return { name: part.name, source: part.text, value: word?.kind === 'plain' ? word.value : null };
}

function readRedirect(reading: Reading, node: Redirection, scope: Scope): ShellRedirect {
  cover(reading, node, scope);
  const { descriptor } = node;
  const stream = descriptor === undefined ? null : descriptor.type === 'FileDescriptor' ? descriptor.value : 'variable';
  const source = scope.source.slice(node.pos, node.end);
  if (node.type !== 'HereDoc') {
    const target = node.target === undefined ? null : readWord(reading, node.target, scope);
    return { source, operator: node.operator, stream, target, document: null };
  }
  cover(reading, node.body, scope);
  if (node.closing !== undefined) cover(reading, node.closing, scope);
  const { text } = node.body;
  if (node.delimiter?.quoted !== true) forEachChild(node.body, (child) => visitNested(reading, child, scope));
  const isLiteral = node.delimiter?.quoted === true || !/[$`\\]/.test(text);
  return { source, operator: node.operator, stream, target: null, document: { text, isLiteral } };
}

function readWord(reading: Reading, node: Word, scope: Scope): ShellWord {
  cover(reading, node, scope);
  const word = readPlainWord(node.text, node.value);
  if (word.kind === 'open') forEachChild(node, (child) => visitNested(reading, child, scope));
  return word;
}

/** Substitutions in a word: their commands count, their words are not those of the line. */
function visitNested(reading: Reading, node: SyntaxNode, scope: Scope): void {
  if (node.type === 'Script') visit(reading, node, { ...scope, isOuter: false });
  else forEachChild(node, (child) => visitNested(reading, child, scope));
}

/** Behind these anything may run. */
const unclear: ReadonlySet<SyntaxNode['type']> = new Set([
  'Word',
  'Function',
  'Script',
  'TestCommand',
  'ArithmeticCommand',
]);

function addDoubt(
  { doubts }: Reading,
  { source }: Scope,
  { node, text }: { readonly node: SyntaxNode; readonly text: string },
): void {
  doubts.push({ source: source.slice(node.pos, node.end), text, isUnclear: unclear.has(node.type) });
}

function cover(reading: Reading, { pos, end }: { readonly pos: number; readonly end: number }, scope: Scope): void {
  if (scope.isOuter) reading.spans.push({ pos, end });
}

/** What may stand between words: blanks, operators, words of the shell, comments, and ends of lines that go on. */
const between =
  /^(?:[ \t\n;&|(){}!]|\\\n|#[^\n]*(?=\n|$)|(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|select|function|coproc)(?![^\s;&|()]))*$/;

function coversLine(line: string, spans: Reading['spans']): boolean {
  let at = 0;
  for (const { pos, end } of inOrder(spans)) {
    if (pos > at && !isBetween(line, at, pos)) return false;
    at = Math.max(at, end);
  }
  return isBetween(line, at, line.length);
}

function inOrder(spans: Reading['spans']): Reading['spans'] {
  const isSorted = spans.every(({ pos }, index) => pos >= (spans[index - 1]?.pos ?? 0));
  return isSorted ? spans : spans.toSorted((left, right) => left.pos - right.pos);
}

function isBetween(line: string, from: number, to: number): boolean {
  if (to - from === 0 || (to - from === 1 && line[from] === ' ')) return true;
  return between.test(line.slice(from, to));
}
