// The server whose tools, prompts and resources the scenarios of @modelcontextprotocol/conformance ask for, on stdio in both eras. It stands
// behind Gatehouse, so that what the scenarios look at is what Gatehouse hands on.
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  ProtocolError,
  Server,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { prompts, promptOf } from './conformance/prompts.ts';
import { resources, resourceOf, templates } from './conformance/resources.ts';
import { jsonSchemaTool } from './conformance/json-schema-tool.ts';

type Answer = CallToolResult | InputRequiredResult;
type Run = (args: Readonly<Record<string, unknown>>, context: ServerContext) => Answer | Promise<Answer>;

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==';
const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});

/** A question for a form with one text. */
const form = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  });
const sample = (words: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens: 100 });

const key = randomBytes(32);
const sealed = (state: string) => `${state}.${createHmac('sha256', key).update(state).digest('hex')}`;
const isSealed = (state: string) => state === sealed(state.slice(0, state.lastIndexOf('.')));

/** What was answered to a question of this name, as it came. */
function answered({ mcpReq }: ServerContext, name: string): Readonly<Record<string, unknown>> | null {
  const response: unknown = mcpReq.inputResponses?.[name];
  return typeof response === 'object' && response !== null ? { ...response } : null;
}

const done = (words: string): CallToolResult => ({ content: [text(words)] });

/** Asks for one thing and says what came back. */
function asking(
  name: string,
  question: (args: Readonly<Record<string, unknown>>) => Parameters<typeof inputRequired>[0],
): Run {
  return (args, context) => {
    const answer = answered(context, name);
    const isGiven = answer !== null && answer['action'] !== 'accept' ? true : answer?.['content'] !== undefined;
    return isGiven ? done(`Answered: ${JSON.stringify(answer)}`) : inputRequired(question(args));
  };
}

const elicitation = asking('user_name', () => ({ inputRequests: { user_name: form('What is your name?', 'name') } }));

