import { describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { createCommandLine } from './run-for-test.ts';

describe('the command without a command', () => {
  it('says what Gatehouse is and what to begin with, and opens nothing', async () => {
    const at = createCommandLine(onTestFinished);
    const ran = await at.run([], { columns: 80 });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^Gatehouse is the tool layer of AI agents/);
    const commands = [...ran.stdout.matchAll(/^ {2}gatehouse (\w+) {2,}/gm)].map(([, name]) => name);
    expect(commands).toEqual(['up', 'tools', 'call', 'approvals', 'audit']);
    expect(ran.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('begins what it advises with what its user types', async () => {
    const at = createCommandLine(onTestFinished);
    const env = { GATEHOUSE_COMMAND: 'npm start --' };
    expect((await at.run([], { env })).stdout).toContain('npm start -- --help lists all of them');
    expect((await at.run(['nonsense'], { env })).stderr).toContain('"npm start -- nonsense"');
    const asked = await at.run(['call', 'file_write', '--arg', 'filename=a', '--arg', 'content=x'], { env });
    expect(asked.stdout).toMatch(/^ {2}npm start -- approvals approve apr_/m);
  });
});

describe('the version', () => {
  it.each([['--version'], ['-V']])('is told for %s, opening nothing', async (flag) => {
    const at = createCommandLine(onTestFinished);
    expect(await at.run([flag])).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });
});

describe('help', () => {
  it('is one JSON document where JSON is asked for', async () => {
    const at = createCommandLine(onTestFinished);
    const ran = await at.run(['call', '--help', '--json']);
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ text: expect.stringContaining('Usage: gatehouse call') });
  });

  it.each([
    [['--help'], /Commands:[^]* {2}approvals +requests that wait/],
    [['help'], /Commands:/],
    [['help', 'call'], /Usage: gatehouse call \[options\] \[name\] \[json\]/],
    [['tools', '--help'], /Commands:[^]* {2}describe \[options\] <name>/],
    [['policy', 'add', '-h'], /--window <from-to>[^]*Global Options:[^]*--json/],
  ])('%j goes to stdout and ends with 0', async (args, says) => {
    const ran = await createCommandLine(onTestFinished).run(args);
    expect(ran).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(says) });
  });
});

describe('options of every command', () => {
  it.each([
    [['--json', 'tools', '--category', 'compute']],
    [['tools', '--json', '--category', 'compute']],
    [['tools', 'list', '--category', 'compute', '--json']],
  ])('stand anywhere: %j', async (args) => {
    const ran = await createCommandLine(onTestFinished).run(args);
    expect(JSON.parse(ran.stdout)).toMatchObject([{ name: 'calculate' }]);
  });
});

describe('results for people', () => {
  it('are one line an event where they are read by a program, and broken at the width of a terminal', async () => {
    const at = createCommandLine(onTestFinished);
    await at.run(['call', 'calculate', '--arg', 'expression=1']);
    const piped = await at.run(['audit', 'tail', '--kind', 'tool_executed']);
    expect(piped.stdout).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}tool_executed {6}tool=calculate status=completed .* \(run_\w+:\d+\)\n$/,
    );
    const shown = await at.run(['audit', 'tail', '--kind', 'tool_executed'], { columns: 60 });
    expect(shown.stdout.trimEnd().split('\n').length).toBeGreaterThan(1);
    expect(shown.stdout.split('\n').filter((line) => line.length > 60)).toEqual([]);
  });

  it('are a new token alone on stdout, so that a script can take it', async () => {
    const ran = await createCommandLine(onTestFinished).run(['tokens', 'create', 'ci']);
    expect(ran).toMatchObject({
      stdout: expect.stringMatching(/^gh_[0-9a-f]{64}\n$/),
      stderr: expect.stringMatching(/only time it is shown/),
    });
  });

  it('name what a token is narrowed to', async () => {
    const line = createCommandLine(onTestFinished);
    const made = await line.run(['tokens', 'create', 'ci', '--read-only', '--profile', 'issues']);
    expect(made.stderr).toContain('(guest, read-only, profile issues)');
    const listed = await line.run(['tokens', 'list'], { columns: 200 });
    expect(listed.stdout).toContain('read-only, profile issues');
  });

  it('say of a filter that matches nothing how to see all', async () => {
    const ran = await createCommandLine(onTestFinished).run(['tools', '--category', 'nothing']);
    expect(ran).toMatchObject({ code: 0, stdout: 'No tool matches. gatehouse tools lists all there are.\n' });
  });
});
