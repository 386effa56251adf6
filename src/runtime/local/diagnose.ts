// What `gatehouse doctor` looks at: each finding says what is so and what to do about it.
import type { Finding, RuleProblem, SourceView } from '../../contract/index.ts';
import type { Sandbox } from '../../host/index.ts';

export interface DoctorParts {
  readonly home: string;
  readonly nodeVersion: string;
  readonly sandbox: Pick<Sandbox, 'setting' | 'prove'>;
  readonly configFiles: readonly string[];
  readonly warnings: readonly string[];
  readonly sources: () => readonly SourceView[];
  readonly ruleProblems: readonly RuleProblem[];
  readonly untrusted: string | null;
  /** Of the variables with a source, those without a value, each as a sentence. */
  readonly missingVariables: () => Promise<readonly string[]>;
  /** How many are set, and of those that cannot be read each a sentence with what to do. */
  readonly secrets: () => Promise<{ readonly count: number; readonly problems: readonly string[] }>;
  /** Throws when the store does not write. */
  readonly probeStore: () => Promise<void>;
  readonly countTools: () => number;
  /** Warnings about rules that can never match. */
  readonly lint: () => Promise<readonly string[]>;
  readonly daemonRuns: () => Promise<boolean>;
}

export async function diagnose(parts: DoctorParts): Promise<readonly Finding[]> {
  return [
    nodeFinding(parts.nodeVersion),
    await storeFinding(parts),
    await sandboxFinding(parts.sandbox),
    ...configFindings(parts),
    ...(await parts.missingVariables()).map((text) =>
      warn('environment', text, 'Mend its source; commands that need it are not run.'),
    ),
    ...parts.sources().flatMap(sourceFinding),
    ...secretFindings(await parts.secrets()),
    ...(await parts.lint()).map((text) => warn('rule', text, 'Change or remove it: gatehouse policy rules')),
    ok('tools', `${parts.countTools()} tools are registered.`),
    (await parts.daemonRuns())
      ? ok('daemon', 'The daemon runs.')
      : ok('daemon', 'No daemon runs; commands work on the store themselves. Clients over HTTP need `gatehouse up`.'),
  ];
}

function ok(name: string, text: string): Finding {
  return { name, state: 'ok', text, advice: '' };
}

function warn(name: string, text: string, advice: string): Finding {
  return { name, state: 'warning', text, advice };
}

function nodeFinding(version: string): Finding {
  const good = Number(version.slice(1).split('.')[0]) >= 24;
  return good
    ? ok('node', `Node ${version}.`)
    : { name: 'node', state: 'problem', text: `Node ${version} is too old.`, advice: 'Install Node 24 or newer.' };
}

async function storeFinding({ home, probeStore }: DoctorParts): Promise<Finding> {
  try {
    await probeStore();
    return ok('store', `The store in ${home} reads and writes.`);
  } catch (cause) {
    return {
      name: 'store',
      state: 'problem',
      text: cause instanceof Error ? cause.message : String(cause),
      advice: 'No call runs until the store writes again.',
    };
  }
}

async function sandboxFinding({ setting, prove }: DoctorParts['sandbox']): Promise<Finding> {
  const { level, reason } = await prove();
  if (level === 'full') return ok('sandbox', `Level ${level} (setting ${setting}). ${reason}`);
  const advice =
    setting === 'off'
      ? 'Remove sandbox: off from the configuration to be asked about commands again.'
      : setting === 'required'
        ? 'Commands are refused until the level is full.'
        : 'Commands are asked about one by one until the level is full.';
  return warn('sandbox', `Level ${level} (setting ${setting}). ${reason}`, advice);
}

function sourceFinding({ name, state, problem, tools }: SourceView): readonly Finding[] {
  if (state === 'disabled') return [];
  if (problem !== null) return [{ name: 'source', state: 'problem', text: `${name}: ${problem}`, advice: '' }];
  return [ok('source', `${name}: ${tools.length} tools.`)];
}

function secretFindings({ count, problems }: Awaited<ReturnType<DoctorParts['secrets']>>): readonly Finding[] {
  if (problems.length > 0) return problems.map((text) => ({ name: 'secrets', state: 'problem', text, advice: '' }));
  return [ok('secrets', count === 0 ? 'None are set.' : `Set and readable, so taken out of results: ${count}.`)];
}

function configFindings({ configFiles, warnings, ruleProblems, untrusted }: DoctorParts): readonly Finding[] {
  const files =
    configFiles.length === 0 ? 'No configuration file: the defaults hold.' : `Read: ${configFiles.join(', ')}.`;
  return [
    ok('configuration', files),
    ...(untrusted === null
      ? []
      : [
          warn(
            'configuration',
            `${untrusted} does not act: its folder is not trusted.`,
            'Read it, then run: gatehouse trust',
          ),
        ]),
    ...warnings.map((text) => warn('configuration', text, 'Look at the file named.')),
    ...ruleProblems.map(({ source, message }): Finding => {
      const place = source.kind === 'file' ? `${source.file}:${source.line}` : 'store';
      return {
        name: 'rule',
        state: 'problem',
        text: `${place}: ${message}`,
        advice: 'Mend the rule; the others hold.',
      };
    }),
  ];
}