const tools: Readonly<Record<string, Run>> = {
  test_simple_text: () => done('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  async test_tool_with_logging(_args, { mcpReq }) {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', words);
      await pause(50);
    }
    return done('Three lines were logged.');
  },
  async test_tool_with_progress(_args, { mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      await pause(50);
    }
    return done('All of it is done.');
  },
  test_sampling: asking('model', ({ prompt }) => ({ inputRequests: { model: sample(String(prompt)) } })),
  test_elicitation: asking('person', ({ message }) => ({
    inputRequests: {
      person: inputRequired.elicit({
        message: String(message),
        requestedSchema: {
          type: 'object',
          properties: { username: { type: 'string' }, email: { type: 'string' } },
          required: ['username', 'email'],
        },
      }),
    },
  })),
  test_elicitation_sep1034_defaults: asking('person', () => ({
    inputRequests: {
      person: inputRequired.elicit({
        message: 'Please look at these defaults.',
        requestedSchema: {
          type: 'object',
          properties: {
            name: { type: 'string', default: 'John Doe' },
            age: { type: 'integer', default: 30 },
            score: { type: 'number', default: 95.5 },
            status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
            verified: { type: 'boolean', default: true },
          },
        },
      }),
    },
  })),
  test_elicitation_sep1330_enums: asking('person', () => ({
    inputRequests: {
      person: inputRequired.elicit({
        message: 'Please choose.',
        requestedSchema: {
          type: 'object',
          properties: {
            untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
            titledSingle: {
              type: 'string',
              oneOf: [
                { const: 'value1', title: 'First Option' },
                { const: 'value2', title: 'Second Option' },
                { const: 'value3', title: 'Third Option' },
              ],
            },
            legacyEnum: {
              type: 'string',
              enum: ['opt1', 'opt2', 'opt3'],
              enumNames: ['Option One', 'Option Two', 'Option Three'],
            },
            untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
            titledMulti: {
              type: 'array',
              items: {
                anyOf: [
                  { const: 'value1', title: 'First Choice' },
                  { const: 'value2', title: 'Second Choice' },
                  { const: 'value3', title: 'Third Choice' },
                ],
              },
            },
          },
        },
      }),
    },
  })),
  test_input_required_result_elicitation: elicitation,
  test_streaming_elicitation: elicitation,
  test_input_required_result_sampling: asking('capital_question', () => ({
    inputRequests: { capital_question: sample('What is the capital of France?') },
  })),
  test_input_required_result_list_roots: asking('client_roots', () => ({
    inputRequests: { client_roots: inputRequired.listRoots() },
  })),
  test_input_required_result_request_state: (_args, context) =>
    answered(context, 'confirm') === null
      ? inputRequired({ inputRequests: { confirm: form('Please confirm', 'ok') }, requestState: sealed('confirm') })
      : done(`state-ok ${checkedState(context)}`),
  test_input_required_result_tampered_state: (_args, context) =>
    context.mcpReq.requestState() === undefined
      ? inputRequired({ inputRequests: { confirm: form('Please confirm', 'ok') }, requestState: sealed('tampered') })
      : done(`state-ok ${checkedState(context)}`),
  test_input_required_result_multiple_inputs: (_args, context) =>
    ['user_name', 'greeting', 'client_roots'].every((name) => answered(context, name) !== null)
      ? done(`All is there: ${checkedState(context)}`)
      : inputRequired({
          inputRequests: {
            user_name: form('What is your name?', 'name'),
            greeting: sample('Generate a greeting'),
            client_roots: inputRequired.listRoots(),
          },
          requestState: sealed('many'),
        }),
  test_input_required_result_multi_round(_args, context) {
    const round = context.mcpReq.requestState() === undefined ? 1 : Number(checkedState(context)) + 1;
    if (round > 2) return done('Both questions are answered.');
    const questions = [
      form('Step 1: What is your name?', 'name'),
      form('Step 2: What is your favorite color?', 'color'),
    ];
    return inputRequired({
      inputRequests: { [`step${round}`]: questions[round - 1] ?? form('?', 'x') },
      requestState: sealed(String(round)),
    });
  },
  test_input_required_result_capabilities(_args, context) {
    if (answered(context, 'model') !== null || answered(context, 'person') !== null) return done('Answered.');
    const envelope: Readonly<Record<string, unknown>> = { ...context.mcpReq.envelope };
    const can: Readonly<Record<string, unknown>> = { ...Object(envelope[CLIENT_CAPABILITIES_META_KEY]) };
    return inputRequired({
      inputRequests: {
        ...(can['sampling'] === undefined ? {} : { model: sample('Say something.') }),
        ...(can['elicitation'] === undefined ? {} : { person: form('Who are you?', 'name') }),
      },
      requestState: sealed('capabilities'),
    });
  },
  json_schema_2020_12_tool: () => done('Fits.'),
  test_logging_tool: async (_args, { mcpReq }) => {
    await mcpReq.log('info', 'A line for whoever asked for lines.');
    return done('One line was logged.');
  },
};

/** The state without its seal; an error of the protocol where somebody else wrote it. */
function checkedState({ mcpReq }: ServerContext): string {
  const state = mcpReq.requestState();
  if (typeof state !== 'string' || !isSealed(state)) throw new ProtocolError(-32602, 'The request state is not ours.');
  return state.slice(0, state.lastIndexOf('.'));
}

const textArguments: Readonly<Record<string, string>> = { test_sampling: 'prompt', test_elicitation: 'message' };

function listed(name: string) {
  if (name === jsonSchemaTool.name) return jsonSchemaTool;
  const argument = textArguments[name];
  const properties = argument === undefined ? {} : { [argument]: { type: 'string' } };
  const required = argument === undefined ? [] : [argument];
  return {
    name,
    description: `Does what ${name} says.`,
    inputSchema: { type: 'object' as const, properties, required },
  };
}

serveStdio(() => {
  const server = new Server(
    { name: 'conformance-fixture', version: '1' },
    { capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} } },
  );
  server.setRequestHandler('tools/list', () => ({ tools: Object.keys(tools).map(listed) }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const run = tools[params.name];
    if (run === undefined) throw new ProtocolError(-32602, `Unknown tool: ${params.name}`);
    return run(params.arguments ?? {}, context);
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: [...prompts] }));
  server.setRequestHandler('prompts/get', ({ params }, context) => promptOf(params, answered(context, 'user_context')));
  server.setRequestHandler('resources/list', () => ({ resources: [...resources] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...templates] }));
  server.setRequestHandler('resources/read', ({ params }) => resourceOf(params.uri));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('completion/complete', () => ({ completion: { values: ['paris', 'park', 'party'] } }));
  return server;
});
