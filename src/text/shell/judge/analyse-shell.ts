// Analyses a command line whole: every simple command, every redirect, every text that is run as commands, and what they do together.
import { isGitPush } from '../floors/git-push.ts';
import type { FloorName, ShellFloor } from '../floors/floor.ts';
import { isNetworkClient, opensConnection } from '../floors/network-client.ts';
import { keepsValues, runsItsConnection, runsItsInput, runsItsSubstitution } from '../floors/network-code.ts';
import { absolutePath, type Surroundings } from '../floors/places.ts';
import { privilege } from '../floors/privilege.ts';
import { unrecoverable, writtenText } from '../floors/unrecoverable.ts';
import { argumentsOf, type Form } from '../forms/form.ts';
import { unwrap, type Unwrapped } from '../forms/unwrap.ts';
import { readScript } from '../read/read-script.ts';
import type { Feeders, Range, ShellDoubt, ShellRedirect, ShellWord, SimpleCommand } from '../read/script.ts';
import { stricter, type ShellAnalysis, type ShellPart } from './analysis.ts';
import { judgeCommand, type InnerJudgement } from './judge-command.ts';
import { judgeRedirect } from './judge-redirect.ts';

/** Texts within texts, in characters: `eval "eval \"eval …\""` repeats itself. Beyond it the line is refused. */
const mostText = 256 * 1024;

interface Analysing {
  readonly surroundings: Surroundings;
  readonly parts: ShellPart[];
  readonly floors: ShellFloor[];
  readonly forms: Form[];
  readonly words: string[];
  readonly directories: ShellWord[];
  /** Names and sources of the floors. */
  readonly found: Set<string>;
  /** Where the commands that follow may run as well, behind a `cd`. */
  moved: Surroundings | null;
  /** A variable holds what came from the network. */
  keepsNetwork: boolean;
  textLeft: number;
}

/** Never throws for a text. Takes time in proportion to it. */
export function analyseShell(line: string, surroundings: Surroundings): ShellAnalysis {
  const analysing: Analysing = {
    surroundings,
    parts: [],
    floors: [],
    forms: [],
    words: [],
    directories: [],
    found: new Set(),
    moved: null,
    keepsNetwork: false,
    textLeft: mostText + line.length,
  };
  analyseText(analysing, line, false);
  return analysing;
}

interface TextJudgement extends InnerJudgement {
  readonly hasNetwork: boolean;
}

const harmlessText: TextJudgement = { verdict: 'safe', text: '', hasNetwork: false };

/** `isFed`: what comes from the network arrives at its standard input. */
function analyseText(analysing: Analysing, text: string, isFed: boolean): TextJudgement {
  analysing.textLeft -= text.length;
  if (analysing.textLeft < 0) {
    addFloor(analysing, 'too_long', { source: text.slice(0, 80), text: 'it holds texts within texts. Split it' });
    return { verdict: 'unanalysable', text: 'it is too long', hasNetwork: true };
  }
  const script = readScript(text);
  const from = analysing.parts.length;
  // First, since what is wrong with the line as a whole says more than what comes of it in a part.
  for (const doubt of script.doubts) analysing.parts.push(doubtPart(doubt));
  const network = new Network();
  const stages: Stage[] = [];
  for (const command of script.commands) {
    const unwrapped = unwrap(command);
    const fed = isFed || network.feeds(command.fedBy);
    const inner = innerJudgement(analysing, unwrapped, fed);
    network.add(inner.hasNetwork || opensConnection(command) || unwrapped.forms.some(isNetworkClient));
    stages.push({ command, unwrapped, inner, isFed: fed });
  }
  for (const stage of stages) analyseStage(analysing, stage, network.within(stage.command.nested));
  for (const redirect of script.redirects) analyseRedirect(analysing, redirect);
  return { ...worst(analysing.parts, from), hasNetwork: network.within({ from: 0, to: script.commands.length }) };
}

interface Stage {
  readonly command: SimpleCommand;
  readonly unwrapped: Unwrapped;
  readonly inner: InnerJudgement;
  readonly isFed: boolean;
}

/** Which commands talk to the network, asked about ranges of them. */
class Network {
  /** How many of them stand before each command. */
  readonly #before = [0];

  add(isNetwork: boolean): void {
    this.#before.push((this.#before.at(-1) ?? 0) + Number(isNetwork));
  }

