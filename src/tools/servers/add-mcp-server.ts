// Tool: writes an MCP server into the configuration, as the owner answered. It starts nothing: acceptance is the owner's next step.
import { z } from 'zod';
import { defineTool, type ToolResult } from '../../contract/index.ts';
import { project, serverName } from './server-name.ts';

const variable = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const text = z.string().max(4_000);

export const addMcpServer = defineTool({
  name: 'add_mcp_server',
  title: 'Add an MCP server',
  description:
    'Configure an MCP server (stdio or http). The owner is shown the whole command or URL each time, and accepts it before it is started.',
  mode: 'mcp_manage',
  category: 'system',
  risk: 'critical',
  effects: ['administrative', 'executes'],
  alwaysAsk: true,
  timeoutMs: 30_000,
  input: z.strictObject({
    name: serverName.describe('Its tools are called mcp_NAME_TOOL.'),
    transport: z.enum(['stdio', 'http']).describe('A program, or an address.'),
    command: text.min(1).optional().describe('stdio: the program.'),
    args: z.array(text).max(200).default([]).describe('stdio: its arguments.'),
    url: text
      .regex(/^https?:\/\//i, 'An http or https URL.')
      .optional()
      .describe('http: the address.'),
    env: z
      .record(z.string().regex(variable, 'The name of a variable.'), text)
      .default({})
      .describe('stdio: variables. A credential as {secret NAME} or {env NAME}.'),
    bearer_token_env: z
      .string()
      .regex(variable, 'The name of a variable.')
      .optional()
      .describe('http: variable of Gatehouse that holds the token.'),
    project,
  }),
  targets: [{ pointer: '/name', kind: 'name', action: 'add' }],
  needs: ['servers'],
  whenToUse: 'When the person asked for a server, or for tools that only a server has.',
  examples: [
    {
      description: 'A program from npm',
      arguments: {
        name: 'files',
        transport: 'stdio',
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem@2026.1.14', '/srv/files'],
      },
    },
    {
      description: 'An address with a token',
      arguments: {
        name: 'github',
        transport: 'http',
        url: 'https://api.githubcopilot.com/mcp/',
        bearer_token_env: 'GITHUB_TOKEN',
      },
    },
  ],
  failureModes: [
    'A credential that is written out, in env, args or url: refused. Name a secret or a variable.',
    'A name that is taken; stdio without command, http without url, or arguments of the other transport: refused, nobody is asked.',
    'project in a folder that is not trusted, or naming a secret: refused.',
    'Frozen (--frozen): refused.',
    'The owner says no, or does not answer in time.',
  ],
  async run({ name, command, url, bearer_token_env: bearer, ...rest }, context): Promise<ToolResult> {
    const wanted = { ...rest, name, command: command ?? null, url: url ?? null, bearerTokenEnv: bearer ?? null };
    const { file, secrets, isTaken } = await context.ports.servers.add(wanted);
    const next = [
      ...secrets.map((secret) => `gatehouse secrets set ${secret} (where it is not set yet)`),
      `gatehouse mcp-servers accept ${name} (shows what it runs; with --start its tools, with --as DIGEST accepts them)`,
    ];
    const lines = [
      `${name} is written into ${file}. Nothing of it was started, and it has no tools yet.`,
      ...(isTaken ? [] : ['It is not taken up here; the owner sees why with: gatehouse doctor']),
      'Only the owner can go on, at their terminal. Tell them to run:',
      ...next.map((step) => `  ${step}`),
    ];
    return {
      blocks: [{ type: 'text', text: lines.join('\n') }],
      structured: { name, file, taken_up: isTaken, owner_runs: next },
    };
  },
});
