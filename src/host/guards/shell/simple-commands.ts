// The simple commands of a line with what stands before them taken away, and those that a shell is handed as text.
import { readShellWords } from './shell-words.ts';

export interface SimpleCommand {
  /** The program's name without its folder, and its arguments. */
  readonly program: string;
  readonly args: readonly string[];
  /** Files it is redirected from, and to. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

const mostNested = 8;
/** Programs that run the program named in their arguments, and words of the shell that a command may follow. */
const launchers = new Set(
  (
    'env command builtin exec nohup nice ionice chrt taskset timeout time setsid stdbuf unbuffer sudo doas pkexec su runuser xargs parallel ' +
    'watch find chroot unshare nsenter strace ltrace gdb busybox toybox script flock systemd-run entr ' +
    'if then else elif do while until for case in ! { }'
  ).split(' '),
);
const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'fish', 'ash', 'rbash']);
const assignment = /^[A-Za-z_]\w*\+?=/;

/** What one line may cost: `env eval env eval …` can be read in more ways than there is time for. */
const mostWords = 200_000;

interface Reading {
  readonly found: SimpleCommand[];
  wordsLeft: number;
}

/**
 * Every way in which the line may name a program at the start of a command. Behind a launcher each word is taken for a possible
 * start, since its options are not known here: `timeout 10 rm -rf /` is also read as `rm -rf /`. Null where there are too many.
 */
export function simpleCommands(line: string): readonly SimpleCommand[] | null {
  const reading: Reading = { found: [], wordsLeft: mostWords };
  readInto(reading, line, 0);
  return reading.wordsLeft < 0 ? null : reading.found;
}

function readInto(reading: Reading, line: string, nested: number): void {
  for (const { words, inputs, outputs, documents } of readShellWords(line)) {
    const start = words.findIndex((word) => !assignment.test(word));
    const end = start < 0 ? words.length : start;
    // Assignments and redirections may stand alone.
    if (start !== 0) reading.found.push({ program: '', args: words.slice(0, end), inputs, outputs });
    for (const from of possibleStarts(words, end)) {
      reading.wordsLeft -= words.length - from + 1;
      if (reading.wordsLeft < 0) return;
      const [first = '', ...args] = words.slice(from);
      const command: SimpleCommand = { program: first.slice(first.lastIndexOf('/') + 1), args, inputs, outputs };
      reading.found.push(command);
      if (nested === mostNested) continue;
      for (const text of handedText(command, documents)) readInto(reading, text, nested + 1);
    }
  }
}

function possibleStarts(words: readonly string[], first: number): readonly number[] {
  const word = words[first];
  if (word === undefined) return [];
  if (!launchers.has(word.slice(word.lastIndexOf('/') + 1))) return [first];
  return words.keys().drop(first).toArray();
}

/** Texts that the command runs as commands: `sh -c TEXT`, `eval TEXT`, a here-document of a shell. */
function handedText({ program, args }: SimpleCommand, documents: readonly string[]): readonly string[] {
  if (program === 'eval' || program === 'trap') return [args.join(' ')];
  if (!shells.has(program)) return [];
  const option = args.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
  const line = option < 0 ? undefined : args.slice(option + 1).find((word) => !word.startsWith('-'));
  return line === undefined ? documents : [line, ...documents];
}