  within({ from, to }: Range): boolean {
    return (this.#before[to] ?? 0) > (this.#before[from] ?? 0);
  }

  feeds(feeders: Feeders | null): boolean {
    for (let at = feeders; at !== null; at = at.outer) if (this.within(at)) return true;
    return false;
  }
}

function innerJudgement(analysing: Analysing, { texts }: Unwrapped, isFed: boolean): TextJudgement {
  let all = harmlessText;
  for (const text of texts) {
    const one: TextJudgement =
      text === null
        ? { verdict: 'unanalysable', text: 'the text that it runs cannot be told', hasNetwork: false }
        : analyseText(analysing, text, isFed);
    const verdict = stricter(all.verdict, one.verdict);
    all = {
      verdict,
      text: verdict === all.verdict ? all.text : one.text,
      hasNetwork: all.hasNetwork || one.hasNetwork,
    };
  }
  return all;
}

function analyseStage(analysing: Analysing, { command, unwrapped, inner, isFed }: Stage, nestsNetwork: boolean): void {
  const { source } = command;
  const { forms } = unwrapped;
  const part = judgeCommand(command, unwrapped, inner);
  if (part.commands.length > 0) analysing.parts.push(part);
  if (unwrapped.last?.program === 'cd') analysing.directories.push(...part.reads);
  move(analysing, unwrapped);
  for (const form of forms) addFormFloors(analysing, form, source);
  if (runsNetwork(analysing, { command, unwrapped, inner, isFed }, nestsNetwork))
    addFloor(analysing, 'network_code', { source, text: networkText });
  if (isForkBomb(command)) addFloor(analysing, 'unrecoverable', { source, text: 'it starts itself over and over' });
  addWords(analysing, command);
  for (const redirect of command.redirects) analyseRedirect(analysing, redirect);
}

const networkText = 'it runs what comes from the network. Fetch it to a file and read it first';

function addWords({ words }: Analysing, command: SimpleCommand): void {
  for (const { value } of command.words) words.push(value);
  for (const { source } of command.assignments) words.push(source);
}

function addFormFloors(analysing: Analysing, form: Form, source: string): void {
  const { surroundings, moved, forms } = analysing;
  forms.push(form);
  const lost = unrecoverable(form, surroundings) ?? (moved === null ? null : unrecoverable(form, moved));
  if (lost !== null)
    addFloor(analysing, 'unrecoverable', { source, text: `it cannot be undone: ${lost}. Name a narrower target` });
  const taken = privilege(form);
  if (taken !== null) addFloor(analysing, 'privilege', { source, text: taken });
  if (isGitPush(form))
    addFloor(analysing, 'git_push', { source, text: 'a push is not made in a shell command. Leave it to the person' });
}

function runsNetwork(analysing: Analysing, { command, unwrapped, isFed }: Stage, nestsNetwork: boolean): boolean {
  const { forms } = unwrapped;
  const isGiven = nestsNetwork || analysing.keepsNetwork;
  if ((isFed || nestsNetwork) && keepsValues(forms, command)) analysing.keepsNetwork = true;
  if ((isFed && runsItsInput(forms, command)) || runsItsConnection(forms, command)) return true;
  return isGiven && runsItsSubstitution(forms, command);
}

const longestPath = 4096;

/** What follows a change of the folder is held against both, the one before and this one. */
function move(analysing: Analysing, { last, folder }: Unwrapped): void {
  const isChange = last?.program === 'cd' || last?.program === 'pushd';
  const word = isChange ? (argumentsOf(last).find(({ value }) => !value.startsWith('-'))?.value ?? '~') : folder;
  if (word === null) return;
  const from = analysing.moved ?? analysing.surroundings;
  const directory = absolutePath(word, from);
  // A longer one does not exist.
  if (directory.length <= longestPath) analysing.moved = { ...from, directory };
}

/** A function that starts itself beside itself. */
function isForkBomb({ functionName, words, isConcurrent }: SimpleCommand): boolean {
  return isConcurrent && functionName !== null && words[0]?.value === functionName;
}

function analyseRedirect(analysing: Analysing, redirect: ShellRedirect): void {
  const part = judgeRedirect(redirect);
  analysing.parts.push(part);
  const { target, source } = redirect;
  if (target === null) return;
  analysing.words.push(target.value);
  if (part.file?.action !== 'write') return;
  const { surroundings, moved } = analysing;
  const lost = writtenText([target], surroundings) ?? (moved === null ? null : writtenText([target], moved));
  if (lost !== null)
    addFloor(analysing, 'unrecoverable', { source, text: `it cannot be undone: ${lost}. Name another file` });
}

function doubtPart({ source, text, isUnclear }: ShellDoubt): ShellPart {
  const verdict = isUnclear ? 'unanalysable' : 'ask';
  return { verdict, source, text, commands: [], reads: [], file: null, names: [], repository: null };
}

function worst(parts: readonly ShellPart[], from: number): InnerJudgement {
  let found: InnerJudgement = harmlessText;
  for (let at = from; at < parts.length; at++) {
    const part = parts[at];
    if (part !== undefined && stricter(found.verdict, part.verdict) !== found.verdict) found = part;
  }
  return { verdict: found.verdict, text: found.text };
}

function addFloor({ floors, found }: Analysing, name: FloorName, { source, text }: Omit<ShellFloor, 'name'>): void {
  // A line can repeat the same command thousands of times.
  const key = `${name} ${source}`;
  if (found.has(key)) return;
  found.add(key);
  floors.push({ name, source, text });
}
