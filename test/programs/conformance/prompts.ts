// Prompts of the fixture for the conformance scenarios.
import {
  inputRequired,
  ProtocolError,
  type GetPromptResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const argument = (name: string) => ({ name, description: `The argument ${name}.`, required: true });

export const prompts = [
  { name: 'test_simple_prompt', description: 'A simple prompt.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'With arguments.',
    arguments: [argument('arg1'), argument('arg2')],
  },
  { name: 'test_prompt_with_embedded_resource', description: 'With a resource.', arguments: [argument('resourceUri')] },
  { name: 'test_prompt_with_image', description: 'With an image.' },
  { name: 'test_input_required_result_prompt', description: 'Asks back.' },
];

interface Asked {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, string>> | undefined;
}

const said = (words: string) => ({ role: 'user' as const, content: { type: 'text' as const, text: words } });

export function promptOf(
  { name, arguments: args = {} }: Asked,
  context: Readonly<Record<string, unknown>> | null,
): GetPromptResult | InputRequiredResult {
  switch (name) {
    case 'test_simple_prompt':
      return { messages: [said('This is a simple prompt for testing.')] };
    case 'test_prompt_with_arguments':
      return { messages: [said(`Prompt with arguments: arg1='${args['arg1']}', arg2='${args['arg2']}'`)] };
    case 'test_prompt_with_embedded_resource':
      return {
        messages: [
          {
            role: 'user',
            content: {
              type: 'resource',
              resource: {
                uri: args['resourceUri'] ?? '',
                mimeType: 'text/plain',
                text: 'Embedded resource content for testing.',
              },
            },
          },
          said('Please process the embedded resource above.'),
        ],
      };
    case 'test_prompt_with_image':
      return {
        messages: [
          { role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } },
          said('Please analyze the image above.'),
        ],
      };
    case 'test_input_required_result_prompt':
      return context === null ? askForContext() : { messages: [said(`In the context of ${JSON.stringify(context)}`)] };
    default:
      throw new ProtocolError(-32602, `Unknown prompt: ${name}`);
  }
}

function askForContext(): InputRequiredResult {
  const requestedSchema = {
    type: 'object' as const,
    properties: { context: { type: 'string' as const } },
    required: ['context'],
  };
  const question = inputRequired.elicit({ message: 'What context should the prompt use?', requestedSchema });
  return inputRequired({ inputRequests: { user_context: question } });
}
