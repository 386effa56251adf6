// Commands of the deciding authority: approvals, policy, grants, sessions, tokens, secrets, MCP servers, sources, trust.
import type { CommandGroup, CommandSpec } from '../../command-spec.ts';
import { servers } from './servers/server-commands.ts';
import { sources } from './sources/source-commands.ts';

const approvals: CommandGroup = {
  group: 'approvals',
  summary: 'requests that wait for an answer',
  commands: [
    {
      usage: 'list',
      summary: 'what waits',
      options: [['--all', 'answered and ended ones too']],
      load: async () => (await import('./approvals.ts')).listApprovals,
    },
    {
      usage: 'show <id>',
      summary: 'one request, whole',
      load: async () => (await import('./approvals.ts')).showApproval,
    },
    {
      usage: 'approve <id>',
      summary: 'approve; waits for the execution and prints what came of it',
      options: [
        ['--session', 'and allow the same for its session for a while'],
        ['--minutes <n>', 'how long --session lasts (default 30)'],
        ['--edit <json>', 'approve with these arguments instead; - reads them from stdin'],
      ],
      load: async () => (await import('./approve.ts')).approve,
    },
    {
      usage: 'deny <id>',
      summary: 'say no',
      options: [['--note <text>', 'why; the caller is told']],
      load: async () => (await import('./approvals.ts')).deny,
    },
    {
      usage: 'answer <id>',
      summary: 'answer what a running call asks its user; without an answer it shows the question',
      options: [
        ['--field <name=value>', 'one field of its form; for a page opened=yes', 'repeatable'],
        ['--decline', 'say no to it'],
        ['--cancel', 'give no answer'],
      ],
      load: async () => (await import('./questions.ts')).answerQuestion,
    },
    {
      usage: 'withdraw <id>',
      summary: 'take a request back',
      load: async () => (await import('./approvals.ts')).withdraw,
    },
  ],
};

const policy: CommandGroup = {
  group: 'policy',
  summary: 'rules, and why a call is decided as it is',
  commands: [
    {
      usage: 'matrix',
      summary: 'per agent and tool: what a call may meet now',
      options: [
        ['--tool <name>', 'one tool, with the reasons'],
        ['--agent <name>', 'one agent'],
      ],
      load: async () => (await import('./matrix.ts')).showMatrix,
    },
    { usage: 'rules', summary: 'the rules in force', load: async () => (await import('./rules.ts')).listRules },
    {
      usage: 'add <effect>',
      summary: 'add a rule: allow, ask or deny',
      options: [
        ['--tool <name>', 'the tool it speaks of; all without'],
        ['--agent <name>', 'the agent it speaks of; all without'],
        ['--target <glob>', 'the target it speaks of, such as src/** or https://example.com/**'],
        ['--action <action>', 'the action it speaks of, such as read, write, get, run'],
        ['--window <from-to>', 'daily hours it holds in, such as 09:00-17:00'],
        ['--zone <zone>', 'the time zone of the window (default: the one of this machine)'],
        ['--note <text>', 'your reason; shown where the rule decides'],
        ['--broad', 'allow every tool: needed for allow without --tool'],
      ],
      load: async () => (await import('./rules.ts')).addRule,
    },
    {
      usage: 'remove <id>',
      summary: 'remove a stored rule',
      load: async () => (await import('./rules.ts')).removeRule,
    },
    {
      usage: 'why <name> [json]',
      summary: 'why a call would be decided as it would: the decision itself, nothing runs',
      options: [
        ['--arg <name=value>', 'one argument, read as its schema wants it; give one --arg for each', 'repeatable'],
        ['--unattended', 'as if nobody were there'],
      ],
      load: async () => (await import('./why.ts')).explainCall,
    },
  ],
};

const grants: CommandGroup = {
  group: 'grants',
  summary: 'what was allowed for a session',
  commands: [
    { usage: 'list', summary: 'live grants', load: async () => (await import('./grants.ts')).listGrants },
    { usage: 'revoke <id>', summary: 'end a grant now', load: async () => (await import('./grants.ts')).revokeGrant },
  ],
};

const roots: CommandGroup = {
  group: 'roots',
  summary: 'directories that were opened on request',
  commands: [
    {
      usage: 'list',
      summary: 'what was opened, for which workspace',
      load: async () => (await import('./roots.ts')).listRoots,
    },
    { usage: 'remove <id>', summary: 'close one now', load: async () => (await import('./roots.ts')).removeRoot },
  ],
};

const sessions: CommandGroup = {
  group: 'sessions',
  summary: 'sessions and their modes',
  commands: [
    {
      usage: 'list',
      summary: 'sessions with a mode of their own',
      load: async () => (await import('./sessions.ts')).listSessions,
    },
    {
      usage: 'mode <mode> [session]',
      summary: 'set the mode of a session: readonly, plan-only, full-auto (default: your own session here)',
      load: async () => (await import('./sessions.ts')).setMode,
    },
  ],
};

const tokens: CommandGroup = {
  group: 'tokens',
  summary: 'tokens of HTTP and MCP clients',
  commands: [
    {
      usage: 'list',
      summary: 'names and trust; never the tokens',
      load: async () => (await import('./credentials/tokens.ts')).listTokens,
    },
    {
      usage: 'create <name>',
      summary: 'a new token, shown once',
      options: [
        ['--trust <trust>', 'operator or guest (default guest)'],
        ['--read-only', 'only tools that read, for ever'],
        ['--profile <name>', 'what a profile of your configuration leaves, for ever'],
      ],
      load: async () => (await import('./credentials/tokens.ts')).createToken,
    },
    {
      usage: 'revoke <name>',
      summary: 'end a token now',
      load: async () => (await import('./credentials/tokens.ts')).revokeToken,
    },
  ],
};

const secrets: CommandGroup = {
  group: 'secrets',
  summary: 'values that tools use and nobody sees',
  commands: [
    {
      usage: 'list',
      summary: 'their names; never the values',
      load: async () => (await import('./credentials/secrets.ts')).listSecrets,
    },
    {
      usage: 'set <name>',
      summary: 'set a value: asked for at the terminal, not shown; else read from stdin',
      options: [['--stdin', 'read stdin to its end, also at a terminal: for values of several lines']],
      load: async () => (await import('./credentials/secrets.ts')).setSecret,
    },
    {
      usage: 'remove <name>',
      summary: 'forget a value',
      load: async () => (await import('./credentials/secrets.ts')).removeSecret,
    },
  ],
};

export const decideCommands: readonly (CommandGroup | CommandSpec)[] = [
  approvals,
  policy,
  grants,
  roots,
  sessions,
  tokens,
  secrets,
  servers,
  sources,
  {
    usage: 'trust [folder]',
    summary: 'let gatehouse.yaml and .mcp.json of a folder act',
    load: async () => (await import('./trust.ts')).trustFolder,
  },
];
