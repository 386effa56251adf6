// git: the commands that read a repository, with options that neither write nor run a program. Whether the repository's own configuration runs one
// is for whoever can look at it.
import type { ShellWord } from '../read/script.ts';
import { unlisted, type Harmless } from './harmless.ts';
import { optionList, readOptions, type OptionList } from './option-spec.ts';

const shown =
  'p u s w b q a z -# n= U= G= S= L= M? C? B? --oneline --graph --all --stat? --patch --no-patch --numstat --shortstat --name-only --name-status --summary --raw ' +
  '--color? --no-color --word-diff? --diff-filter= --abbrev? --abbrev-commit --no-abbrev-commit --unified= --ignore-all-space --ignore-space-change ' +
  '--ignore-blank-lines --minimal --patience --histogram --find-renames? --find-copies? --no-renames --full-index --no-ext-diff --no-textconv --relative? ' +
  '--exit-code --quiet --check --compact-summary --dirstat? --no-prefix --function-context --color-words? --first-parent --cc --combined-all-paths';
const logged =
  `${shown} i E F t --decorate? --no-decorate --since= --until= --after= --before= --author= --committer= --grep= --format= --pretty? --date= --reverse ` +
  '--follow --merges --no-merges --max-count= --skip= --branches? --tags? --remotes? --topo-order --date-order --left-right --cherry-pick --ancestry-path ' +
  '--simplify-by-decoration --all-match --invert-grep --no-notes --source --boundary --children --parents --full-history --no-walk --reflog';
const listed =
  'a r v l --all --remotes --verbose --list --contains? --no-contains? --merged? --no-merged? --points-at? --sort= --format= --color? --no-color --column? --no-column --ignore-case';

interface GitCommand {
  readonly options: string;
  /** `listing`: with operands it makes something, unless `--list` is given. */
  readonly operands: 'any' | 'none' | 'listing';
}

const commands: Readonly<Record<string, GitCommand>> = {
  status: {
    options:
      's b u? v z --short --branch --porcelain? --long --show-stash --untracked-files? --ignored? --ahead-behind --no-ahead-behind --verbose',
    operands: 'any',
  },
  log: { options: logged, operands: 'any' },
  show: { options: logged, operands: 'any' },
  whatchanged: { options: logged, operands: 'any' },
  diff: { options: `${shown} --cached --staged --merge-base`, operands: 'any' },
  'diff-tree': { options: `${shown} r t --root --no-commit-id`, operands: 'any' },
  'rev-list': { options: `${logged} --count --objects`, operands: 'any' },
  shortlog: {
    options: 'n s e c --numbered --summary --email --no-merges --since= --until= --all --group=',
    operands: 'any',
  },
  branch: { options: `${listed} vv --show-current`, operands: 'listing' },
  tag: { options: `${listed} n?`, operands: 'listing' },
  'rev-parse': {
    options:
      'q --abbrev-ref? --short? --verify --quiet --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree ' +
      '--is-bare-repository --is-inside-git-dir --is-shallow-repository --symbolic-full-name --symbolic --all --branches? --tags? --remotes?',
    operands: 'any',
  },
  'ls-files': {
    options:
      'c d m o i s u k t v z x= --cached --deleted --modified --others --ignored --stage --unmerged --exclude= --exclude-standard --full-name --error-unmatch --directory --abbrev? --eol',
    operands: 'any',
  },
  'ls-tree': {
    options: 'd r t l z --long --name-only --name-status --full-name --full-tree --abbrev? --object-only --format=',
    operands: 'any',
  },
  blame: {
    options: 'w e l s t b n f p L= M? C? --show-email --porcelain --line-porcelain --date= --since= --abbrev=',
    operands: 'any',
  },
  describe: {
    options:
      '--tags --all --always --long --dirty? --abbrev= --contains --match= --exclude= --exact-match --first-parent',
    operands: 'any',
  },
  grep: {
    options:
      'n i l L w v c e= E F P G h H o q I p W a -# A= B= C= --line-number --ignore-case --files-with-matches --name-only --word-regexp --count --cached --untracked --heading --break --color? --no-color --and --or --not --max-depth= --show-function',
    operands: 'any',
  },
  'cat-file': { options: 't s e p', operands: 'any' },
  'merge-base': { options: 'a --all --octopus --is-ancestor --fork-point', operands: 'any' },
  'for-each-ref': { options: 's --count= --sort= --format= --contains? --merged? --points-at=', operands: 'any' },
  'show-ref': { options: 's d --head --heads --tags --branches --hash? --verify --dereference', operands: 'any' },
  'name-rev': { options: '--tags --name-only --refs= --always', operands: 'any' },
  'count-objects': { options: 'v H --verbose --human-readable', operands: 'none' },
  'check-ignore': { options: 'v n q --verbose --non-matching --quiet', operands: 'any' },
  version: { options: '--build-options', operands: 'none' },
};

