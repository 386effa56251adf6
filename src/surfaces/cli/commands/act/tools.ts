// gatehouse tools: the listing and the description of one tool.
import {
  CapabilityError,
  modelFormats,
  policyClasses,
  toolKinds,
  trustLevels,
  type PolicyClass,
  type ToolFilter,
  type ToolKind,
  type Trust,
} from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { serverAdvice } from './server-advice.ts';
import type { Invocation } from '../../invocation.ts';
import { renderDescription } from '../../render/tools/description.ts';
import { renderTools } from '../../render/tools/tools.ts';

interface ListOptions {
  readonly trust?: string;
  readonly class?: string;
  readonly kind?: string;
  readonly category?: string;
  readonly source?: string;
  readonly all?: boolean;
  readonly cost?: boolean;
  readonly format?: string;
  readonly model?: string;
}

export const listTools: Action<ListOptions> = async (invocation, _args, options) => {
  refuseMixture(options);
  if (options.cost === true) return showCost(invocation);
  if (options.format !== undefined) {
    const { showFormat } = await import('./format-tools.ts');
    return showFormat(invocation, options.format, options.model ?? '');
  }
  const { listing, caller, output, command } = invocation;
  const filter = toFilter(options);
  const open = await listing();
  const found = (await open.tools(caller, filter)).filter(
    (tool) =>
      (options.category === undefined || tool.category === options.category) &&
      (options.source === undefined || tool.source === options.source),
  );
  output.document(found);
  output.say(renderTools(found, { width: output.width, command }));
  return 0;
};

/** What a model is shown is all that it is shown. */
function refuseMixture(options: ListOptions): void {
  const { trust, class: policyClass, kind, category, source, all, cost, format, model } = options;
  const isFiltered = [trust, policyClass, kind, category, source, all].some((option) => option !== undefined);
  if (cost === true && (isFiltered || format !== undefined || model !== undefined))
    throw new CapabilityError('malformed_request', '--cost counts all tools that a model is shown: give it alone.');
  if (format !== undefined && isFiltered)
    throw new CapabilityError('malformed_request', '--format takes all tools that a model is shown, and only --model.');
  if (format === undefined && model !== undefined)
    throw new CapabilityError(
      'malformed_request',
      `--model says for whom: give --format too (${modelFormats.join(', ')}).`,
    );
}

/** As a model sees them: it is not shown hidden tools. */
async function showCost({ listing, caller, output }: Invocation): Promise<number> {
  const { tokens } = await (await listing()).capabilities({ ...caller, seesHidden: false });
  const { renderCost } = await import('../../render/tools/token-cost.ts');
  output.document(tokens);
  output.say(renderCost(tokens, output.width));
  return 0;
}

function toFilter(options: ListOptions): ToolFilter {
  return {
    includeHidden: options.all === true,
    ...(options.kind === undefined ? {} : { kind: oneOf<ToolKind>('--kind', options.kind, toolKinds) }),
    ...(options.trust === undefined ? {} : { trust: oneOf<Trust>('--trust', options.trust, trustLevels) }),
    ...(options.class === undefined
      ? {}
      : { policyClasses: [oneOf<PolicyClass>('--class', options.class, policyClasses)] }),
  };
}

function oneOf<Value extends string>(flag: string, given: string, allowed: readonly Value[]): Value {
  const found = allowed.find((item) => item === given);
  if (found !== undefined) return found;
  throw new CapabilityError(
    'malformed_request',
    `${flag} takes one of ${allowed.join(', ')}, not ${JSON.stringify(given)}.`,
  );
}

export const describeOne: Action = async (invocation, [name = '']) => {
  const { listing, caller, output, command } = invocation;
  const described = await (await listing()).describeTool(caller, name);
  if (!described.ok) {
    const code = described.code === 'invalid' ? 'malformed_request' : 'unknown_tool';
    const ofServer = code === 'unknown_tool' ? await serverAdvice(name, invocation) : null;
    const listed = described.nearest.length > 0 ? '' : ` ${command} tools lists them.`;
    const advice = ofServer === null ? listed : ` ${ofServer}`;
    throw new CapabilityError(code, `${described.message}${advice}`, { details: { nearest: [...described.nearest] } });
  }
  output.document(described.tool);
  output.say(renderDescription(described.tool, { width: output.width, command }));
  return 0;
};
