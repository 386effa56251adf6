// On the help of real programs where they are installed, and on texts in the layouts of others.
import { execFile, spawnSync } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import { describe, expect, it } from 'vitest';
import type { TreeCommand } from '../command-tree.ts';
import type { RunProgram } from '../foreign/walk.ts';
import { readHelpPage } from './help-page.ts';
import { readHelp } from './read-help.ts';

const settings = (run: RunProgram, maxCalls = 50) => ({
  run,
  maxCalls,
  signal: new AbortController().signal,
  progress: () => undefined,
});

const scripted =
  (pages: Readonly<Record<string, string>>): RunProgram =>
  (words) =>
    Promise.resolve({ stdout: pages[words.join(' ')] ?? '', exitCode: 0 });

const real =
  (program: string, args: readonly string[] = []): RunProgram =>
  (words) =>
    new Promise((resolve) => {
      execFile(
        program,
        [...args, ...words],
        { timeout: 10_000, env: { PATH: process.env['PATH'], PAGER: 'cat', LC_ALL: 'C' } },
        (error, stdout) => resolve({ stdout, exitCode: error === null ? 0 : 1 }),
      );
    });

const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined;
const flagsOf = (command: TreeCommand | null | undefined) => command?.flags.map(({ flag }) => flag) ?? [];

const boxes = `Keeps boxes.

Usage: boxes [OPTIONS] <COMMAND>

Commands:
  add     Add a box
          and everything in it
  list    [aliases: ls] List boxes
  remove, rm  Remove a box
  help    Print this message

Options:
  -C, --dir <DIR>  Where
  -h, --help       Print help
`;

describe('the commands in pages of help', () => {
  const pages = {
    '--help': boxes,
    'add --help': 'Add a box\n\nUsage: boxes add [OPTIONS] <NAME> [FILES]...\n\nOptions:\n  -f, --force  Overwrite\n',
    'list -h': 'Usage: boxes list\n\nCommands:\n  deep  Deeper\n',
    'list deep --help': 'usage: boxes list deep [--all] WHICH\n\n  --all  All\n',
    'remove --help': boxes,
  };

  it('are found with their own pages, and each is guessed', async () => {
    const tree = await readHelp('boxes', settings(scripted(pages)));
    expect(tree).toMatchObject({
      name: 'boxes',
      help: 'Keeps boxes.',
      kind: 'help',
      confidence: 'guessed',
      separates: false,
      root: null,
    });
    expect(tree.commands.map(({ name, help, commands }) => [name, help, commands.map((each) => each.name)])).toEqual([
      ['add', 'Add a box', []],
      ['list', '[aliases: ls] List boxes', ['deep']],
      ['remove', 'Remove a box', []],
    ]);
    expect(tree.commands[0]?.args.map(({ name, required, many }) => [name, required, many])).toEqual([
      ['name', true, false],
      ['files', false, true],
    ]);
    expect(tree.globals.map(({ flag, join }) => [flag, join])).toEqual([['--dir', '=']]);
    expect(tree.doubts).toContain('all of it is read off texts for people: each call asks');
  });

  it('keep the line that each flag was read from', async () => {
    const tree = await readHelp('boxes', settings(scripted(pages)));
    expect(tree.commands[0]?.flags[0]?.description).toBe('Overwrite (from its help: -f, --force  Overwrite)');
  });

  it('have no flags where the program prints the same page for each', async () => {
    const remove = (await readHelp('boxes', settings(scripted(pages)))).commands[2];
    expect([remove?.flags, remove?.doubts[0]]).toEqual([[], 'it printed no help of its own: its flags are not known']);
  });

  it('end with the calls that there may be, and say so', async () => {
    const tree = await readHelp('boxes', settings(scripted(pages), 2));
    expect(tree.commands.map(({ name }) => name)).toEqual(['add']);
    expect(tree.doubts[0]).toBe('only 2 calls of the program were made: what was not asked by then is left out');
  });

  it('end where a program has itself as its command', async () => {
    const run: RunProgram = (words) =>
      Promise.resolve({ stdout: `Commands:\n  again${words.length}  Go on\n`, exitCode: 0 });
    const tree = await readHelp('loop', settings(run));
    expect(tree.doubts).toContain('commands more than 4 deep are left out');
  });

  it.each([[''], ['Nothing to see.'], ['\u0000\u0001\u0002'], ['error: unknown option --help']])(
    'are none in %j',
    async (stdout) => {
      await expect(
        readHelp(
          'boxes',
          settings(() => Promise.resolve({ stdout, exitCode: 1 })),
        ),
      ).rejects.toThrow('prints no help');
    },
  );
});

