// Against a program made up of answers, in the words that docker and kubectl print theirs, and against those two where they are installed.
import { execFile, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { RunProgram } from '../foreign/walk.ts';
import { readCobra } from './read-cobra.ts';

const rootHelp = `Runs boxes

Usage:  boxes [OPTIONS] COMMAND

Common Commands:
  run         Create and run a box
  net         Manage networks

Global Options:
      --config string      Location of config files (default "/root/.boxes")
  -D, --debug              Enable debug mode
      --unlisted           Shown nowhere else
`;

const runHelp = `Usage:  boxes run [OPTIONS] IMAGE [COMMAND] [ARG...]

Create and run a box

Options:
      --add-host list               Add a host
      --annotation map              Add an annotation
  -c, --cpu-shares int              CPU shares
      --cpus float64                Number of CPUs
  -d, --detach                      Run in background
      --isolate                     Isolate (default true)
      --name string                 Assign a name
      --pull string[="always"]      Pull before running
      --quota uint16                Between 10 and 1000
      --tags strings                Tags
  -v, --verbose count               More words
      --help                        Print usage
`;

const answers: Readonly<Record<string, string>> = {
  '__complete ': 'run\tCreate and run a box\nnet\tManage networks\npods\n_activeHelp_ Try run\nhelp\tHelp\n:4\n',
  '--help': rootHelp,
  '__complete --': '--config\tLocation of config files\n--debug\tEnable debug mode\n--secret\tIn no help\n:4\n',
  'run --help': runHelp,
  '__complete run --':
    '--add-host\tAdd a host\n--annotation\tA\n--cpu-shares\tCPU\n--cpus\tN\n--debug\tEnable debug mode\n--detach\tRun\n--help\tPrint\n' +
    '--isolate\tI\n--name\tAssign\n--pull\tPull\n--quota\tQ\n--tags\tT\n--verbose\tV\n--hidden-one\tnot in the help\n:4\n',
  'net --help':
    'Usage:  boxes net COMMAND\n\nManage networks\n\nCommands:\n  ls, list    List networks\n  rm          Remove\n',
  '__complete net ': 'ls\tList networks\nrm\tRemove\nmynet\tan argument\n:4\n',
  'net ls --help': `List networks

Usage:
  boxes net ls [flags]

Flags:
    -o, --output='':
\tOutput format.

    --all=false:
\tShow all.

    --chunk=500:
\tSize.

    --filter=[]:
\tWhich.
`,
  '__complete net ls --': '--output\tO\n--all\tA\n--chunk\tC\n--filter\tF\n:4\n',
  'net rm --help': 'Usage:  boxes net rm (NAME | ID) [flags]\n\nFlags:\n  -f, --force   Force\n',
  '__complete net rm --': '--force\tForce\n:4\n',
};

function walk(said: Readonly<Record<string, string>> = answers, maxCalls = 100, signal = new AbortController().signal) {
  const asked: string[] = [];
  const run: RunProgram = (words) => {
    asked.push(words.join(' '));
    return Promise.resolve({ stdout: said[words.join(' ')] ?? '', exitCode: 0 });
  };
  return { asked, settings: { run, maxCalls, signal, progress: () => undefined } };
}

describe('a program made with cobra', () => {
  it('tells its commands, and never what could be an argument of one', async () => {
    const { asked, settings } = walk();
    const tree = await readCobra('boxes', settings);
    expect(tree).toMatchObject({
      name: 'boxes',
      help: 'Runs boxes',
      kind: 'cobra',
      confidence: 'likely',
      separates: false,
      root: null,
    });
    expect(tree.commands.map(({ name, help, commands }) => [name, help, commands.map((each) => each.name)])).toEqual([
      ['run', 'Create and run a box', []],
      ['net', 'Manage networks', ['ls', 'rm']],
    ]);
    expect(asked.toSorted()).toEqual(Object.keys(answers).toSorted());
  });

  it('has flags with the types that its help shows', async () => {
    const run = (await readCobra('boxes', walk().settings)).commands[0];
    expect(run?.flags.map(({ flag, kind, many, value }) => [flag, kind, many, value.choices ?? value.type])).toEqual([
      ['--add-host', 'value', true, 'string'],
      ['--annotation', 'map', false, 'string'],
      ['--cpu-shares', 'value', false, 'integer'],
      ['--cpus', 'value', false, 'number'],
      ['--detach', 'switch', false, 'string'],
      ['--isolate', 'value', false, ['true', 'false']],
      ['--name', 'value', false, 'string'],
      ['--pull', 'value', false, 'string'],
      ['--quota', 'value', false, 'integer'],
      ['--tags', 'value', true, 'string'],
      ['--verbose', 'count', false, 'string'],
    ]);
    expect(run?.flags.every(({ join, required, dangerous }) => join === '=' && !required && !dangerous)).toBe(true);
    expect(run?.flags[5]?.fallback).toEqual(['true']);
    expect(run?.args.map(({ name, required, many }) => [name, required, many])).toEqual([
      ['image', true, false],
      ['command', false, false],
      ['arg', false, true],
    ]);
  });

  it('has flags with the types of the defaults that kubectl shows', async () => {
    const ls = (await readCobra('boxes', walk().settings)).commands[1]?.commands[0];
    expect(ls?.flags.map(({ flag, kind, many, value, fallback }) => [flag, kind, many, value.type, fallback])).toEqual([
      ['--output', 'value', false, 'string', []],
      ['--all', 'switch', false, 'string', ['false']],
      ['--chunk', 'value', false, 'integer', ['500']],
      ['--filter', 'value', true, 'string', []],
    ]);
  });

  it('has its arguments as one list where the usage is no plain line', async () => {
    const rm = (await readCobra('boxes', walk().settings)).commands[1]?.commands[1];
    expect(rm?.args).toMatchObject([
      { name: 'args', many: true, required: false, description: 'As in: boxes net rm (NAME | ID) [flags]' },
    ]);
  });

  it('leaves out flags of which nothing says whether they take a value', async () => {
    const tree = await readCobra('boxes', walk().settings);
    expect(tree.globals.map(({ flag }) => flag)).toEqual(['--config', '--debug']);
    expect(tree.doubts).toContain(
      '2 flags are in no help, so that nothing says whether they take a value: left out (--hidden-one, --secret)',
    );
  });

  it('asks for the page of options that kubectl has', async () => {
    const said = {
      ...answers,
      '--help': `${rootHelp}\nUse "boxes options" for a list of options.`,
      options: "    --secret='':\n\tS.",
    };
    const tree = await readCobra('boxes', walk(said).settings);
    expect(tree.globals.map(({ flag, kind }) => [flag, kind])).toContainEqual(['--secret', 'value']);
  });

  it.each([
    [
      'calls',
      6,
      new AbortController().signal,
      'only 6 calls of the program were made: what was not asked by then is left out',
    ],
    ['time', 100, AbortSignal.abort(), null],
  ])('is asked within bounds: %s', async (_what, maxCalls, signal, doubt) => {
    const { asked, settings } = walk(answers, maxCalls, signal);
    if (doubt === null) {
      await expect(readCobra('boxes', settings)).rejects.toThrow('does not answer __complete');
      expect(asked).toEqual([]);
      return;
    }
    const tree = await readCobra('boxes', settings);
    expect(asked).toHaveLength(maxCalls);
    expect(tree.commands.map(({ name }) => name)).toEqual(['run']);
    expect(tree.doubts).toContain(doubt);
  });

  it('is read as far as it got when the time is over', async () => {
    const controller = new AbortController();
    const { settings } = walk(answers, 100, controller.signal);
    const progress = (calls: number): void => (calls === 5 ? controller.abort() : undefined);
    const tree = await readCobra('boxes', { ...settings, progress });
    expect(tree.commands.map(({ name }) => name)).toEqual(['run']);
  });

  it.each([
    ['nothing', ''],
    ['a page of help', 'Usage: boxes'],
    ['an error', 'x\n:1\n'],
    ['no directive', 'run\tRun\n'],
  ])('is none where it answers %s', async (_what, stdout) => {
    await expect(readCobra('boxes', walk({ '__complete ': stdout }).settings)).rejects.toThrow(
      'does not answer __complete',
    );
  });

  it('is guessed at where no help shows a flag, and goes on where a call fails', async () => {
    const { settings } = walk();
    const run: RunProgram = (words) =>
      words.includes('--help') ? Promise.reject(new Error('ended by the sandbox')) : settings.run(words);
    const tree = await readCobra('boxes', { ...settings, run });
    expect(tree.confidence).toBe('guessed');
    expect(tree.doubts).toContain('"--help" could not be asked: ended by the sandbox');
  });
});

describe.each([
  ['docker', ['version'], ['attach', 'build']],
  ['kubectl', ['version', '--client'], ['annotate', 'api-resources']],
])('%s', (program, version, first) => {
  const run: RunProgram = (words) =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], HOME: '/nonexistent' };
      execFile(program, [...words], { timeout: 10_000, env }, (error, stdout) =>
        resolve({ stdout, exitCode: error === null ? 0 : 1 }),
      );
    });

  it.skipIf(spawnSync(program, version).error !== undefined)(
    'tells its commands and their flags',
    { timeout: 60_000 },
    async () => {
      const tree = await readCobra(program, { ...walk().settings, run, maxCalls: 20 });
      expect(tree.confidence).toBe('likely');
      expect(tree.globals.length).toBeGreaterThan(5);
      expect(tree.commands.map(({ name }) => name)).toEqual(expect.arrayContaining(first));
      expect(tree.commands.flatMap(({ flags }) => flags).length).toBeGreaterThan(10);
    },
  );
});
