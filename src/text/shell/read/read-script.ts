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
  /** Where in the line something was read, start and end by turns, in no order: what no span covers must be signs of the shell. */
  readonly spans: number[];
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
  return { commands: reading.commands, redirects: reading.redirects, doubts: reading.doubts, isOneCommand };
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

/** Of these neither the shell nor a program takes a meaning: `for PATH in .` would decide which programs run. */
const loopVariable = /^(?!\w*_proxy$)[a-z]\w*$/;

function visit(reading: Reading, node: SyntaxNode, scope: Scope): void {
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
      addConstruct(reading, node, scope);
      cover(reading, node.name, scope);
      visit(reading, node.body, { ...scope, functionName: node.name.value });
      return;
    case 'Word':
      visitWord(reading, node, scope);
      return;
    case 'For':
      if (!loopVariable.test(node.name.value))
        addDoubt(reading, scope, { node, text: `it sets ${node.name.value}, which can change what programs do` });
      visitOther(reading, node, scope);
      return;
    default:
      addConstruct(reading, node, scope);
      visitOther(reading, node, scope);
  }
}

function addConstruct(reading: Reading, node: SyntaxNode, scope: Scope): void {
  const text = constructs[node.type];
  if (text !== undefined) addDoubt(reading, scope, { node, text });
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
  const parts: Parts = { words: [], assignments: [], redirects: [] };
  for (const part of node.prefix) readPart(reading, parts, { part, scope, isBehindName: false });
  if (node.name !== undefined) parts.words.push(readWord(reading, node.name, scope));
  for (const part of node.suffix) {
    if (part.type === 'Word') parts.words.push(readWord(reading, part, scope));
    else readPart(reading, parts, { part, scope, isBehindName: node.name !== undefined });
  }
  doubtTouching(reading, node, scope);
  const { words, assignments, redirects } = parts;
  reading.commands[at] = {
    source: sourceOf(parts),
    assignments,
    words,
    redirects,
    isConcurrent: scope.isConcurrent,
    functionName: scope.functionName,
    fedBy: scope.fedBy,
    nested: { from: at + 1, to: reading.commands.length },
  };
}

/** Where the parser parts what nothing parts in the line, such as `<(p)q`, shells read one word. */
function doubtTouching(reading: Reading, { prefix, name, suffix }: Command, scope: Scope): void {
  let before: Command['prefix'][number] | Word | undefined;
  for (const part of name === undefined ? [...prefix, ...suffix] : [...prefix, name, ...suffix]) {
    const isWord = part.type === 'Word' || part.type === 'Assignment';
    if (isWord && before !== undefined && before.type !== 'HereDoc' && before.end === part.pos) {
      const source = scope.source.slice(before.pos, part.end);
      reading.doubts.push({ source, text: 'parts of it touch, which shells read as one word', isUnclear: true });
    }
    before = part;
  }
}

interface Parts {
  readonly words: ShellWord[];
  readonly assignments: ShellAssignment[];
  readonly redirects: ShellRedirect[];
}

interface Part {
  readonly part: Command['prefix'][number];
  readonly scope: Scope;
  readonly isBehindName: boolean;
}

function readPart(reading: Reading, parts: Parts, { part, scope, isBehindName }: Part): void {
  if (part.type !== 'Assignment') parts.redirects.push(readRedirect(reading, part, scope));
  else if (isBehindName) {
    cover(reading, part, scope);
    parts.words.push(readPlainWord({ text: part.text, value: part.text }));
    forEachChild(part, (child) => visitNested(reading, child, scope));
  } else parts.assignments.push(readAssignment(reading, part, scope));
}

function sourceOf({ assignments, words }: Parts): string {
  let text = '';
  for (const { source } of assignments) text += text === '' ? source : ` ${source}`;
  for (const { source } of words) text += text === '' ? source : ` ${source}`;
  return text;
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
  const word = isWord ? readPlainWord(value) : null;
  return { name: part.name, source: part.text, value: word?.kind === 'plain' ? word.value : null };
}

function readRedirect(reading: Reading, node: Redirection, scope: Scope): ShellRedirect {
  cover(reading, node, scope);
  const { descriptor } = node;
  const stream = descriptor === undefined ? null : descriptor.type === 'FileDescriptor' ? descriptor.value : 'variable';
  const source = scope.source.slice(node.pos, node.end);
  if (node.type !== 'HereDoc') {
    const target = node.target === undefined ? null : readWord(reading, node.target, scope);
    // `<&-x` closes the stream and passes x.
    if (/[<>]&-./s.test(source))
      reading.doubts.push({ source, text: 'shells read a word behind the stream that it closes', isUnclear: true });
    return { source, operator: node.operator, stream, target, document: null };
  }
  cover(reading, node.body, scope);
  if (node.closing !== undefined) cover(reading, node.closing, scope);
  const { text } = node.body;
  if (node.delimiter?.quoted !== true) forEachChild(node.body, (child) => visitNested(reading, child, scope));
  // Shells differ in where a text ends whose end is written over two lines.
  const isLiteral = !source.includes('\n') && (node.delimiter?.quoted === true || !/[$`\\]/.test(text));
  return { source, operator: node.operator, stream, target: null, document: { text, isLiteral } };
}

function readWord(reading: Reading, node: Word, scope: Scope): ShellWord {
  cover(reading, node, scope);
  const word = readPlainWord(node);
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
  if (scope.isOuter) reading.spans.push(pos, end);
}

/** What may stand between words: blanks, operators, words of the shell, comments, and ends of lines that go on. */
const between =
  /^(?:[ \t\n;&|(){}!]|\\\n|#[^\n]*(?=\n|$)|(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|select|function|coproc)(?![^\s;&|()]))*$/;

function coversLine(line: string, spans: Reading['spans']): boolean {
  let at = 0;
  const ordered = inOrder(spans);
  for (let index = 0; index < ordered.length; index += 2) {
    const pos = ordered[index] ?? 0;
    if (pos > at && !isBetween(line, at, pos)) return false;
    at = Math.max(at, ordered[index + 1] ?? 0);
  }
  return isBetween(line, at, line.length);
}

function inOrder(spans: Reading['spans']): Reading['spans'] {
  for (let index = 2; index < spans.length; index += 2) {
    if ((spans[index] ?? 0) < (spans[index - 2] ?? 0)) return sorted(spans);
  }
  return spans;
}

function sorted(spans: Reading['spans']): Reading['spans'] {
  const pairs = Array.from({ length: spans.length / 2 }, (_, at) => spans.slice(2 * at, 2 * at + 2));
  return pairs.sort(([left = 0], [right = 0]) => left - right).flat();
}

function isBetween(line: string, from: number, to: number): boolean {
  let at = from;
  // Mostly one blank.
  while (at < to && line[at] === ' ') at += 1;
  return at >= to || between.test(line.slice(at, to));
}
