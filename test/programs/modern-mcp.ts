// An MCP server of the newer era on stdio, on the SDK: what it says and asks while a call runs.
import { CLIENT_CAPABILITIES_META_KEY, inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'modern', version: '1' }, { capabilities: { logging: {} } });
  server.registerTool(
    'steps',
    { description: 'Takes three steps.', inputSchema: z.object({}) },
    async (_args, context) => {
      const { _meta: meta, notify, log } = context.mcpReq;
      for (let progress = 1; progress <= 3; progress += 1) {
        const progressToken = meta?.progressToken;
        if (progressToken !== undefined)
          await notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 3, message: `step ${progress}` },
          });
        await log('info', `line ${progress}`, 'script');
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
      return { content: [{ type: 'text', text: 'three steps' }] };
    },
  );
  server.registerTool(
    'ask',
    { description: 'Asks twice, and tells what it was answered.', inputSchema: z.object({}) },
    async (_args, context) => {
      const { inputResponses } = context.mcpReq;
      const state = context.mcpReq.requestState<string>() ?? '';
      const answered = ['first', 'second']
        .map((key) => inputResponse(inputResponses, key))
        .find(({ kind }) => kind === 'elicit');
      const so = answered === undefined ? state : `${state}|${JSON.stringify(answered)}`;
      const round = so.split('|').length;
      if (round > 2) return { content: [{ type: 'text', text: so }] };
      const question = inputRequired.elicit({
        message: `Question ${round}?`,
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      });
      return inputRequired({
        inputRequests: { [round === 1 ? 'first' : 'second']: question },
        requestState: so === '' ? '-' : so,
      });
    },
  );
  server.registerTool(
    'sample',
    { description: 'Asks for a completion, where it may.', inputSchema: z.object({}) },
    (_args, { mcpReq }) => {
      const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
      const can = JSON.stringify(envelope[CLIENT_CAPABILITIES_META_KEY]);
      const told: unknown = mcpReq.inputResponses?.['model'];
      if (told !== undefined || !can.includes('"sampling"'))
        return { content: [{ type: 'text', text: `${can} ${JSON.stringify(told)}` }] };
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Sum it up.' } }];
      return inputRequired({ inputRequests: { model: inputRequired.createMessage({ messages, maxTokens: 50 }) } });
    },
  );
  server.registerTool('roots', { description: 'Tells the roots.', inputSchema: z.object({}) }, (_args, context) => {
    const { inputResponses } = context.mcpReq;
    const told = inputResponse(inputResponses, 'roots');
    return told.kind === 'roots'
      ? { content: [{ type: 'text', text: JSON.stringify(told) }] }
      : inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
  });
  server.registerPrompt('who', { description: 'Asks whom it is for.' }, (context) => {
    const told = inputResponse(context.mcpReq.inputResponses, 'who');
    return told.kind === 'elicit'
      ? { messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(told) } }] }
      : askWho();
  });
  server.registerResource('who', 'item://who', {}, (uri, context) => {
    const told = inputResponse(context.mcpReq.inputResponses, 'who');
    return told.kind === 'elicit' ? { contents: [{ uri: uri.href, text: JSON.stringify(told) }] } : askWho();
  });
  return server;
});

function askWho() {
  const requestedSchema = {
    type: 'object' as const,
    properties: { name: { type: 'string' as const } },
    required: ['name'],
  };
  return inputRequired({ inputRequests: { who: inputRequired.elicit({ message: 'Who?', requestedSchema }) } });
}
