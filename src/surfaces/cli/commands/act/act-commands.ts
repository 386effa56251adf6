// Commands that use tools: tools, capabilities, info, call.
import { frozen, type CommandGroup, type CommandSpec } from '../../command-spec.ts';

const tools: CommandGroup = {
  group: 'tools',
  summary: 'what tools there are',
  commands: [
    {
      usage: 'list',
      summary: 'list the tools',
      options: [
        ['--trust <trust>', 'what an operator or a guest may see'],
        ['--class <class>', 'policy class: read_only, read_write, exec, network, external_api, gui_control'],
        ['--kind <kind>', 'builtin, mcp or skill'],
        ['--category <category>', 'such as file, web, system'],
        ['--source <source>', 'where tools come from, such as builtin'],
        ['--all', 'hidden tools too'],
        ['--cost', 'what they cost a model in every turn, in tokens, by source'],
        ['--format <format>', 'as a request carries them: anthropic, openai-chat, openai-responses, gemini'],
        ['--model <model>', 'with --format: the model that the request is for'],
        frozen,
      ],
      load: async () => (await import('./tools.ts')).listTools,
    },
    {
      usage: 'search <query...>',
      summary: 'the tools that fit a task, best first',
      options: [
        ['--limit <n>', 'how many at most: 1 to 20, 5 by default'],
        ['--explain', 'say of each tool what speaks for it'],
        ['--all', 'hidden tools too'],
        frozen,
      ],
      load: async () => (await import('./search-tools.ts')).searchTools,
    },
    {
      usage: 'forget [tool]',
      summary: 'end what searches learned from the calls they led to: all of it, or of one tool',
      load: async () => (await import('./forget-searches.ts')).forgetSearches,
    },
    {
      usage: 'describe <name>',
      summary: 'all about one tool; runs nothing',
      options: [frozen],
      load: async () => (await import('./tools.ts')).describeOne,
    },
  ],
};

export const actCommands: readonly (CommandGroup | CommandSpec)[] = [
  tools,
  {
    usage: 'capabilities [name]',
    summary: 'the report of what can be done here, or all about one tool',
    load: async () => (await import('./capabilities.ts')).showCapabilities,
  },
  {
    usage: 'info',
    summary: 'what is served here, what asks and why, and what is left out; calls and starts nothing',
    options: [frozen],
    load: async () => (await import('./info.ts')).showInfo,
  },
  {
    usage: 'call [name] [json]',
    summary: 'call a tool through the gate; [json] are its arguments, - reads them from stdin',
    options: [
      ['--arg <name=value>', 'one argument, read as its schema wants it; give one --arg for each', 'repeatable'],
      ['--collect <id>', 'collect the outcome of a request for approval instead of calling'],
      ['--unattended', 'nobody is there to be asked'],
      ['--simulate', 'judge as a rehearsal: nothing runs'],
      frozen,
    ],
    load: async () => (await import('./call.ts')).callTool,
  },
];
