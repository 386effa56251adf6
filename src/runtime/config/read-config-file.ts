// From the text of one configuration file to what it says, or to every problem in it, each with its place.
import { CapabilityError, type JsonValue, type NewRule, type Rule, type RuleProblem } from '../../contract/index.ts';
import { readRule } from '../../kernel/index.ts';
import { canonicalJson, sha256Hex, type Patterns } from '../../text/index.ts';
import { checkEntries, checkOwnersAlone } from './check/check-entries.ts';
import { checkMcp } from './mcp/check-mcp.ts';
import { checkSandbox } from './check/check-sandbox.ts';
import { configFileSchema, type ConfigFile } from './config-schema.ts';
import { checkSources } from './sources/check-sources.ts';
import { describeIssue, valueAt, type IssueText } from './describe-issue.ts';
import { readYaml, type Place, type YamlReading } from './yaml/read-yaml.ts';
import type { Surroundings } from './resolve-folder.ts';

export interface ConfigText {
  /** As the person knows it: it stands in messages and in the source of rules. */
  readonly file: string;
  readonly text: string;
  /** Where to put what only the owner may set; null for the owner's own file. */
  readonly ownerFile: string | null;
  readonly surroundings: Surroundings;
  /** Reads the patterns of sources; null where they are not looked at. */
  readonly patterns: Patterns | null;
}

export interface ReadConfig {
  readonly settings: ConfigFile;
  readonly rules: readonly Rule[];
  /** Rules that could not be read and are none that deny. */
  readonly ruleProblems: readonly RuleProblem[];
}

/** More would hide the first ones. */
const mostProblems = 20;
/** Beyond, their places are not even looked up. */
const mostLocated = 1_000;

/** Throws `invalid_config` with all problems, one a line as `file:line:column: …`; an unreadable DENY is one of them. */
export function readConfigFile({ file, text, ownerFile, surroundings, patterns }: ConfigText): ReadConfig {
  const yaml = readYaml(text);
  if (!yaml.ok) throw invalid(file, yaml.problems);
  const at = ({ path, part, message }: IssueText): Located => ({ place: yaml.placeOf(path, part), message });
  // A file of comments alone says nothing.
  const value = yaml.value ?? {};
  const parse = configFileSchema.safeParse(value);
  const settings = parse.success ? parse.data : {};
  const issues = parse.success
    ? [
        ...checkEntries(settings, surroundings),
        ...checkSandbox(settings),
        ...checkMcp(settings),
        ...(patterns === null ? [] : checkSources(settings, patterns)),
      ]
    : parse.error.issues.flatMap((issue) => describeIssue(issue, value));
  const rules = readRules(file, yaml);
  const misplaced = ownerFile === null ? [] : checkOwnersAlone(value, ownerFile);
  const problems = [...[...misplaced, ...issues].slice(0, mostLocated).map(at), ...rules.fatal];
  if (problems.length > 0) throw invalid(file, problems);
  return { settings, rules: rules.read, ruleProblems: rules.problems };
}

interface Located {
  readonly place: Place;
  readonly message: string;
}

interface ReadRules {
  readonly read: readonly Rule[];
  readonly problems: readonly RuleProblem[];
  readonly fatal: readonly Located[];
}

function readRules(file: string, { value, placeOf }: Extract<YamlReading, { ok: true }>): ReadRules {
  const read: Rule[] = [];
  const problems: RuleProblem[] = [];
  const fatal: Located[] = [];
  const timesSeen = new Map<string, number>();
  const list = valueAt(value, ['policy', 'rules']);
  // Anything but a list is the schema's to refuse.
  const items: readonly JsonValue[] = Array.isArray(list) ? list : [];
  items.forEach((item, at) => {
    const place = placeOf(['policy', 'rules', at]);
    const source = { kind: 'file', file, line: place.line } as const;
    const reading = readRule(item, source);
    if (reading.ok) {
      const name = ruleName(reading.rule);
      const times = (timesSeen.get(name) ?? 0) + 1;
      timesSeen.set(name, times);
      read.push({ ...reading.rule, id: times === 1 ? name : `${name}_${times}`, source });
    } else if (reading.problem.effect === 'ALLOW' || reading.problem.effect === 'ASK') {
      problems.push(reading.problem);
    } else {
      // Going on without it would let through what somebody wanted to be refused.
      const kind =
        reading.problem.effect === 'DENY' ? 'is a DENY that cannot be read' : 'cannot be read and may be a DENY';
      fatal.push({ place, message: `policy.rules[${at}] ${kind}: ${reading.problem.message}` });
    }
  });
  return { read, problems, fatal };
}

/** By what it says, so that a moved line leaves grants, events and explanations that name the rule intact. */
function ruleName(rule: NewRule): string {
  const { window, ...fields } = rule;
  return `conf_${sha256Hex(canonicalJson({ ...fields, window: window === null ? null : { ...window } })).slice(0, 12)}`;
}

function invalid(file: string, found: readonly Located[]): CapabilityError {
  // A value may fail more than one check, of which each says the same.
  const once = [
    ...new Map(found.map((problem) => [`${problem.place.line}:${problem.place.column}: ${problem.message}`, problem])),
  ];
  const ordered = once.toSorted(
    ([, { place: left }], [, { place: right }]) => left.line - right.line || left.column - right.column,
  );
  const told = ordered.slice(0, mostProblems);
  const lines = told.map(([text]) => `${file}:${text}`);
  const more =
    ordered.length > told.length ? [`${file}: and at least ${ordered.length - told.length} more problems.`] : [];
  const details = {
    problems: told.map(([, { place, message }]) => ({ file, line: place.line, column: place.column, message })),
  };
  return new CapabilityError('invalid_config', [...lines, ...more].join('\n'), { details });
}
