// Commands that run and look after Gatehouse: up, mcp, audit, doctor, init.
import { frozen, type CommandGroup, type CommandSpec } from '../../command-spec.ts';

const audit: CommandGroup = {
  group: 'audit',
  summary: 'the record of what happened',
  commands: [
    {
      usage: 'tail',
      summary: 'the newest events',
      options: [
        ['--limit <n>', 'how many (default 20)'],
        ['--follow', 'and those that come'],
        ['--kind <kind>', 'only events of one kind, such as policy_decision'],
        ['--tool <name>', 'only events about one tool'],
      ],
      load: async () => (await import('./audit-tail.ts')).tail,
    },
    {
      usage: 'show <id>',
      summary: 'all events of a call or an approval, with their values',
      load: async () => (await import('./audit-show.ts')).show,
    },
    {
      usage: 'verify',
      summary: 'check the chains, the values and the signatures',
      load: async () => (await import('./audit-verify.ts')).verify,
    },
    {
      usage: 'export',
      summary: 'all events as JSON lines, with the signed heads, to be verified elsewhere',
      options: [['--since <time>', 'from this time on, such as 2026-01-31 or 2026-01-31T10:00:00Z']],
      load: async () => (await import('./audit-export.ts')).exportEvents,
    },
    {
      usage: 'erase <event> <field...>',
      summary: 'erase values of an event (WRITER:SEQ); the chain still verifies, and the erasure is recorded',
      options: [['--reason <text>', 'why; recorded']],
      load: async () => (await import('./audit-erase.ts')).erase,
    },
  ],
};

export const operateCommands: readonly (CommandGroup | CommandSpec)[] = [
  audit,
  {
    usage: 'up',
    summary: 'the daemon: HTTP API and MCP endpoint on loopback, the owner’s socket',
    options: [['--port <port>', 'TCP port on 127.0.0.1 (default 7420; 0 takes a free one)'], frozen],
    load: async () => (await import('./up.ts')).up,
  },
  {
    usage: 'mcp',
    summary: 'an MCP server on stdin and stdout',
    options: [
      ['--read-only', 'offer and run only what reads'],
      frozen,
      ['--profile <name>', 'offer and run only what this profile of the configuration leaves'],
      [
        '--for <client>',
        'print what the configuration of this client is to say instead, such as claude-code or cursor',
      ],
      ['--write', 'with --for: write it into the file of the client, of which a copy is kept'],
    ],
    load: async () => (await import('./mcp.ts')).serveMcp,
  },
  {
    usage: 'doctor',
    summary: 'checks what Gatehouse stands on, and says what to do',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    usage: 'init',
    summary: 'write a commented gatehouse.yaml into this folder and trust it, or make one from an agent.yaml',
    options: [
      ['--from <file>', 'make it from this agent.yaml of Fisk AI, and say of each key what became of it'],
      ['--out <file>', 'with --from: where to write it (default: gatehouse.yaml here)'],
    ],
    load: async () => (await import('./init.ts')).init,
  },
];
