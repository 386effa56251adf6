// One presentation, in the words of the provider that is asked.
import type { FormattedTools, ModelFormat, ToolPresentation } from '../contract/index.ts';
import { formatAnthropicTools } from './anthropic/format-tools.ts';
import { formatGeminiTools } from './gemini/format-tools.ts';
import { formatChatTools } from './openai/format-chat.ts';
import { formatResponsesTools } from './openai/format-responses.ts';

export interface FormatTarget {
  readonly format: ModelFormat;
  /** As the provider names it. A model that is not known is given what all of this format take. */
  readonly model: string;
}

const formatters: Readonly<Record<ModelFormat, (presentation: ToolPresentation, model: string) => FormattedTools>> = {
  anthropic: formatAnthropicTools,
  'openai-chat': formatChatTools,
  'openai-responses': formatResponsesTools,
  gemini: formatGeminiTools,
};

/** Never throws for a tool: what a provider cannot take is quarantined by itself. Changes nothing that it is given. */
export function formatTools(presentation: ToolPresentation, { format, model }: FormatTarget): FormattedTools {
  return formatters[format](presentation, model);
}
