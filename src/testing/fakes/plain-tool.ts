// A whole tool as the registry holds it, with unremarkable members, for tests that are about one of them.
import type { Tool } from '../../contract/index.ts';

/** Of class `read_only` and mode `note`, which runs in every session mode; it takes one optional text. */
export function plainTool(more: Partial<Tool> = {}): Tool {
  return {
    name: 'plain',
    title: 'Plain',
    description: 'Does what a test needs.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
    kind: 'builtin',
    origin: { source: 'test', owner: null, family: null, fingerprint: `fp-${more.name ?? 'plain'}` },
    mode: 'note',
    policyClass: 'read_only',
    risk: 'low',
    defaultEffect: null,
    locked: false,
    ownerOnly: false,
    hidden: false,
    alwaysAsk: false,
    tags: [],
    aliases: [],
    argumentAliases: {},
    timeoutMs: 1_000,
    category: 'test',
    whenToUse: '',
    examples: [],
    failureModes: [],
    requiresSetup: null,
    secrets: [],
    effects: [],
    targets: [],
    actionPointer: null,
    untrustedResult: false,
    ...more,
  };
}
