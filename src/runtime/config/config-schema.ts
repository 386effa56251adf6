// What a configuration file may say: the one schema, from which the checks, the types and the published JSON Schema come.
import { z } from 'zod';
import { sessionModes } from '../../contract/index.ts';
import { profilesSchema } from './schema/profile-schema.ts';
import { mcpSchema } from './schema/mcp-schema.ts';
import { sandboxSchema, type SandboxFile } from './schema/sandbox-schema.ts';
import { sourcesSchema } from './schema/sources-schema.ts';
import { duration, list, section, text, toolName, wholeNumber, words } from './schema/schema-parts.ts';

const folder = text('a path: relative to the workspace, absolute, or below ~/');
const zone = text('a path or a glob such as src/** (relative ones start at the workspace)');
const host = text('a host name or an address');

/** Read by kernel/policy one by one, so that a rule that cannot be read does not take the others with it. */
const rule = z.unknown().meta({
  type: 'object',
  required: ['effect'],
  additionalProperties: false,
  properties: {
    effect: { enum: ['ALLOW', 'ASK', 'DENY', 'allow', 'ask', 'deny'] },
    agent: { type: 'string', description: 'The agent it speaks of; absent or * for all.' },
    scope: { type: 'string', description: 'The same as agent, written as global or agent:NAME.' },
    tool: { type: 'string', description: 'The name of one tool; absent or * for all.' },
    capability: { type: 'string', description: 'The same as tool.' },
    target: {
      type: 'string',
      description: 'A path, URL, host or command, or a glob such as src/**; absent or * for all.',
    },
    action: { type: 'string', description: 'What is done to the target: read, write, run … Absent or * for all.' },
    window: {
      type: 'object',
      description: 'Daily hours in which it holds, the end excluded; they may cross midnight.',
      required: ['from', 'to'],
      additionalProperties: false,
      properties: {
        from: { type: 'string', description: 'Such as "22:00".' },
        to: { type: 'string', description: 'Such as "06:00", up to "24:00".' },
        zone: { type: 'string', description: 'A time zone such as Europe/Berlin.' },
        tz: { type: 'string', description: 'The same as zone.' },
      },
    },
    note: { type: 'string', description: 'Your reason; it is shown when the rule refuses or asks.' },
  },
});

const workspace = section({
  readRoots: list(folder, 'paths')
    .optional()
    .describe('Where tools may read; what may be written may be read too. Replaces the default, the workspace.'),
  writeRoots: list(folder, 'paths').optional().describe('Where tools may write. Replaces the default, the workspace.'),
  guestRoots: list(folder, 'paths').optional().describe('Where guests may read. By default nowhere.'),
  zones: section({
    blocked: list(zone, 'paths and globs').optional().describe('Never written.'),
    silent: list(zone, 'paths and globs').optional().describe('Written without a question.'),
    prompt: list(zone, 'paths and globs').optional().describe('Asked about before each write, in every mode.'),
  })
    .optional()
    .describe('Parts of the write roots with a rule of their own. The strictest that covers a path holds.'),
  protected: list(folder, 'paths').optional().describe('More files and folders that no tool may read or write.'),
});

const net = section({
  internalOrigins: list(text('an origin such as http://127.0.0.1:8080'), 'origins')
    .optional()
    .describe('Exact origins that may be fetched although they are internal. Only in your own file.'),
  allowedHosts: list(host, 'hosts')
    .optional()
    .describe('Where not empty, the only hosts, with their subdomains, that are fetched. Only in your own file.'),
  blockedHosts: list(host, 'hosts').optional().describe('Hosts, with their subdomains, that are never fetched.'),
  proxy: text('direct, or the URL of a proxy')
    .optional()
    .describe('direct, or the forward proxy that connects, such as http://proxy.example:3128. Only in your own file.'),
});

const policy = section({
  rules: list(rule, 'rules')
    .optional()
    .describe('Standing rules. Those of both files hold; the most specific one that matches decides.'),
  confirmTags: list(text('a tag'), 'tags').optional().describe('Tools with one of these tags ask in every mode.'),
  unattended: words(['deny', 'queue'])
    .optional()
    .describe('What becomes of a question while nobody is there to answer.'),
  flow: words(['strict', 'relaxed', 'off'])
    .optional()
    .describe(
      'What is asked once a session has read what others wrote: strict (targets that stand in it, acts that last or leave, private data going out), relaxed (only the last), off.',
    ),
  expiry: duration('1m', '30d').optional().describe('How long a request for approval stays open.'),
});

