// Whether a line is one program with plain words, so that no shell is needed to run it.
import { readScript } from './read/read-script.ts';

/** Commands and words that only a shell has, or has in another form than the program of that name. */
const ofTheShell = new Set(
  (
    '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit export false fc fg ' +
    'getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test ' +
    'time times trap true type typeset ulimit umask unalias unset wait ! { } [[ ]] case coproc do done elif else esac fi for function if in select then until while'
  ).split(' '),
);

/** Program and arguments, exactly as a shell would pass them; null where the line uses anything of the shell. */
export function plainArgv(line: string): readonly string[] | null {
  const { commands, doubts, isOneCommand } = readScript(line);
  const [command] = commands;
  if (command === undefined || !isOneCommand || doubts.length > 0) return null;
  const { words, assignments, redirects } = command;
  if (assignments.length + redirects.length > 0 || words.some(({ kind }) => kind !== 'plain')) return null;
  const argv = words.map(({ value }) => value);
  return argv[0] === undefined || argv[0] === '' || ofTheShell.has(argv[0]) ? null : argv;
}
