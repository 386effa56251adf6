// Words as a command line of the POSIX shell that stands for exactly these words: what people are shown, rules match and guards read.

/** A program of this name would be read as syntax. */
const reserved = new Set(
  'if then elif else fi do done case esac while until for select function in time coproc'.split(' '),
);

/** One word that stands for exactly this text. */
export function quoteWord(text: string): string {
  return /^[\w./,:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export function commandLine([program = '', ...args]: readonly string[]): string {
  // With a `=` in it the first word would be an assignment.
  const isSyntax = reserved.has(program) || /^[\w.]*=/.test(program);
  return [isSyntax ? `'${program}'` : quoteWord(program), ...args.map(quoteWord)].join(' ');
}
