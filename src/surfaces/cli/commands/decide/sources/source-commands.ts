// The commands about sources: programs and descriptions that become tools.
import type { CommandGroup } from '../../../command-spec.ts';

export const sources: CommandGroup = {
  group: 'source',
  summary: 'programs and descriptions whose commands are tools here',
  commands: [
    {
      usage: 'list',
      summary: 'what is configured and how it stands; starts nothing',
      load: async () => (await import('./sources.ts')).listSources,
    },
    {
      usage: 'show <name>',
      summary: 'one source, whole: its tools, what asks, what was left out and what is not sure',
      load: async () => (await import('./sources.ts')).showSource,
    },
    {
      usage: 'add <kind> <path>',
      summary:
        'show the tools that a program (kind cli), a tools file (http) or an OpenAPI document (openapi, a file or an address) would bring; with --yes write it into your own configuration',
      options: [
        ['--name <name>', 'what the source is called (default: the name of the program)'],
        ['--as <kind>', 'what describes its commands: fisk, oclif, fig, usage, cobra or help'],
        ['--spec <file>', 'the file or package folder that describes it, such as a Fig spec'],
        ['--sandbox <setting>', 'on: inside the sandbox; off: as you run it yourself (default)'],
        ['--server <url>', 'where the operations of an OpenAPI document are (default: as it says)'],
        ['--yes', 'write it without asking'],
      ],
      load: async () => (await import('./add-source.ts')).addSource,
    },
    {
      usage: 'remove <name>',
      summary: 'take a source out of your own configuration',
      load: async () => (await import('./sources.ts')).removeSource,
    },
    {
      usage: 'refresh [name]',
      summary: 'read one anew, or all: programs are asked again what their commands are',
      load: async () => (await import('./sources.ts')).refreshSources,
    },
  ],
};
