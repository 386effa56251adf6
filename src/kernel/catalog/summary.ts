// One line of a listing: what a tool is and what a call of it may meet in this session.
import type { Caller, JsonValue, Tool, ToolSummary } from '../../contract/index.ts';
import { isRawNumber } from '../../text/index.ts';
import type { PolicyView } from '../gate/frame/gate-deps.ts';
import { matrixRow } from '../policy/matrix/matrix-row.ts';

export function summarise(tool: Tool, caller: Caller, policy: PolicyView): ToolSummary {
  const question = {
    agent: caller.agent,
    trust: caller.trust,
    attended: caller.attended,
    sessionMode: policy.modeOf(caller),
    settings: policy.settings,
    tool,
  };
  const { effect, possible } = matrixRow(question, policy.compiled, []);
  const required = textList(tool.parameters['required']);
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
    required,
    optional: propertyNames(tool.parameters['properties']).filter((name) => !required.includes(name)),
    locked: tool.locked,
    hidden: tool.hidden,
    effect,
    conditional: possible.length > 1,
  };
}

function propertyNames(properties: JsonValue | undefined): readonly string[] {
  const isMap =
    typeof properties === 'object' && properties !== null && !Array.isArray(properties) && !isRawNumber(properties);
  return isMap ? Object.keys(properties) : [];
}

function textList(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
