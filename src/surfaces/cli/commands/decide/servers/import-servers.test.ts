// gatehouse mcp-servers import over the files of all clients: what is shown, what each file says after, and what comes back.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { scripted, toldBy } from '../../../../../../test/fixtures/server-world.ts';
import { startDaemonOf, type CommandLine, type RunOptions } from '../../../run-for-test.ts';
import { createUserHome, type UserHome } from './user-home-for-test.ts';

let at: CommandLine;
let user: string;
let config: string;
let put: UserHome['put'];

beforeEach(() => {
  ({ at, user, config, put } = createUserHome());
});

const run = (words: readonly string[], options: RunOptions = {}) =>
  at.run(['mcp-servers', 'import', ...words], { columns: 300, ...options });

function serversNow(): unknown {
  return parse(readFileSync(config, 'utf8')).mcp.servers;
}

const token = 'ghp_0123456789012345678901234567890123456789';

interface ClientCase {
  readonly client: string;
  readonly path: string;
  readonly text: string;
  readonly servers: unknown;
  readonly says?: readonly (string | RegExp)[];
  readonly env?: Readonly<Record<string, string>>;
}

const cases: readonly ClientCase[] = [
  {
    client: 'claude-desktop',
    path: '.config/Claude/claude_desktop_config.json',
    text: `{\r\n\t"globalShortcut": "Ctrl+Space",\r\n\t"mcpServers": {\r\n\t\t"filesystem": { "command": "npx", "args": ["-y", "fs@1", "/srv"] },\r\n\t\t"my github": { "command": "docker", "env": { "GITHUB_TOKEN": "${token}", "LEVEL": "info" } }\r\n\t}\r\n}`,
    servers: {
      filesystem: { command: 'npx', args: ['-y', 'fs@1', '/srv'] },
      'my-github': { command: 'docker', env: { GITHUB_TOKEN: { secret: 'GITHUB_TOKEN' }, LEVEL: 'info' } },
    },
    says: ['my github → my-github', 'GITHUB_TOKEN goes into the store of secrets as GITHUB_TOKEN'],
  },
  {
    client: 'claude-code',
    path: '.claude.json',
    text: JSON.stringify(
      {
        numStartups: 7,
        mcpServers: {
          web: {
            type: 'http',
            url: 'https://example.com/mcp',
            headers: { Authorization: 'Bearer ${TOKEN}' },
            oauth: {},
          },
        },
        projects: {
          '/work/a': {
            history: ['x'],
            mcpServers: {
              db: { type: 'stdio', command: 'db', args: ['${PORT:-5432}'], env: { URL: '${DB_URL:-none}' } },
            },
          },
          '/work/b': { mcpServers: { hard: { command: 'x', args: ['--key=${API_KEY}'] } } },
        },
      },
      null,
      2,
    ),
    servers: {
      web: { url: 'https://example.com/mcp', headers: { Authorization: { env: 'TOKEN', prefix: 'Bearer ' } } },
      db: { command: 'db', args: ['5432'], env: { URL: 'none' }, cwd: '/work/a' },
    },
    says: [
      'oauth is left out',
      'hard stays where it is: args[0] uses ${API_KEY}',
      'args[0]: ${PORT:-5432} is taken as it is now',
    ],
  },
  {
    client: 'cursor',
    path: '.cursor/mcp.json',
    text: '\ufeff{\n  // mine\n  "mcpServers": {\n    "a": { "command": "a", "args": ["${userHome}/x"], "env": { "K": "${env:K}", "T": "v${env:T}" }, },\n    "file": { "command": "b", "envFile": ".env" },\n    "here": { "command": "c", "args": ["${workspaceFolder}"] },\n  },\n}\n',
    servers: {
      a: {
        command: 'a',
        args: [expect.stringMatching(/^\/.*\/x$/)],
        env: { K: { env: 'K' }, T: { env: 'T', prefix: 'v' } },
      },
    },
    says: [
      'file stays where it is: envFile: its variables come from a file',
      'here stays where it is: args[0] uses ${workspaceFolder}',
    ],
  },
  {
    client: 'vscode',
    path: '.config/Code/User/mcp.json',
    text: '{\n\t"inputs": [{ "id": "api key", "type": "promptString", "password": true }],\n\t"servers": {\n\t\t"ask": { "type": "http", "url": "https://a.example/mcp", "headers": { "X-Key": "${input:api key}" } },\n\t\t"dev": { "type": "stdio", "command": "node", "dev": {}, "colour": "red" }\n\t}\n}\n',
    servers: {
      ask: { url: 'https://a.example/mcp', headers: { 'X-Key': { secret: 'api_key' } } },
      dev: { command: 'node' },
    },
    says: ['gatehouse secrets set api_key', 'colour is not known here and is left out'],
  },
  {
    client: 'vscode',
    path: '.config/Code/User/settings.json',
    text: '{ "editor.fontSize": 12, /* big */ "mcp": { "servers": { "old": { "command": "o" } } } }',
    servers: { old: { command: 'o' } },
  },
  {
    client: 'windsurf',
    path: '.codeium/windsurf/mcp_config.json',
    text: '{"mcpServers":{"w":{"serverUrl":"https://w.example/sse","disabled":true,"disabledTools":["rm"],"alwaysAllow":["ls"]}}}',
    servers: { w: { url: 'https://w.example/sse', disabled: true, exclude: ['rm'] } },
    says: ['w (disabled)', 'alwaysAllow is left out: what runs unasked is said by rules'],
  },
  {
    client: 'codex',
    path: '.codex/config.toml',
    text: '# mine\nmodel = "o5"\n\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs"]\nenv_vars = ["LANG"]\ncwd = "/srv"\nenabled = false\ntool_timeout_sec = 90\nenabled_tools = ["read"]\n\n[mcp_servers.docs.env]\nA = "b"\n\n[mcp_servers.net]\nurl = "https://n.example/mcp"\nbearer_token_env_var = "NET"\nhttp_headers = { X = "1" }\n\n[profiles.p]\nmodel = "x"\n',
    servers: {
      docs: {
        command: 'npx',
        args: ['-y', 'docs'],
        env: { A: 'b' },
        passEnv: ['LANG'],
        cwd: '/srv',
        disabled: true,
        timeout: '90s',
        include: ['read'],
      },
      net: { url: 'https://n.example/mcp', headers: { X: '1', Authorization: { env: 'NET', prefix: 'Bearer ' } } },
    },
  },
  {
    client: 'gemini-cli',
    path: '.gemini/settings.json',
    text: '{ "theme": "x", "mcpServers": { "g": { "httpUrl": "https://g.example/mcp", "headers": { "Auth": "$KEY" }, "timeout": 30000, "trust": true, "excludeTools": ["rm"] }, "s": { "command": "s", "args": ["$PLACE"] } } }',
    env: { PLACE: '/somewhere' },
    servers: {
      g: { url: 'https://g.example/mcp', headers: { Auth: { env: 'KEY' } }, timeout: '30s', exclude: ['rm'] },
      s: { command: 's', args: ['/somewhere'] },
    },
    says: ['trust is left out'],
  },
  {
    client: 'opencode',
    path: '.config/opencode/opencode.jsonc',
    text: '{\n  "$schema": "https://opencode.ai/config.json", // here\n  "mcp": {\n    "l": { "type": "local", "command": ["npx", "-y", "l"], "environment": { "K": "{env:K}" }, "enabled": true },\n    "r": { "type": "remote", "url": "https://r.example/mcp", "enabled": false },\n    "f": { "type": "local", "command": ["f"], "environment": { "K": "{file:~/.key}" } }\n  }\n}\n',
    servers: {
      l: { command: 'npx', args: ['-y', 'l'], env: { K: { env: 'K' } } },
      r: { url: 'https://r.example/mcp', disabled: true },
    },
    says: ['f stays where it is: env.K uses {file:~/.key}'],
  },
];

