// What `gatehouse doctor` looks at: each finding says what is so and what to do about it.
import type { Finding, RuleProblem } from '../../contract/index.ts';

export interface DoctorParts {
  readonly home: string;
  readonly nodeVersion: string;
  readonly sandbox: { readonly setting: string; readonly level: string; readonly reason: string };
  readonly configFiles: readonly string[];
  readonly warnings: readonly string[];
  readonly ruleProblems: readonly RuleProblem[];
  readonly untrusted: string | null;
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
    sandboxFinding(parts.sandbox),
    ...configFindings(parts),
    ...(await parts.lint()).map((text) => finding('rule', 'warning', text, 'Change or remove it: gatehouse policy rules')),
    finding('tools', 'ok', `${parts.countTools()} tools are registered.`, ''),
    (await parts.daemonRuns())
      ? finding('daemon', 'ok', 'The daemon runs.', '')
      : finding('daemon', 'ok', 'No daemon runs; commands work on the store themselves. Clients over HTTP need `gatehouse up`.', ''),
  ];
}

function finding(name: string, state: Finding['state'], text: string, advice: string): Finding {
  return { name, state, text, advice };
}

function nodeFinding(version: string): Finding {
  const good = Number(version.slice(1).split('.')[0]) >= 24;
  return good ? finding('node', 'ok', `Node ${version}.`, '') : finding('node', 'problem', `Node ${version} is too old.`, 'Install Node 24 or newer.');
}

async function storeFinding({ home, probeStore }: DoctorParts): Promise<Finding> {
  try {
    await probeStore();
    return finding('store', 'ok', `The store in ${home} reads and writes.`, '');
  } catch (cause) {
    return finding('store', 'problem', cause instanceof Error ? cause.message : String(cause), 'No call runs until the store writes again.');
  }
}

function sandboxFinding({ setting, level, reason }: DoctorParts['sandbox']): Finding {
  if (level === 'full') return finding('sandbox', 'ok', `Level ${level} (setting ${setting}). ${reason}`, '');
  const advice = setting === 'off' ? 'Remove sandbox: off from the configuration to be asked about commands again.' : 'Commands are asked about one by one until there is a sandbox.';
  return finding('sandbox', 'warning', `Level ${level} (setting ${setting}). ${reason}`, advice);
}

function configFindings({ configFiles, warnings, ruleProblems, untrusted }: DoctorParts): readonly Finding[] {
  const files = configFiles.length === 0 ? 'No configuration file: the defaults hold.' : `Read: ${configFiles.join(', ')}.`;
  return [
    finding('configuration', 'ok', files, ''),
    ...(untrusted === null ? [] : [finding('configuration', 'warning', `${untrusted} does not act: its folder is not trusted.`, 'Read it, then run: gatehouse trust')]),
    ...warnings.map((text) => finding('configuration', 'warning', text, 'Look at the file named.')),
    ...ruleProblems.map(({ source, message }) =>
      finding('rule', 'problem', `${source.kind === 'file' ? `${source.file}:${source.line}` : 'store'}: ${message}`, 'Mend the rule; the others hold.'),
    ),
  ];
}
