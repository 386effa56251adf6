// An MCP server of the newer era on stdio, on the SDK: what it says and asks while a call runs.
import { McpServer } from '@modelcontextprotocol/server';
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
  return server;
});