describe('a page of help', () => {
  it.each([
    [
      'of docker',
      'Management Commands:\n  builder     Manage builds\n  buildx*     Docker Buildx\n',
      ['builder', 'buildx'],
    ],
    [
      'of kubectl',
      'Basic Commands (Beginner):\n  create    Create\n\nDeploy Commands:\n  rollout   Manage\n',
      ['create', 'rollout'],
    ],
    ['of gh', 'CORE COMMANDS\n  auth:        Authenticate\n  pr:          Manage\n', ['auth', 'pr']],
    [
      'of npm',
      'All commands:\n\n    access, adduser, audit,\n    bugs, cache\n\n',
      ['access', 'adduser', 'audit', 'bugs', 'cache'],
    ],
    [
      'of git',
      'These are common Git commands:\n\nstart a working area\n   clone     Clone\n\nwork\n   add       Add\n',
      ['clone', 'add'],
    ],
    [
      'of commander',
      'Commands:\n  install [options] <pkg>  Install\n  help [command]           display help\n',
      ['install', 'help'],
    ],
  ])('lists commands as that %s does', (_what, text, names) => {
    expect(readHelpPage(text).commands.map(({ name }) => name)).toEqual(names);
  });

  it('is read without colours, overstrikes and tabs', () => {
    const text =
      '\u001b[1mOptions:\u001b[0m\n  \u001b]8;;http://x\u0007--l\u0008long\u001b]8;;\u0007\tText\n\t--other\n';
    expect(readHelpPage(text).flags.map(({ names, text: said }) => [names, said])).toEqual([
      [['--long'], 'Text'],
      [['--other'], ''],
    ]);
  });

  it('goes on with a flag in lines below it', () => {
    const text = '  -e PATTERN, --regexp=PATTERN\n      A pattern\n\n      to search for.\n\n  --next\n';
    expect(readHelpPage(text).flags[0]).toMatchObject({ names: ['-e', '--regexp'], text: 'A pattern to search for.' });
  });

  it('says in brackets which flags have a value', () => {
    const text =
      'Options:\n[-g|--global] [--registry <registry>]\n\n  --registry\n    The registry.\n\n  -g|--global\n    Global.\n';
    expect(readHelpPage(text).flags.map(({ names, value }) => [names.at(-1), value])).toEqual([
      ['--registry', 'required'],
      ['--global', 'none'],
    ]);
  });

  it.each([
    ['one long line', '-'.repeat(3_000_000)],
    ['many flags', '  --a  b\n'.repeat(100_000)],
    ['many commands', `Commands:\n${'  a  b\n'.repeat(100_000)}`],
    ['many usages', 'Usage: a\n'.repeat(100_000)],
    ['brackets', `Usage: ${'['.repeat(100_000)}`],
    ['lists of words', `Commands:\n  ${'a, '.repeat(100_000)}b\n`],
    ['tabs', '\t'.repeat(500_000)],
    ['escapes', '\u001b['.repeat(200_000)],
    ['links', '\u001b]'.repeat(200_000)],
    ['placeholders', '[--a <'.repeat(100_000)],
  ])('is read in little time where it is %s', (_what, text) => {
    const started = performance.now();
    readHelpPage(text);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('the help of a real program', () => {
  const rows: readonly [
    string,
    RunProgram,
    { readonly args: readonly string[]; readonly flags: readonly string[]; readonly least: number },
  ][] = [
    ['ls', real('ls'), { args: ['file'], flags: ['--all', '--block-size', '--color', '-l'], least: 50 }],
    ['cp', real('cp'), { args: ['args'], flags: ['--recursive', '--suffix', '--target-directory'], least: 25 }],
    ['grep', real('grep'), { args: ['patterns', 'file'], flags: ['--ignore-case', '--regexp', '--color'], least: 40 }],
    ['tar', real('tar'), { args: ['args'], flags: ['--create', '--file', '--exclude', '--directory'], least: 100 }],
    [
      'node',
      real(process.execPath),
      { args: ['args'], flags: ['--eval', '--check', '--input-type', '--permission'], least: 100 },
    ],
    ['rg', real(rgPath), { args: ['args'], flags: ['--regexp', '--glob', '--hidden', '--max-count'], least: 80 }],
  ];

  it.each(rows)('%s has its flags', async (program, run, { args, flags, least }) => {
    if (program !== 'node' && program !== 'rg' && !isThere(program)) return;
    const { root } = await readHelp(program, settings(run));
    expect(flagsOf(root).length).toBeGreaterThanOrEqual(least);
    expect(flagsOf(root)).toEqual(expect.arrayContaining([...flags]));
    expect(root?.args.map(({ name }) => name)).toEqual(args);
  });

  it.skipIf(!isThere('git'))('git has its commands', async () => {
    const tree = await readHelp('git', settings(real('git')));
    expect(tree.commands.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['clone', 'commit', 'push', 'status']),
    );
    const init = tree.commands.find(({ name }) => name === 'init');
    expect(init).toMatchObject({
      help: 'Create an empty Git repository or reinitialize an existing one',
      args: [{ name: 'directory', required: false }],
    });
    expect(flagsOf(init)).toEqual(expect.arrayContaining(['--bare', '--quiet', '--template']));
  });

  it('npm has its commands', async () => {
    const npm = real('npm');
    const run: RunProgram = (words) =>
      words.length === 1 || words[0] === 'install' ? npm(words) : Promise.resolve({ stdout: '', exitCode: 1 });
    const tree = await readHelp('npm', settings(run, 400));
    expect(tree.commands.length).toBeGreaterThan(40);
    const install = tree.commands.find(({ name }) => name === 'install');
    expect(flagsOf(install)).toEqual(expect.arrayContaining(['--save', '--global', '--omit']));
    expect(install?.args).toMatchObject([{ many: true, required: false }]);
  });
});
