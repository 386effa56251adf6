// gatehouse mcp-servers import --undo where files were changed after the move: what comes back, what stays, and what is said of it.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CommandLine } from '../../../run-for-test.ts';
import { createUserHome, type UserHome } from './user-home-for-test.ts';

let at: CommandLine;
let config: string;
let put: UserHome['put'];

beforeEach(() => {
  ({ at, config, put } = createUserHome());
});

const servers = (...words: readonly string[]) => at.run(['mcp-servers', ...words], { columns: 300 });
const undo = () => servers('import', '--undo');
const read = (file: string) => readFileSync(file, 'utf8');
const names = () => Object.keys(parse(read(config)).mcp.servers);
const cursorText = '{"mcpServers":{"a":{"command":"a"}}}';
const windsurfText = '{"mcpServers":{"w":{"command":"w"}}}';

describe.skipIf(process.platform !== 'linux')('taking a move back', () => {
  it('takes the moved servers alone out of a configuration that has others by now', async () => {
    const cursor = put('.cursor/mcp.json', cursorText);
    await servers('import', '--move');
    await servers('add', 'mine', '--', 'node', 'x');
    writeFileSync(config, `# mine\n${read(config)}`);
    const { code, stdout } = await undo();
    expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing is left to undo.')]);
    expect(stdout).not.toContain('ecret');
    expect([read(cursor), names()]).toEqual([cursorText, ['mine']]);
    expect(read(config)).toContain('# mine\n');
  });

  it('leaves nothing of a configuration that holds nothing else', async () => {
    put('.cursor/mcp.json', cursorText);
    await servers('import', '--move');
    writeFileSync(config, `${read(config)}\n`);
    expect((await undo()).code).toBe(0);
    expect(existsSync(config)).toBe(false);
  });

  it.each([
    ['cannot be read', (records: string) => writeFileSync(records, 'no JSON', { mode: 0o600 })],
    ['is no file', (records: string) => mkdirSync(records)],
  ])('nothing is moved where the record of changes %s', async (_what, spoil) => {
    const cursor = put('.cursor/mcp.json', cursorText);
    await servers('list');
    const records = join(at.home, 'backups', 'changes.json');
    mkdirSync(dirname(records), { recursive: true, mode: 0o700 });
    spoil(records);
    const { code, stderr } = await servers('import', '--move');
    expect([code, stderr]).toEqual([2, expect.stringContaining(records)]);
    expect([read(cursor), existsSync(config)]).toEqual([cursorText, false]);
  });

  it('leaves a moved server that says something else by now, and names it', async () => {
    put('.cursor/mcp.json', cursorText);
    await servers('import', '--move');
    writeFileSync(config, read(config).replace('command: a', 'command: b'));
    const { code, stdout } = await undo();
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`The server a was changed since and stays in ${config}`),
    ]);
    expect(names()).toEqual(['a']);
  });

  it('brings back the clients that it can, keeps the servers of the other, and goes on once its file is copied back', async () => {
    const [cursor, windsurf] = [
      put('.cursor/mcp.json', cursorText),
      put('.codeium/windsurf/mcp_config.json', windsurfText),
    ];
    await servers('import', '--move');
    writeFileSync(cursor, `${read(cursor)}\n`);
    const first = await undo();
    const [, copy = ''] =
      new RegExp(`^${cursor} was changed since. To have it as it was: cp (\\S+) ${cursor}$`, 'm').exec(first.stdout) ??
      [];
    expect([first.code, read(windsurf), names()]).toEqual([1, windsurfText, ['a']]);
    expect((await undo()).code).toBe(2);
    copyFileSync(copy, cursor);
    expect((await undo()).code).toBe(0);
    expect([read(cursor), existsSync(config)]).toEqual([cursorText, false]);
  });

  it('undoes nothing where no client has its servers back', async () => {
    const cursor = put('.cursor/mcp.json', cursorText);
    await servers('import', '--move');
    writeFileSync(cursor, '{}');
    const { code, stderr } = await undo();
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Nothing was undone.*\n.*To have it as it was: cp /)]);
    expect([read(cursor), names()]).toEqual(['{}', ['a']]);
  });

  it('removes no file whose copy is gone', async () => {
    const cursor = put('.cursor/mcp.json', cursorText);
    await servers('import', '--move');
    const backups = join(at.home, 'backups');
    for (const name of readdirSync(backups)) if (name.endsWith('mcp.json')) rmSync(join(backups, name));
    expect((await undo()).code).toBe(2);
    expect(read(cursor)).toContain('gatehouse');
  });

  it('goes step by step, says what is left, and passes over what cannot be taken back', async () => {
    const cursor = put('.cursor/mcp.json', cursorText);
    await servers('import', '--move');
    await at.run(['mcp', '--for', 'windsurf', '--write']);
    await at.run(['mcp', '--for', 'codex', '--write']);
    expect((await undo()).stdout).toContain(
      'Left to undo, the next first: putting Gatehouse into Windsurf; moving servers into Gatehouse. Once more: gatehouse mcp-servers import --undo',
    );
    const windsurf = put('.codeium/windsurf/mcp_config.json', '{"mcpServers":{}}');
    const { code, stdout } = await undo();
    expect([code, stdout]).toEqual([1, expect.stringContaining('Took back moving servers into Gatehouse')]);
    expect(stdout).toContain(
      `${windsurf} was changed since, and was not there before. To be rid of it: rm ${windsurf}`,
    );
    expect([read(cursor), read(windsurf)]).toEqual([cursorText, '{"mcpServers":{}}']);
  });

  it('names the secrets that stay', async () => {
    put('.cursor/mcp.json', '{"mcpServers":{"a":{"command":"a","env":{"API_TOKEN":"abcdefghij"}}}}');
    await servers('import', '--move');
    expect((await undo()).stdout).toContain('Stored secrets stay stored: API_TOKEN (gatehouse secrets list)');
  });
});
