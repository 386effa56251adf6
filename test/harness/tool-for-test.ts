// A whole tool with unremarkable members, for tests that are about one of them.
import type { Tool } from '../../src/contract/index.ts';
import { plainTool } from '../../src/testing/index.ts';

/** An own and visible builtin of class `read_only` that takes one optional text. */
export function toolForTest(more: Partial<Tool> = {}): Tool {
  const origin = { source: 'builtin', owner: null, family: null, fingerprint: 'aa'.repeat(32) };
  return plainTool({ name: 'sample', title: 'Sample', mode: 'introspect', origin, ...more });
}
