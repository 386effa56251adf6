// The tools of an OpenAI Chat Completions request, which many other servers speak too.
import type { FormattedTools, ToolPresentation } from '../../contract/index.ts';
import { prepareTools } from '../tools/prepare-tools.ts';
import { openaiRules } from './rules.ts';

export function formatChatTools(presentation: ToolPresentation, model: string): FormattedTools {
  const { definitions, ...prepared } = prepareTools(presentation, { ...openaiRules(model), searchesItself: false });
  return {
    format: 'openai-chat',
    ...prepared,
    // Without `strict`, which means not strict here, and which other servers may not know.
    tools: definitions.map(({ name, description, schema }) => ({
      type: 'function',
      function: { name, ...(description === '' ? {} : { description }), parameters: schema },
    })),
    listing: presentation.listing,
  };
}
