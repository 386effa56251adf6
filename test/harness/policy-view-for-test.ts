// The rules in force for a test: none, or those it names, in one session mode.
import type { Rule, SessionMode } from '../../src/contract/index.ts';
import type { PolicyView } from '../../src/kernel/gate/frame/gate-deps.ts';
import { compilePolicy } from '../../src/kernel/policy/compile-policy.ts';

/** A readonly session where the sandbox is preferred, unless said otherwise. */
export function policyViewForTest(mode: SessionMode = 'readonly', rules: readonly Rule[] = []): PolicyView {
  return {
    revision: 1,
    compiled: compilePolicy({ rules, revision: '1' }),
    settings: { confirmTags: [], unattended: 'deny', sandbox: 'prefer', flow: 'strict' },
    defaultMode: mode,
    modeOf: () => mode,
  };
}
