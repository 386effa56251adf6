// What the schema cannot say of a program whose commands are tools: patterns that are none, and settings that do not go together.
import { isAbsolute } from 'node:path';
import type { Patterns } from '../../../text/index.ts';
import { netProblem } from '../check/check-entries.ts';
import { pathText, shown, type IssueText } from '../describe-issue.ts';
import type { CliEntry, SelectionEntry } from '../schema/sources/cli-schema.ts';
import type { Path } from '../yaml/read-yaml.ts';

export function checkCli(path: Path, entry: CliEntry, patterns: Patterns): readonly IssueText[] {
  const { command, spec, workingDir = '.', sandbox = 'off', hosts = [] } = entry;
  const [program = ''] = typeof command === 'string' ? [command] : command;
  return [
    ...issue([...path, 'command'], programProblem(program)),
    ...issue([...path, 'spec'], spec === undefined ? null : placeProblem(spec)),
    ...issue([...path, 'workingDir'], workingDir.startsWith('~') ? expectedFull(workingDir) : null),
    ...issue([...path, 'hosts'], hosts.length > 0 && sandbox === 'off' ? 'hosts goes with sandbox: on.' : null),
    ...hosts.flatMap((host, at) => issue([...path, 'hosts', at], netProblem('allowedHosts', host))),
    ...(['include', 'exclude', 'readOnly'] as const).flatMap((key) =>
      checkSelection([...path, key], entry[key], patterns),
    ),
  ];
}

export function checkSelection(
  path: Path,
  selection: Pick<SelectionEntry, 'tools'> | undefined,
  { compile }: Patterns,
): readonly IssueText[] {
  return (selection?.tools ?? []).flatMap((pattern, at) => {
    try {
      compile(pattern);
      return [];
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      return issue(
        [...path, 'tools', at],
        `found ${shown(pattern)}, which is no regular expression: ${cause.message}.`,
      );
    }
  });
}

export function issue(path: Path, problem: string | null): readonly IssueText[] {
  return problem === null ? [] : [{ path, part: 'value', message: `${pathText(path)}: ${problem}` }];
}

/** Relative to a workspace a checkout would decide what runs. */
function programProblem(program: string): string | null {
  if (program === '' || program.startsWith('-')) return `found ${shown(program)}; expected the name of a program.`;
  return program.includes('/') ? placeProblem(program) : null;
}

/** The end of a sentence for a path that is neither absolute nor below ~/. */
export function placeProblem(place: string): string | null {
  return isAbsolute(place) || place.startsWith('~/')
    ? null
    : `found ${shown(place)}; expected an absolute path, or one that begins with ~/.`;
}

function expectedFull(folder: string): string {
  return `found ${shown(folder)}; expected the full path instead of "~".`;
}
