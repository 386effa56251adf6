// gatehouse tools: the listing and the description of one tool.
import {
  CapabilityError,
  policyClasses,
  toolKinds,
  trustLevels,
  type PolicyClass,
  type ToolFilter,
  type ToolKind,
  type ToolSummary,
  type Trust,
} from '../../../../contract/index.ts';
import { escapeVisible, layoutTable } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';
import { renderDescription } from '../../render/description.ts';

interface ListOptions {
  readonly trust?: string;
  readonly class?: string;
  readonly kind?: string;
  readonly category?: string;
  readonly source?: string;
  readonly all?: boolean;
}

export const listTools: Action<ListOptions> = async ({ runtime, caller, output }, _args, options) => {
  const open = await runtime();
  const found = (await open.tools(caller, toFilter(options))).filter(
    (tool) => (options.category === undefined || tool.category === options.category) && (options.source === undefined || tool.source === options.source),
  );
  output.document(found);
  output.say(renderList(found, output.width));
  return 0;
};

function toFilter(options: ListOptions): ToolFilter {
  return {
    includeHidden: options.all === true,
    ...(options.kind === undefined ? {} : { kind: oneOf<ToolKind>('--kind', options.kind, toolKinds) }),
    ...(options.trust === undefined ? {} : { trust: oneOf<Trust>('--trust', options.trust, trustLevels) }),
    ...(options.class === undefined ? {} : { policyClasses: [oneOf<PolicyClass>('--class', options.class, policyClasses)] }),
  };
}

function oneOf<Value extends string>(flag: string, given: string, allowed: readonly Value[]): Value {
  const found = allowed.find((item) => item === given);
  if (found === undefined) throw new CapabilityError('malformed_request', `${flag} takes one of ${allowed.join(', ')}, not ${JSON.stringify(given)}.`);
  return found;
}

function renderList(tools: readonly ToolSummary[], width: number): string {
  if (tools.length === 0) return 'No tool matches.';
  const rows = tools.map((tool) => [
    tool.name,
    tool.locked ? 'locked' : effectWord(tool),
    tool.policyClass,
    tool.category,
    escapeVisible(tool.description.split('\n')[0] ?? ''),
  ]);
  const table = layoutTable(rows, { width, headers: ['TOOL', 'A CALL NOW', 'CLASS', 'CATEGORY', 'WHAT IT DOES'] });
  return `${table}\n\n${tools.length} tools. "≤" marks what the arguments can make easier. All about one: gatehouse tools describe NAME`;
}

function effectWord(tool: ToolSummary): string {
  const word = { ALLOW: 'runs', ASK: 'asks', DENY: 'refused' }[tool.effect];
  return tool.conditional ? `≤ ${word}` : word;
}

export const describeOne: Action = async ({ runtime, caller, output }, [name = '']) => {
  const described = await (await runtime()).describeTool(caller, name);
  if (!described.ok) {
    const code = described.code === 'invalid' ? 'malformed_request' : 'unknown_tool';
    throw new CapabilityError(code, described.message, { details: { nearest: [...described.nearest] } });
  }
  output.document(described.tool);
  output.say(renderDescription(described.tool));
  return 0;
};