describe.skipIf(process.platform !== 'linux')('moving the servers of a client', () => {
  it.each(cases)(
    '$client ($path): shows, moves, and brings back',
    async ({ client, path, text, servers, says = [], env = {} }) => {
      const file = put(path, text);
      const shown = await run([client], { env });
      for (const part of says) expect(shown.stdout).toContain(part);
      expect(shown.stdout).toContain('Nothing was changed. To move');
      expect([readFileSync(file, 'utf8'), existsSync(config)]).toEqual([text, false]);
      const moved = await run([client, '--move'], { env });
      expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was started.') });
      expect(serversNow()).toEqual(servers);
      const after = readFileSync(file, 'utf8');
      expect(after).toContain('gatehouse.mjs');
      expect(after + readFileSync(config, 'utf8') + moved.stdout).not.toContain(token);
      const again = (await run([client], { env })).stdout;
      expect(again).toContain('There is nothing to move. Moved before: ');
      expect(again).toMatch(/^To take the last change of files back: gatehouse mcp-servers import --undo$/m);
      expect(again).not.toContain('no servers');
      const copies = readdirSync(join(at.home, 'backups')).filter((name) => !name.startsWith('changes'));
      for (const name of copies) expect(statSync(join(at.home, 'backups', name)).mode & 0o777).toBe(0o600);
      expect((await run(['--undo'])).stdout).toContain('Took back moving servers');
      expect([readFileSync(file, 'utf8'), existsSync(config)]).toEqual([text, false]);
      expect((await run(['--undo'])).code).toBe(2);
    },
  );

  it('moves all of them at once; equal servers become one, and others of the same name keep apart', async () => {
    for (const { path, text } of cases) put(path, text);
    put(
      '.cursor/mcp.json',
      '{"mcpServers":{"filesystem":{"command":"npx","args":["-y","fs@1","/srv"]},"web":{"command":"other"}}}',
    );
    const { stdout, code } = await run(['--move']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('it is the same as a server that is there already')]);
    expect(stdout).toContain('web → web-cursor');
    const names = Object.keys(Object(serversNow()));
    expect(new Set(names).size).toBe(names.length);
    // All but the one whose variable is not set.
    expect(names).toHaveLength(14);
    // VS Code has two files and needs one Gatehouse.
    const both = ['.config/Code/User/mcp.json', '.config/Code/User/settings.json'].map((path) =>
      readFileSync(join(user, path), 'utf8'),
    );
    expect(both.map((text) => text.includes('gatehouse'))).toEqual([true, false]);
    expect((await at.run(['secrets', 'list'])).stdout).toContain('GITHUB_TOKEN');
  });

  it('works from Claude Desktop to a call in four commands', async () => {
    const told = join(user, 'told');
    put(
      '.config/Claude/claude_desktop_config.json',
      JSON.stringify({ mcpServers: { plain: scripted('plain', told), b: scripted('plain'), c: scripted('plain') } }),
    );
    await run(['--move']);
    expect(toldBy(told)).toBe('');
    const review = await at.run(['mcp-servers', 'accept', 'plain', '--start']);
    const digest = /--as ([0-9a-f]{16})$/m.exec(review.stdout)?.[1] ?? '';
    await at.run(['mcp-servers', 'accept', 'plain', '--as', digest]);
    await at.run(['sessions', 'mode', 'full-auto']);
    expect((await at.run(['call', 'mcp_plain_echo', '--arg', 'text=hello'])).stdout).toContain('hello');
  });

  it('says which folder is worked in, and takes the one that is named where a client names none', async () => {
    const desktop = put('.config/Claude/claude_desktop_config.json', '{"mcpServers":{"d":{"command":"d"}}}');
    const cursor = put('.cursor/mcp.json', '{"mcpServers":{"c":{"command":"c"}}}');
    put('.codex/config.toml', '[mcp_servers.x]\ncommand = "x"\n');
    expect((await run([])).stdout).toContain(
      `Gatehouse works in ${at.workspace} for Claude Desktop; for another folder add --workspace DIR.`,
    );
    const folder = join(user, 'my projects');
    mkdirSync(folder);
    expect((await run(['--workspace', folder])).stdout).toContain(`import --move --workspace '${folder}'`);
    const { stdout } = await run(['--move', '--workspace', folder]);
    for (const words of [
      `Gatehouse works in ${folder} for Claude Desktop`,
      'Gatehouse works in the folder that is open in Cursor (${workspaceFolder}).',
      'Gatehouse works in the folder that Codex starts it in.',
    ])
      expect(stdout).toContain(words);
    expect(readFileSync(desktop, 'utf8')).toContain(JSON.stringify(folder));
    expect(readFileSync(cursor, 'utf8')).not.toContain(folder);
    const { value } = await at.json(['mcp-servers', 'import', 'cursor']);
    expect(value).toMatchObject({
      movedBefore: ['d', 'c', 'x'],
      files: [{ path: cursor, hasGatehouse: true, workspace: null }],
    });
    expect((await run(['cursor'])).stdout).toContain(`${cursor}\n  Gatehouse alone\n`);
  });

  it('is named where a server is asked for that nobody configured', async () => {
    const { stderr } = await at.run(['mcp-servers', 'accept', 'memory']);
    expect(stderr).toContain('What clients of yours have is shown, and moved in, by mcp-servers import.');
  });

  it('moves two hundred servers, and those of a daemon are there when it answers', async () => {
    await startDaemonOf(at, onTestFinished);
    const servers = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`s${n}`, { command: 'x', args: [String(n)] }]),
    );
    put('.cursor/mcp.json', JSON.stringify({ mcpServers: servers }, null, 2));
    expect((await run(['--move'])).code).toBe(0);
    const { value } = await at.json(['mcp-servers', 'list']);
    expect(value).toHaveLength(200);
  });

  it('takes a file of a project where it is named alone, and runs its servers there', async () => {
    const file = join(at.workspace, '.mcp.json');
    writeFileSync(file, '{"mcpServers":{"p":{"command":"p"}}}');
    expect((await run([])).stdout).not.toContain('.mcp.json');
    expect((await run(['.mcp.json', '--move'])).code).toBe(0);
    expect(serversNow()).toEqual({ p: { command: 'p', cwd: at.workspace } });
    expect(readFileSync(file, 'utf8')).toContain('"command": "gatehouse"');
  });

  it('leaves everything as it is where one file cannot be changed', async () => {
    put('.cursor/mcp.json', '{"mcpServers":{"a":{"command":"a","env":{"API_TOKEN":"abcdefghij"}}}}');
    const locked = put('.codeium/windsurf/mcp_config.json', '{"mcpServers":{"w":{"command":"w"}}}');
    chmodSync(locked, 0o444);
    const { code, stderr } = await run(['--move']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('read-only')]);
    expect(readFileSync(join(user, '.cursor/mcp.json'), 'utf8')).not.toContain('gatehouse');
    expect(existsSync(config)).toBe(false);
    expect((await at.run(['secrets', 'list'])).stdout).toContain('No secrets');
  });

  it('names the file and the line of what cannot be read, and moves the others', async () => {
    const broken = put('.cursor/mcp.json', '{\n  "mcpServers": {\n    oops\n  }\n}');
    put('.codeium/windsurf/mcp_config.json', '{"mcpServers":{"w":{"command":"w"}}}');
    const { code, stdout } = await run(['--move']);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`${broken}:3:5: This cannot be read`)]);
    expect(serversNow()).toEqual({ w: { command: 'w' } });
  });

  it('writes through a link, also what it brings back', async () => {
    const real = put('dotfiles/cursor.json', '{"mcpServers":{"a":{"command":"a"}}}');
    mkdirSync(join(user, '.cursor'));
    symlinkSync(real, join(user, '.cursor/mcp.json'));
    await run(['--move']);
    expect(lstatSync(join(user, '.cursor/mcp.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('gatehouse');
    expect((await run(['--undo'])).code).toBe(0);
    expect(lstatSync(join(user, '.cursor/mcp.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).not.toContain('gatehouse');
  });

  it.each([
    [['emacs'], 'No client is called "emacs". Known: '],
    [['claude'], 'Did you mean claude-desktop or claude-code?'],
    [['vs-code'], 'Did you mean vscode?'],
    [['./nothing.json'], 'is not there'],
    [['./package.json'], 'holds no MCP servers'],
    [['cursor', '--undo'], '--undo takes back the last change'],
  ])('refuses %j', async (words, message) => {
    writeFileSync(join(at.workspace, 'package.json'), '{"name":"x"}');
    expect(await run(words)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
