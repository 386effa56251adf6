// The commands about MCP servers.
import { frozen, type CommandGroup } from '../../../command-spec.ts';

const verbose = ['--verbose', 'tell all that is known of each'] as const;

export const servers: CommandGroup = {
  group: 'mcp-servers',
  summary: 'MCP servers whose tools are tools here',
  commands: [
    {
      usage: 'list',
      summary: 'what is configured and how it stands; starts nothing',
      options: [frozen, verbose],
      load: async () => (await import('./servers.ts')).listServers,
    },
    {
      usage: 'accept <name>',
      summary: 'show what a server runs; with --start what it says of its tools; with --as accept exactly that',
      options: [
        ['--start', 'start it, or ask it, for the first time'],
        ['--as <digest>', 'accept what was shown under this digest'],
        ['--locked', 'start it and accept it where all is as gatehouse.lock says, and nothing else'],
      ],
      load: async () => (await import('./servers.ts')).acceptServer,
    },
    {
      usage: 'import [target...]',
      summary:
        'show which servers of your MCP clients (all, or those clients or files) would be moved behind Gatehouse',
      options: [
        ['--move', 'move them; a copy is kept of each file'],
        ['--keep-values', 'leave credentials in the text of the configuration instead of storing them as secrets'],
        ['--undo', 'bring the files back that were changed last'],
      ],
      load: async () => (await import('./import-servers.ts')).importServers,
    },
    {
      usage: 'add <name> [command...]',
      summary: 'write a server into your own configuration: -- COMMAND ARGUMENTS, or --url; starts nothing',
      options: [
        ['--url <url>', 'the address of a server on streamable HTTP'],
        ['--header <line>', 'a header of every request, such as "Authorization: Bearer {secret NAME}"', 'repeatable'],
        [
          '--env <name=value>',
          'a variable of the program; {secret NAME} and {env NAME} stand for their values',
          'repeatable',
        ],
        ['--pass-env <name>', 'a variable that the program is given as it is here', 'repeatable'],
        ['--cwd <folder>', 'the folder the program runs in (default: your own)'],
      ],
      load: async () => (await import('./change-servers.ts')).addServer,
    },
    {
      usage: 'remove <name>',
      summary: 'take a server out of your own configuration',
      load: async () => (await import('./change-servers.ts')).removeServer,
    },
    {
      usage: 'test <name>',
      summary: 'connect a server and say how it stands; one that was not accepted with --start alone',
      options: [['--start', 'start it, or ask it, though it was not accepted yet']],
      load: async () => (await import('./test-server.ts')).testServer,
    },
    {
      usage: 'lock',
      summary: 'write what is accepted into gatehouse.lock, to be committed',
      load: async () => (await import('./lock.ts')).lockServers,
    },
    {
      usage: 'login <name>',
      summary: 'log in to a server over HTTP: shows the page, and opens it when you press Enter',
      options: [
        ['--no-browser', 'open no browser: only show the page'],
        ['--paste', 'wait for the address that the browser ends at, for a browser on another machine'],
      ],
      load: async () => (await import('./login.ts')).login,
    },
    {
      usage: 'logout <name>',
      summary: 'forget a login, and revoke it where it was given',
      load: async () => (await import('./login.ts')).logout,
    },
    {
      usage: 'refresh',
      summary: 'connect the accepted ones anew',
      options: [verbose],
      load: async () => (await import('./servers.ts')).refreshServers,
    },
  ],
};
