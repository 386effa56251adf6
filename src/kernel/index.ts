// Front door of the kernel: what decides. Only runtime/ comes in here.
export { compilePolicy } from './policy/compile-policy.ts';
export { decide } from './policy/decide.ts';
export { matrixRow } from './policy/matrix/matrix-row.ts';
export { selfModel } from './policy/matrix/self-model.ts';
export { findMode } from './policy/modes/tool-modes.ts';
export { lintRules } from './policy/rules/lint-rules.ts';
export { checkRule, readRule } from './policy/rules/read-rule.ts';
export { approvalView } from './approval/approval-record.ts';
export { answerRequest, type AnswerEnd } from './approval/answer.ts';
export { reportCapabilities } from './catalog/capabilities.ts';
export { describeTool } from './catalog/describe.ts';
export { summarise } from './catalog/summary.ts';
export { createGate, type Gate } from './gate/gate.ts';
export type { ArgumentTransform, GateDeps, PolicyReader, PolicyView } from './gate/frame/gate-deps.ts';
export { createFlow, type FlowDeps } from './flow/flow.ts';
export { isVisible } from './registry/filter.ts';
export { createRegistry, type Registration, type Registry } from './registry/registry.ts';
export { createToolSearch, type RankedTool, type ToolQuery, type ToolSearch } from './search/tool-search.ts';
