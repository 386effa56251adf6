// The guard `shell`: what a command line would do, by its words. At this stage no line counts as analysed, so each one is asked about;
// what its plain words show to be unrecoverable, a push, or aimed at ourselves is refused.
import type { ConfinedPath, Fact, Guard, GuardFinding, JsonValue, Tool } from '../../contract/index.ts';
import { pointerGet } from '../../text/index.ts';
import type { Confinement } from '../files/confinement.ts';
import type { Confined } from '../files/path/confined.ts';
import { isGitPush } from './shell/git-push.ts';
import { namedPaths, type Surroundings } from './shell/named-paths.ts';
import { runsOwnProgram, type OwnProgram } from './shell/own-program.ts';
import { simpleCommands } from './shell/simple-commands.ts';
import { isForkBomb, unrecoverable } from './shell/unrecoverable.ts';

export interface ShellGuardNeeds {
  /** Knows our own places, and proves the directory a command runs in. */
  readonly confinement: Confinement;
  /** The home that `~` and `$HOME` mean. */
  readonly home: string;
  readonly ownProgram: OwnProgram;
  /** Words that no command may hold, such as the variable that names our home. Case does not count. */
  readonly protectedWords: readonly string[];
}

const name = 'shell';
/** Where a tool of this kind names the folder its command runs in. Absent: the workspace. It is no target: a rule speaks of the command. */
const directoryPointer = '/working_dir';

type Finding = Pick<Fact, 'name' | 'text'>;

/**
 * Facts: `shell` with the value `unanalysable`; `git_push`, `own_program`, `protected_name`, `unrecoverable`, `too_long` (floors), as far as words show
 * them: quotes are taken off and `sh -c`, substitutions and launchers looked through, but variables, globs and other interpreters hide what they
 * hold. `working_directory` binds where the command runs. Proves `/working_dir`.
 */
export function createShellGuard(needs: ShellGuardNeeds): Guard {
  return {
    name,
    async inspect({ tool, targets, arguments: args, caller }): Promise<GuardFinding> {
      const commands = targets.filter((target) => target.kind === 'command');
      const asked = pointerGet(args, directoryPointer) ?? fixedDirectory(tool) ?? '.';
      if (typeof asked !== 'string') throw new TypeError(`${directoryPointer} is no text.`);
      const guest = caller.trust !== 'operator';
      const confined = await needs.confinement.confine(asked, { action: 'read', guest });
      const directory = confined.ok ? confined.path.real : needs.confinement.workspace;
      const facts = [directoryFact(confined)];
      for (const { value } of commands) {
        facts.push(commandFact(value));
        for (const finding of findings(value, { directory, home: needs.home }, needs))
          facts.push(floorFact(finding, value));
      }
      const paths: Record<string, ConfinedPath> = confined.ok ? { [directoryPointer]: confined.path } : {};
      return { facts, targets: commands, paths, urls: {} };
    },
  };
}

/** Where a command with fixed words runs. */
function fixedDirectory({ targets }: Tool): string | undefined {
  return targets.find(({ line }) => line !== undefined)?.line?.directory;
}

function findings(line: string, surroundings: Surroundings, needs: ShellGuardNeeds): readonly Finding[] {
  const found: Finding[] = [];
  const commands = simpleCommands(line);
  if (commands === null) return [{ name: 'too_long', text: 'The command can be read in too many ways. Split it.' }];
  const words = [
    ...new Set(commands.flatMap(({ program, args, inputs, outputs }) => [program, ...args, ...inputs, ...outputs])),
  ];
  if (commands.some(isGitPush)) {
    found.push({ name: 'git_push', text: 'A push is not made in a shell command. Use the git tools.' });
  }
  if (commands.some((command) => runsOwnProgram(command, { own: needs.ownProgram, words, surroundings }))) {
    found.push({ name: 'own_program', text: 'The command runs Gatehouse itself. Use its tools.' });
  }
  if (namesProtected(line, words, { surroundings, needs })) {
    found.push({ name: 'protected_name', text: 'The command names what belongs to Gatehouse itself.' });
  }
  const reasons = commands.map((command) => unrecoverable(command, surroundings));
  const reason = isForkBomb(line) ? 'it starts itself over and over' : reasons.find((each) => each !== null);
  if (reason !== undefined && reason !== null) {
    found.push({ name: 'unrecoverable', text: `The command cannot be undone: ${reason}. Name a narrower target.` });
  }
  return found;
}

function namesProtected(
  line: string,
  words: readonly string[],
  { surroundings, needs }: { readonly surroundings: Surroundings; readonly needs: ShellGuardNeeds },
): boolean {
  // With the words as they are after quotes: `~/.gate"house"` names it too.
  const folded = [line, ...words].join('\n').toLowerCase();
  if (needs.protectedWords.some((word) => holdsWord(folded, word.toLowerCase()))) return true;
  return words.some((word) => namedPaths(word, surroundings).some((path) => needs.confinement.isOwnPlace(path)));
}

/** As a word of its own: `.gatehouse` stands in `~/.gatehouse/token` and not in `my.gatehouses`. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = [text[at - 1] ?? ' ', text[at + word.length] ?? ' '];
    if (around.every((sign) => !/[\w-]/.test(sign))) return true;
  }
  return false;
}

function commandFact(command: string): Fact {
  const text = 'What the command does cannot be told from its words here, so it is asked about.';
  return { guard: name, name: 'shell', value: 'unanalysable', verdict: 'clear', targets: [command], text };
}

function floorFact({ name: found, text }: Finding, command: string): Fact {
  return { guard: name, name: found, value: null, verdict: 'floor', targets: [command], text };
}

/** What is refused here is a fact like that of the guard `paths`; what is allowed binds the approval to the directory. */
function directoryFact(confined: Confined): Fact {
  if (!confined.ok) {
    const { name: found, verdict, shown, text } = confined.refusal;
    return { guard: name, name: found, value: null, verdict, targets: [], text: `The folder ${shown}: ${text}` };
  }
  const { shown, real, identity } = confined.path;
  const binding: JsonValue = { real, identity: { ...identity } };
  const text = `The command runs in ${shown}.`;
  return { guard: name, name: 'working_directory', value: shown, verdict: 'clear', targets: [], text, binding };
}
