// From the text of an agent.yaml to what it says, or to every problem in it, each with its place.
import { z } from 'zod';
import { CapabilityError } from '../../../contract/index.ts';
import { escapeVisible, loadPatterns, nearNames } from '../../../text/index.ts';
import { pathText, shown, valueAt } from '../describe-issue.ts';
import { checkSelection } from '../sources/check-cli.ts';
import { readYaml, type Path, type YamlReading } from '../yaml/read-yaml.ts';
import { agentSchema, type AgentFile } from './agent-schema.ts';

const mostProblems = 20;

interface Problem {
  readonly path: Path;
  readonly part: 'key' | 'value';
  readonly message: string;
}

/** Throws `invalid_config` with its problems, one a line as `file:line:column: …`. */
export async function readAgent(file: string, text: string): Promise<AgentFile> {
  const yaml = readYaml(text);
  if (!yaml.ok)
    throw invalid(yaml.problems.map(({ place, message }) => `${file}:${place.line}:${place.column}: ${message}`));
  const parse = agentSchema.safeParse(yaml.value ?? {});
  const problems = parse.success ? await meaningProblems(parse.data) : parse.error.issues.flatMap(toProblems(yaml));
  if (problems.length > 0)
    throw invalid(
      problems.slice(0, mostProblems).map(({ path, part, message }) => {
        const { line, column } = yaml.placeOf(path, part);
        return `${file}:${line}:${column}: ${message}`;
      }),
    );
  return parse.data ?? {};
}

function invalid(lines: readonly string[]): CapabilityError {
  return new CapabilityError('invalid_config', lines.join('\n'));
}

type Yaml = Extract<YamlReading, { ok: true }>;

function toProblems({ value }: Yaml): (issue: z.core.$ZodIssue) => readonly Problem[] {
  return (issue) => {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    if (issue.code !== 'unrecognized_keys')
      return [
        {
          path,
          part: 'value',
          message: `${pathText(path)}: found ${shown(valueAt(value, path))}; expected ${issue.message}.`,
        },
      ];
    const known = keysAt(path);
    return issue.keys.map((key) => {
      const [near] = nearNames(key, known, 1);
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      const said = escapeVisible(JSON.stringify(key.slice(0, 60)));
      const whose = path.length === 0 ? 'an agent.yaml' : pathText(path);
      return {
        path: [...path, key],
        part: 'key',
        message: `${said} is no key of ${whose}.${hint} Expected one of ${known.join(', ')}.`,
      };
    });
  };
}

function keysAt(path: Path): readonly string[] {
  let schema: z.core.$ZodType = agentSchema;
  for (const step of path) {
    const into = plain(schema);
    if (into instanceof z.ZodObject)
      schema = new Map<string | number, z.core.$ZodType>(Object.entries(into.shape)).get(step) ?? schema;
    else if (into instanceof z.ZodArray) schema = into.element;
  }
  const last = plain(schema);
  return last instanceof z.ZodObject ? Object.keys(last.shape) : [];
}

function plain(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional ? plain(schema.unwrap()) : schema;
}

/** What its own reader refuses besides: patterns that are none, and what needs a program where none is named. */
async function meaningProblems(agent: AgentFile): Promise<readonly Problem[]> {
  const patterns = await loadPatterns();
  const exposed = agent.expose?.agent?.tools;
  const selections = [
    [['include'], agent.include],
    [['exclude'], agent.exclude],
    [['expose', 'agent', 'tools', 'include'], exposed?.include],
    [['expose', 'agent', 'tools', 'exclude'], exposed?.exclude],
  ] as const;
  const flags: readonly Problem[] =
    agent.application_path === undefined && (agent.global_flags ?? []).length > 0
      ? [
          {
            path: ['global_flags'],
            part: 'key',
            message: 'global_flags: there are flags of a program, and application_path names none.',
          },
        ]
      : [];
  return [...selections.flatMap(([path, selection]) => checkSelection(path, selection, patterns)), ...flags];
}
