// gatehouse tools --format: what a request to a model would carry of the tools. Stdout is JSON in any case, for the request it goes into.
import { CapabilityError, modelFormats, type FormattedTools } from '../../../../contract/index.ts';
import { formatTools, isModelOf } from '../../../../runtime/index.ts';
import type { Invocation } from '../../invocation.ts';

/** As a model sees them: it is not shown hidden tools. */
export async function showFormat(
  { listing, caller, output }: Invocation,
  given: string,
  model: string,
): Promise<number> {
  const format = modelFormats.find((known) => known === given);
  if (format === undefined)
    throw new CapabilityError(
      'malformed_request',
      `--format takes one of ${modelFormats.join(', ')}, not ${JSON.stringify(given)}.`,
    );
  const presentation = await (await listing()).presentTools({ ...caller, seesHidden: false });
  const formatted = formatTools(presentation, { format, model });
  output.document(forPrograms(formatted));
  if (output.json) return 0;
  await output.line(formatted.tools);
  for (const { tool, text } of formatted.notes) output.note(`${tool}: ${text}`);
  for (const { tool, reason } of formatted.quarantined) output.note(`${tool} is left out: ${reason}`);
  if (model !== '' && !isModelOf({ format, model }))
    output.note(`${model} is no model known of ${format}: it gets what all models of this format take.`);
  if (formatted.listing !== '') output.note(`For the system prompt:\n${formatted.listing}`);
  return 0;
}

function forPrograms({ names, ...rest }: FormattedTools): object {
  const told = [...names].map(([wire, { tool, arguments: renamed }]) => [
    wire,
    { tool, arguments: Object.fromEntries(renamed) },
  ]);
  return { ...rest, names: Object.fromEntries(told) };
}
