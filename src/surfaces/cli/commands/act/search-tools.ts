// gatehouse tools search: the tools that fit a task, as a model finds them.
import { CapabilityError, type FoundTools } from '../../../../contract/index.ts';
import { counted } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';
import { layoutParagraph } from '../../render/fields.ts';
import { renderReasons } from '../../render/tools/reasons-of-search.ts';
import { renderTools } from '../../render/tools/tools.ts';

interface SearchOptions {
  readonly limit?: string;
  readonly explain?: boolean;
  readonly all?: boolean;
}

export const searchTools: Action<SearchOptions> = async ({ listing, caller, output, command }, words, options) => {
  const query = words.join(' ');
  if (query.trim() === '')
    throw new CapabilityError('malformed_request', 'Say what the tool should do, in plain words.');
  const explain = options.explain === true;
  const limit = options.limit === undefined ? {} : { limit: toLimit(options.limit) };
  const found = await (
    await listing()
  ).searchTools({ ...caller, seesHidden: options.all === true }, query, { explain, ...limit });
  output.document(found);
  output.say(
    found.tools.length === 0
      ? layoutParagraph(nothing(found, command), output.width)
      : explain
        ? renderReasons(found.tools, output.width)
        : renderTools(found.tools, { width: output.width, command }),
  );
  return 0;
};

function nothing({ nearest, total, sources }: FoundTools, command: string): string {
  const near = nearest.length === 0 ? '' : ` Names spelled alike: ${nearest.join(', ')}.`;
  const there = sources.map(({ source, tools }) => `${source} (${tools})`).join(', ');
  const most = there === '' ? '' : `, most from ${there}`;
  return `No tool fits.${near} There are ${counted(total, 'tool')}${most}: ${command} tools lists them.`;
}

function toLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= 20) return limit;
  throw new CapabilityError(
    'malformed_request',
    `--limit takes a whole number from 1 to 20, not ${JSON.stringify(text)}.`,
  );
}
