// What the schema cannot say of `sandbox`: variables that programs are never given, hosts that are none, and names that stand twice.
import { variableProblem } from '../../../host/index.ts';
import { netProblem } from './check-entries.ts';
import type { ConfigFile } from '../config-schema.ts';
import { pathText, shown, type IssueText } from '../describe-issue.ts';
import { sandboxOf } from '../settle-sandbox.ts';
import type { Path } from '../yaml/read-yaml.ts';

export function checkSandbox(file: ConfigFile): readonly IssueText[] {
  const { env = {}, network = {}, commands = {} } = sandboxOf(file);
  const { allow = [], deny = [], from = {} } = env;
  const { explicit = [] } = commands;
  return [
    ...each(['sandbox', 'env', 'allow'], allow, (name) => variableProblem(name, 'allow')),
    ...Object.keys(from).flatMap((name) =>
      issue(['sandbox', 'env', 'from', name], variableProblem(name, 'from'), 'key'),
    ),
    ...each(['sandbox', 'network', 'hosts'], network.hosts ?? [], (entry) => netProblem('allowedHosts', entry)),
    ...explicit.flatMap(({ name, argv, passEnv = [], workingDir = '.' }, at) => {
      const path: Path = ['sandbox', 'commands', 'explicit', at];
      const isTwice = explicit.findIndex((command) => command.name === name) < at;
      return [
        ...issue([...path, 'name'], isTwice ? `the command ${name} stands here twice; give one another name.` : null),
        ...issue([...path, 'argv', 0], programProblem(argv[0] ?? '')),
        ...issue([...path, 'workingDir'], folderProblem(workingDir)),
        ...each([...path, 'passEnv'], passEnv, (variable) => passProblem(variable, { allow, deny, from })),
      ];
    }),
  ];
}

/** What completes a sentence that begins with the place. */
type Check = (entry: string) => string | null;

function each(path: Path, entries: readonly string[], check: Check): IssueText[] {
  return entries.flatMap((entry, at) => issue([...path, at], check(entry)));
}

function issue(path: Path, problem: string | null, part: IssueText['part'] = 'value'): IssueText[] {
  if (problem === null) return [];
  return [{ path, part, message: `${pathText(path)}: ${problem}` }];
}

function programProblem(program: string): string | null {
  if (program === '') return 'found ""; expected the name of a program.';
  return program.startsWith('-') ? 'a program cannot begin with "-"; name the program first.' : null;
}

function folderProblem(folder: string): string | null {
  return folder.startsWith('~') ? `found ${shown(folder)}; expected the full path instead of "~".` : null;
}

interface Variables {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly from: Readonly<Record<string, unknown>>;
}

function passProblem(name: string, { allow, deny, from }: Variables): string | null {
  if (deny.includes(name)) return `${name} is denied by sandbox.env.deny; remove it from one of the two.`;
  if (Object.hasOwn(from, name) || allow.includes(name)) return null;
  return `${name} has no source. Add it to sandbox.env.from, or to sandbox.env.allow where it is no credential.`;
}