const lists: ReadonlyMap<string, OptionList> = new Map(
  Object.entries(commands).map(([name, { options }]) => [name, optionList(options)]),
);
const quietGlobals = new Set([
  '--no-pager',
  '-P',
  '--no-optional-locks',
  '--no-replace-objects',
  '--literal-pathspecs',
]);
/** What else is listed, as whole commands. */
const whole =
  /^(?:remote(?: -v| --verbose)?|remote get-url [\w-]+|stash list|stash show(?: -p)?|config user\.(?:name|email)|worktree list|reflog|reflog show|--version|config (?:--get|--get-all|get) [\w.-]+|symbolic-ref (?:--short )?HEAD)$/;
const privateKey = /token|secret|password|credential|extraheader|cookie|proxy/i;

export function gitCheck(words: readonly ShellWord[]): Harmless {
  const start = behindGlobals(words, 0);
  const folder = words[start]?.value === '-C' ? words[start + 1] : undefined;
  if (folder !== undefined && folder.kind !== 'plain') return unlisted;
  const rest = words.slice(folder === undefined ? start : behindGlobals(words, start + 2));
  const found = wholeCommand(rest) ?? listedCommand(rest);
  if (found === null) return unlisted;
  return {
    isHarmless: true,
    paths: folder === undefined ? found : [folder, ...found],
    repository: folder?.value ?? '.',
  };
}

function behindGlobals(words: readonly ShellWord[], from: number): number {
  let at = from;
  while (quietGlobals.has(words[at]?.value ?? '')) at += 1;
  return at;
}

function wholeCommand(words: readonly ShellWord[]): readonly ShellWord[] | null {
  if (words.some(({ kind }) => kind !== 'plain')) return null;
  const text = words.map(({ value }) => value).join(' ');
  return whole.test(text) && !privateKey.test(text) ? [] : null;
}

function listedCommand([name, ...words]: readonly ShellWord[]): readonly ShellWord[] | null {
  const command = commandNamed(name);
  const read = command === null ? null : readOptions(command.list, words);
  if (command === null || read === null) return null;
  const { operands, given } = read;
  if (operands.some(({ kind }) => kind !== 'plain')) return null;
  // Signatures are shown by running a program.
  if (given.some(({ value }) => value !== null && /%[ +-]?G|signature/i.test(value.value))) return null;
  const isListing = command.operands === 'listing' && given.some((option) => listing.test(option.name));
  const mayHave = operands.length === 0 || isListing || command.operands === 'any';
  const ranges = given.flatMap(({ name: option, value }) => (option === '-L' && value !== null ? [value] : []));
  if (ranges.some(({ value }) => value.split(':').length > mostParts)) return null;
  return mayHave ? [...operands.flatMap(pathsIn), ...ranges.flatMap(filesOfRange)] : null;
}

function commandNamed(word: ShellWord | undefined): { readonly list: OptionList; readonly operands: string } | null {
  const name = word?.kind === 'plain' ? word.value : '';
  const list = lists.get(name);
  const command = list === undefined ? undefined : commands[name];
  return list === undefined || command === undefined ? null : { list, operands: command.operands };
}

const listing = /^(?:-l|--list|--(?:no-)?(?:contains|merged)|--points-at)$/;

const mostParts = 16;

/** `-L 1,5:file`, with a pattern for a number perhaps that holds a colon too. */
function filesOfRange(word: ShellWord): readonly ShellWord[] {
  return word.value
    .split(':')
    .slice(1)
    .map((_, index, parts) => ({ ...word, value: parts.slice(index).join(':') }));
}

/** A word may be a path, or a path within a revision: `HEAD:src/a.ts`. */
function pathsIn(word: ShellWord): readonly ShellWord[] {
  const colon = word.value.indexOf(':');
  const inside = word.value.slice(colon + 1);
  return colon < 0 || inside === '' ? [word] : [word, { ...word, value: inside }];
}
