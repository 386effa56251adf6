// One presentation, in the words of the provider that is asked.
import {
  CapabilityError,
  modelFormats,
  type FormattedTools,
  type ModelFormat,
  type ToolPresentation,
} from '../contract/index.ts';
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

/** Throws `malformed_request` for what is no format; never for a tool: what a provider cannot take is quarantined by itself. Changes nothing that it is given. */
export function formatTools(presentation: ToolPresentation, { format, model }: FormatTarget): FormattedTools {
  // Programs without types exist.
  if (!modelFormats.includes(format))
    throw new CapabilityError(
      'malformed_request',
      `format is one of ${modelFormats.join(', ')}, not ${JSON.stringify(format)}.`,
    );
  return formatters[format](presentation, model);
}

const families: Readonly<Record<ModelFormat, RegExp>> = {
  anthropic: /^claude-/,
  'openai-chat': /^(?:gpt-|o\d|chatgpt-)/,
  'openai-responses': /^(?:gpt-|o\d|chatgpt-)/,
  gemini: /^gemini-/,
};

/** Whether the name is one of the provider's models; compatible servers have others, which get what all of the format take. */
export function isModelOf({ format, model }: FormatTarget): boolean {
  return families[format].test(model);
}
