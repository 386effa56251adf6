// What the owner's configuration file may say of a program whose commands are tools.
import { z } from 'zod';
import { named } from '../mcp-schema.ts';
import { argument, variable } from '../sandbox-schema.ts';
import { duration, list, section, text, words } from '../schema-parts.ts';

const selection = section({
  tools: list(text('a regular expression'), 'regular expressions')
    .optional()
    .describe('Regular expressions (RE2), found anywhere in the name of a tool.'),
  tags: list(z.string({ error: 'a tag' }).max(128, { error: 'a tag of up to 128 characters' }), 'tags')
    .optional()
    .describe('Tags, exactly; "" is that of a tool without tags.'),
});

export const cliKinds = ['fisk', 'oclif', 'fig', 'usage', 'cobra', 'help'] as const;

export const cliSource = section({
  kind: z.literal('cli', { error: 'cli' }).describe('The commands of a program are tools.'),
  command: z
    .union(
      [
        argument,
        list(argument, 'arguments, the program first')
          .min(1, { error: 'at least the program' })
          .max(64, { error: 'at most 64 arguments' }),
      ],
      { error: 'a program, or a list of a program and its first arguments' },
    )
    .describe('The program: a name, an absolute path or one below ~/; as a list with its first arguments.'),
  as: words(cliKinds).optional().describe('What describes its commands. Default: fisk, its own --fisk-introspect.'),
  spec: text('a path: absolute, or below ~/')
    .optional()
    .describe('The file or package folder that describes its commands, or a saved description; then it is not asked.'),
  prefix: z
    .string({ error: 'a prefix' })
    .regex(/^[A-Za-z0-9_-]{0,32}$/, { error: 'up to 32 letters, digits, "_" and "-"' })
    .optional()
    .describe('Stands with "_" before the names of its tools. Default: nothing.'),
  include: selection.optional().describe('Only these tools. Default: all.'),
  exclude: selection.optional().describe('None of these.'),
  globalFlags: list(text('the name of a flag'), 'names of flags')
    .optional()
    .describe('Flags of the program as a whole that every tool has. Default: those that are required.'),
  confirmTags: list(text('a tag'), 'tags').optional().describe('Tools with one of these tags ask in every mode.'),
  readOnly: selection
    .optional()
    .describe('Of these you say that they only read; a pattern has to fit the whole name. Default: none.'),
  sandbox: words(['on', 'off'])
    .optional()
    .describe('off: it runs as you do, outside the sandbox, with your files and your network. Default: off.'),
  hosts: list(text('a host name or an address'), 'hosts')
    .optional()
    .describe('Hosts, with their subdomains, that it may reach from the sandbox. Goes with sandbox: on.'),
  workingDir: text('a path: relative to the workspace, or absolute')
    .optional()
    .describe('Where it runs. Default: the workspace.'),
  timeout: duration('1s', '1h').optional().describe('When a call is ended. Default: 30s.'),
  timeouts: z
    .record(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'the name of a tool' }), duration('1s', '1h'), {
      error: 'a map of tool names to durations',
    })
    .optional()
    .describe('The same of single tools, by name.'),
  env: named('names of variables', /^[A-Za-z_][A-Za-z0-9_]{0,127}$/)
    .optional()
    .describe('Variables that it is given besides the clean environment.'),
  passEnv: list(variable, 'names of variables')
    .optional()
    .describe('Variables of the environment of Gatehouse that it is given too.'),
  disabled: z.boolean({ error: 'true or false' }).optional().describe('Its tools are not there. Default: false.'),
});

export type CliEntry = z.infer<typeof cliSource>;
export type SelectionEntry = z.infer<typeof selection>;
