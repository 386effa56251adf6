// What the owner's configuration file may say of MCP servers.
import { z } from 'zod';
import { argument, secretName, variable } from './sandbox-schema.ts';
import { duration, list, section, text, words } from './schema-parts.ts';

const flag = z.boolean({ error: 'true or false' });
const prefix = text('what stands before the value, such as "Bearer "').optional();

export const namedValue = z.union(
  [
    argument,
    section({
      env: variable.describe('A variable of the environment of Gatehouse.'),
      prefix: prefix.describe('What stands before it, such as "Bearer ".'),
    }),
    section({
      secret: secretName.describe('A secret of yours: gatehouse secrets set NAME.'),
      prefix: prefix.describe('What stands before it, such as "Bearer ".'),
    }),
  ],
  { error: 'a text, or one of env: NAME and secret: NAME' },
);

export const named = (names: string, pattern: RegExp) =>
  z.record(z.string().regex(pattern, { error: names }), namedValue, { error: `a map of ${names} to values` });

/** Those that `read_only` would let guests call are not among them: a foreign tool never becomes theirs. */
const serverClasses = ['read_write', 'exec', 'network', 'external_api', 'gui_control'] as const;

const toolPattern = text('the name of a tool as the server calls it, where * stands for any letters');

const tool = section({
  rename: z
    .string({ error: 'a name' })
    .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'a name of letters, digits, "_" and "-"' })
    .optional()
    .describe('It is called mcp_SERVER_RENAME; its old name goes on leading to it.'),
  description: text('what a model is told of the tool').optional().describe('In place of what the server says of it.'),
  policyClass: words(serverClasses).optional().describe('In place of that of the server.'),
  hidden: flag.optional().describe('In place of that of the server.'),
  timeout: duration('1s', '1h').optional().describe('In place of that of the server.'),
  trustReadOnly: flag.optional().describe('In place of that of the server.'),
});

const oauth = section({
  clientId: text('a client id, or the address of a client id metadata document')
    .optional()
    .describe(
      'A client that you registered there, or the address of its metadata document. Default: registers itself.',
    ),
  clientSecret: section({ secret: secretName.describe('A secret of yours: gatehouse secrets set NAME.') })
    .optional()
    .describe('The secret of that client. It is sent to issuer and to nobody else.'),
  issuer: text('the address of an authorization server')
    .optional()
    .describe('The authorization server that alone may be used. Default: the one that the server names.'),
  scopes: list(text('a scope').regex(/^[!#-[\]-~]+$/, { error: 'a scope' }), 'scopes')
    .optional()
    .describe('Exactly these scopes are asked for. Default: those that the server names.'),
  redirectUri: text('a loopback address such as http://127.0.0.1:8765/callback')
    .optional()
    .describe('The loopback address that the client is registered with. Default: 127.0.0.1 with a free port.'),
});

const server = section({
  command: argument.optional().describe('The program of a server on stdio. It is run without a shell.'),
  args: list(argument, 'arguments').optional().describe('Its arguments.'),
  env: named('names of variables', /^[A-Za-z_][A-Za-z0-9_]{0,127}$/)
    .optional()
    .describe('Variables that the program is given besides the clean environment.'),
  passEnv: list(variable, 'names of variables')
    .optional()
    .describe('Variables of the environment of Gatehouse that the program is given too.'),
  cwd: text('a folder, such as /srv/files or ~/notes')
    .optional()
    .describe('The folder it runs in: an absolute path, or one below ~. Default: your own folder.'),
  url: text('the address of a server').optional().describe('The address of a server on streamable HTTP.'),
  headers: named('names of headers', /^[A-Za-z0-9-]{1,64}$/)
    .optional()
    .describe('Headers of every request to it.'),
  oauth: oauth.optional().describe('How to log in to it, where what it says itself is not enough.'),
  include: list(toolPattern, 'names of tools')
    .optional()
    .describe('Only these of its tools, by its own names; * stands for any letters.'),
  exclude: list(toolPattern, 'names of tools').optional().describe('None of these. Holds before include.'),
  timeout: duration('1s', '1h')
    .optional()
    .describe('How long a call may go on without an answer or a word of progress. Default: 60s.'),
  startTimeout: duration('1s', '10m').optional().describe('How long it may take to be ready. Default: 60s.'),
  policyClass: words(serverClasses)
    .optional()
    .describe('What a caller must be allowed to use them. Default: external_api.'),
  hidden: flag.optional().describe('Not listed; called by whoever knows the names. Default: false.'),
  trustReadOnly: flag
    .optional()
    .describe('Whether its word that a tool only reads is believed: such calls are not asked about. Default: false.'),
  disabled: flag.optional().describe('Neither started nor listed. Default: false.'),
  roots: z
    .union([flag, list(text('a folder'), 'folders')], { error: 'true (the workspace), false or a list of folders' })
    .optional()
    .describe('Folders that it is told of, which it is not held to: true is the workspace. Default: none.'),
  sampling: flag
    .optional()
    .describe(
      'Whether it may ask the client that called for completions of its model. A person is asked each time. Default: false.',
    ),
  tools: z
    .record(text('the name of a tool as the server calls it'), tool, { error: 'a map of names of tools to settings' })
    .optional()
    .describe('Settings of single tools, by its own names.'),
});

export const mcpSchema = section({
  servers: z
    .record(
      z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, { error: 'a name of up to 32 letters, digits, "_" and "-"' }),
      server,
      {
        error: 'a map of names to servers',
      },
    )
    .optional()
    .describe('Servers by name: their tools are called mcp_NAME_TOOL. None is started before you accepted it.'),
});

export type ServerEntry = z.infer<typeof server>;
export type ToolEntry = z.infer<typeof tool>;
export type NamedEntry = z.infer<typeof namedValue>;
