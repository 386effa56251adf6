import {
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  chmodSync,
  lstatSync,
  existsSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createCommandLine, type CommandLine } from '../../run-for-test.ts';

let line: CommandLine;
let user: string;

beforeEach(() => {
  line = createCommandLine(onTestFinished);
  user = dirname(line.home);
});

function put(path: string, text: string): string {
  const file = join(user, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const files = [
  ['claude-desktop', '.config/Claude/claude_desktop_config.json', ['mcpServers']],
  ['claude-code', '.claude.json', ['mcpServers']],
  ['cursor', '.cursor/mcp.json', ['mcpServers']],
  ['vscode', '.config/Code/User/mcp.json', ['servers']],
  ['windsurf', '.codeium/windsurf/mcp_config.json', ['mcpServers']],
  ['codex', '.codex/config.toml', ['mcp_servers']],
  ['gemini-cli', '.gemini/settings.json', ['mcpServers']],
  ['opencode', '.config/opencode/opencode.json', ['mcp']],
] as const;

/** The words that start it, and its variables. */
function entryIn(file: string, map: readonly string[]): { readonly words: readonly unknown[]; readonly env: unknown } {
  const text = readFileSync(file, 'utf8');
  const parsed: unknown = file.endsWith('.toml') ? parseToml(text) : JSON.parse(text);
  const entry = [...map, 'gatehouse'].reduce(member, parsed);
  const words = [member(entry, 'command'), member(entry, 'args') ?? []].flat(2);
  return { words, env: member(entry, 'env') ?? member(entry, 'environment') };
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

describe.skipIf(process.platform !== 'linux')('gatehouse mcp --for', () => {
  it.each(files)('puts itself into the configuration of %s, and prints the same', async (client, path, map) => {
    const printed = await line.run(['mcp', '--for', client, '--read-only']);
    expect(printed.stderr).toContain(`this belongs into ${join(user, path)}`);
    expect(existsSync(join(user, path))).toBe(false);
    const { code } = await line.run(['mcp', '--for', client, '--write', '--read-only']);
    expect(code).toBe(0);
    const file = join(user, path);
    expect(readFileSync(file, 'utf8')).toBe(printed.stdout);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { words, env } = entryIn(file, map);
    expect(words.slice(0, 3)).toEqual([process.execPath, expect.stringMatching(/bin\/gatehouse\.mjs$/), 'mcp']);
    expect(words.at(-1)).toBe('--read-only');
    expect(env).toEqual({ GATEHOUSE_HOME: line.home });
  });

  it.each(files)(
    'puts itself into what %s has already, of which a copy is kept, and does so once',
    async (client, path, map) => {
      const text = path.endsWith('.toml')
        ? '# mine\nmodel = "m"\n'
        : '\ufeff{\r\n\t// mine\r\n\t"theme": "dark",\r\n}\r\n';
      const file = put(path, text);
      const { value } = await line.json(['mcp', '--for', client, '--write', '--workspace', user]);
      expect(value).toMatchObject({ file, name: 'gatehouse' });
      const copy = (value as { readonly copy: string }).copy;
      expect([readFileSync(copy, 'utf8'), statSync(copy).mode & 0o777]).toEqual([text, 0o600]);
      const written = readFileSync(file, 'utf8');
      expect(written.startsWith(text.slice(0, text.indexOf('"theme"')))).toBe(true);
      expect(written).toContain(JSON.stringify(user));
      await line.run(['mcp', '--for', client, '--write', '--workspace', user]);
      expect(readFileSync(file, 'utf8')).toBe(written);
      expect(map.length).toBe(1);
    },
  );

  it('names the folder that is worked in where the client starts programs elsewhere', async () => {
    const args = async (client: string) => (await line.run(['mcp', '--for', client])).stdout;
    expect(await args('claude-desktop')).toContain(line.workspace);
    expect(await args('cursor')).toContain('"${workspaceFolder}"');
    expect(await args('claude-code')).not.toContain('--workspace');
  });

  it('says which folder that is, and how to take back what was written, also where the file was new', async () => {
    const folder = join(user, 'projects');
    mkdirSync(folder);
    expect((await line.run(['mcp', '--for', 'claude-desktop'])).stderr).toContain(
      `Gatehouse works in ${line.workspace} for Claude Desktop; for another folder add --workspace DIR.`,
    );
    const { stdout } = await line.run(['mcp', '--for', 'cursor', '--write', '--workspace', folder]);
    expect(stdout).toContain(`Gatehouse works in ${folder} for Cursor`);
    expect(stdout).toContain('To take it back: gatehouse mcp-servers import --undo');
    // What says so already is written no second time, and there is no second step to take back.
    const again = await line.run(['mcp', '--for', 'cursor', '--write', '--workspace', folder]);
    expect([again.stdout.includes('says so already'), again.stdout.includes('--undo')]).toEqual([true, false]);
    const undone = await line.run(['mcp-servers', 'import', '--undo']);
    expect(undone.stdout).toContain('Nothing is left to undo.');
    expect(existsSync(join(user, '.cursor/mcp.json'))).toBe(false);
  });

  it('takes another name where its own is somebody else’s', async () => {
    const file = put('.cursor/mcp.json', '{"mcpServers":{"gatehouse":{"command":"other"}}}');
    const { stdout } = await line.run(['mcp', '--for', 'cursor', '--write']);
    expect(stdout).toContain('the server gatehouse-2');
    expect(readFileSync(file, 'utf8')).toContain('"gatehouse":{"command":"other"}, "gatehouse-2": ');
  });

  it('writes through a link, into the file that there is of two names', async () => {
    const real = put('dotfiles/opencode.jsonc', '{ // mine\n}');
    mkdirSync(join(user, '.config/opencode'), { recursive: true });
    const link = join(user, '.config/opencode/opencode.jsonc');
    symlinkSync(real, link);
    await line.run(['mcp', '--for', 'opencode', '--write']);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('"gatehouse"');
  });

  it.each([
    ['a file that cannot be read', '{\n  "mcpServers": {,}\n}', /mcp\.json:2:18: This cannot be read/],
    ['servers that are no map', '{"mcpServers": 7}', /no map/],
  ])('leaves %s as it is', async (_what, text, message) => {
    const file = put('.cursor/mcp.json', text);
    const { code, stderr } = await line.run(['mcp', '--for', 'cursor', '--write']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('leaves a read-only file as it is', async () => {
    const file = put('.cursor/mcp.json', '{}');
    chmodSync(file, 0o444);
    const { stderr } = await line.run(['mcp', '--for', 'cursor', '--write']);
    expect(stderr).toContain('read-only');
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  it('says which clients it knows, and what --write needs', async () => {
    expect((await line.run(['mcp', '--for', 'emacs'])).stderr).toMatch(/"emacs".*claude-desktop, claude-code, cursor/);
    expect((await line.run(['mcp', '--write'])).stderr).toContain('--write needs the client');
  });

  it('goes by what the environment says of places', async () => {
    const env = {
      CODEX_HOME: join(user, 'cx'),
      CLAUDE_CONFIG_DIR: join(user, 'cc'),
      XDG_CONFIG_HOME: join(user, 'xdg'),
    };
    const places = await Promise.all(
      ['codex', 'claude-code', 'vscode', 'opencode'].map(
        async (client) => (await line.run(['mcp', '--for', client], { env })).stderr,
      ),
    );
    expect(places).toEqual(
      ['cx/config.toml', 'cc/.claude.json', 'xdg/Code/User/mcp.json', 'xdg/opencode/opencode.json'].map((path) =>
        expect.stringContaining(join(user, path)),
      ),
    );
  });
});
