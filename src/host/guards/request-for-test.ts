// For tests: what the gate asks a guard.
import type { Caller, GuardRequest, JsonObject, Target, Tool } from '../../contract/index.ts';

export function requestForTest(
  targets: readonly Target[],
  { args = {}, trust = 'operator' }: { readonly args?: JsonObject; readonly trust?: Caller['trust'] } = {},
): GuardRequest {
  return { tool, arguments: args, caller: { ...caller, trust }, targets, explaining: false };
}

const caller: Caller = {
  principal: 'user:1000',
  agent: 'default',
  trust: 'operator',
  surface: 'cli',
  session: 'session-1',
  attended: true,
  workspace: '/workspace',
  forbidden: null,
  allowedTools: null,
  policyClasses: null,
  seesHidden: false,
};

const tool: Tool = {
  name: 'sample',
  title: 'Sample',
  description: 'Stands for any tool.',
  parameters: { type: 'object' },
  kind: 'builtin',
  origin: { source: 'builtin', owner: null, family: null, fingerprint: '0'.repeat(64) },
  mode: 'shell',
  policyClass: 'exec',
  risk: 'high',
  defaultEffect: null,
  locked: false,
  ownerOnly: false,
  hidden: false,
  alwaysAsk: false,
  tags: [],
  aliases: [],
  argumentAliases: {},
  timeoutMs: 1_000,
  category: 'system',
  whenToUse: '',
  examples: [],
  failureModes: [],
  requiresSetup: null,
  secrets: [],
  effects: [],
  targets: [],
  actionPointer: null,
  untrustedResult: false,
};
