// One line of a listing: what a tool is and what a call of it may meet in this session.
import type { Caller, Tool, ToolSummary } from '../../contract/index.ts';
import type { PolicyView } from '../gate/frame/gate-deps.ts';
import { matrixRow } from '../policy/matrix/matrix-row.ts';

export function summarise(tool: Tool, caller: Caller, policy: PolicyView): ToolSummary {
  const question = {
    agent: caller.agent,
    trust: caller.trust,
    attended: caller.attended,
    sessionMode: policy.modeOf(caller.session),
    settings: policy.settings,
    tool,
  };
  const { effect, possible } = matrixRow(question, policy.compiled, []);
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    kind: tool.kind,
    source: tool.origin.source,
    category: tool.category,
    mode: tool.mode,
    policyClass: tool.policyClass,
    risk: tool.risk,
    tags: tool.tags,
    locked: tool.locked,
    hidden: tool.hidden,
    effect,
    conditional: possible.length > 1,
  };
}