const approvals = section({
  elicitation: list(text('a principal such as token:ci'), 'principals')
    .optional()
    .describe('Clients that may carry your answer to a question of theirs. Only in your own file.'),
  questionExpiry: duration('1s', '1d')
    .optional()
    .describe('How long a running call waits for the answer to a question of its server.'),
});

const builtins = z.union(
  [
    words(['all', 'none']),
    list(z.string({ error: 'the name of a tool' }).regex(toolName, { error: 'the name of a tool' }), 'tool names'),
  ],
  { error: 'all, none, or a list of names of built-in tools' },
);

const tools = section({
  builtins: builtins
    .optional()
    .describe(
      'Which built-in tools are there: all, none, or these. Of two files both have a say. Default: all, and none under --config.',
    ),
  disable: list(
    z.string({ error: 'the name of a tool' }).regex(toolName, { error: 'the name of a tool' }),
    'tool names',
  )
    .optional()
    .describe('Tools that are not there at all.'),
  timeouts: z
    .record(z.string().regex(toolName, { error: 'the name of a tool' }), duration('1s', '1h'), {
      error: 'a map of tool names to durations',
    })
    .optional()
    .describe('Time limits of single tools, such as shell: 2m.'),
  readPageLines: wholeNumber(10, 10_000).optional().describe('Lines of a page of file_read.'),
  resultChars: wholeNumber(1_000, 1_000_000)
    .optional()
    .describe('Characters of a result that are shown; the rest is kept and can be read.'),
});

const deferral = z.union(
  [
    z.boolean(),
    section({
      budget: wholeNumber(200, 100_000)
        .optional()
        .describe('About how many tokens a list of what is not shown may cost in every turn.'),
      learn: z
        .boolean({ error: 'true or false' })
        .optional()
        .describe(
          'Whether searches learn from the calls that they led to. Kept in your home, for each caller by itself.',
        ),
    }),
  ],
  { error: 'true, false, or a map with budget and learn' },
);

const audit = section({
  durability: words(['process', 'power'])
    .optional()
    .describe('What a record survives: the end of the process, or a power cut too (slower). Only in your own file.'),
  signEvery: wholeNumber(1, 100_000)
    .optional()
    .describe('Events between two signatures of the audit chain. Only in your own file.'),
});

/** One file, whichever: all keys are optional, and none is unknown. */
export const configFileSchema = section({
  mode: words(sessionModes).optional().describe('The mode of new sessions.'),
  workspace: workspace.optional().describe('Which files tools may touch.'),
  sandbox: sandboxSchema
    .optional()
    .describe('How programs are confined, what they are given, and which commands are tools.'),
  net: net.optional().describe('What may be fetched.'),
  mcp: mcpSchema.optional().describe('MCP servers whose tools are tools here. Only in your own file.'),
  sources: sourcesSchema
    .optional()
    .describe('Programs and descriptions that become tools, by name. Only in your own file.'),
  policy: policy.optional().describe('Who may do what.'),
  approvals: approvals.optional().describe('How questions are answered.'),
  tools: tools.optional().describe('The built-in tools.'),
  deferral: deferral
    .optional()
    .describe(
      'From ten tools on those of others are found by tool_search instead of being shown whole; false shows all.',
    ),
  profiles: profilesSchema.optional().describe('What clients are left of the tools, by name. Only in your own file.'),
  audit: audit.optional().describe('The audit trail.'),
});

/** What one file says. */
export type ConfigFile = z.infer<typeof configFileSchema>;

/** All that files can say, nothing left open. */
export type Settings = Omit<Complete<ConfigFile>, 'sandbox' | 'deferral' | 'mcp' | 'sources' | 'profiles'> & {
  /** The word alone says the same as a map with nothing but `setting`. */
  readonly sandbox: Complete<SandboxFile>;
  /** `true` says the same as a map with nothing in it. */
  readonly deferral: Deferral;
  readonly mcp: { readonly servers: Readonly<Record<string, never>> };
  readonly sources: Readonly<Record<string, never>>;
  readonly profiles: Readonly<Record<string, never>>;
};

export interface Deferral {
  readonly budget: number;
  readonly learn: boolean;
}

type Complete<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value extends object
    ? { readonly [Key in keyof Value]-?: Complete<Exclude<Value[Key], undefined>> }
    : Value;
