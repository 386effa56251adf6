// The tools of sandbox.commands through a whole runtime: they appear, are gated like shell, run what was shown, and are swapped with the file.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject, Outcome } from '../../src/contract/index.ts';
import type { Gatehouse } from '../../src/runtime/index.ts';
import { createProgramWorld, shownText as text, type Opened, type ProgramWorld } from '../fixtures/program-world.ts';

let world: ProgramWorld;
let folder: string;
let workspace: string;
let configFile: string;

beforeEach(() => {
  world = createProgramWorld();
  ({ folder, workspace, configFile } = world);
  mkdirSync(join(workspace, 'sub'));
});

function configure(commands: string, more = ''): void {
  writeFileSync(configFile, `mode: full-auto\nsandbox:\n  setting: off\n${more}  commands: ${commands}\n`);
}

/** A program that tells its arguments, one in brackets each, and where it runs. */
function program(name: string, line = `printf '[%s]' "$@"; echo; pwd`): void {
  world.program(name, line);
}

const open = (env?: Readonly<Record<string, string>>) => world.open(env);

const names = async (house: Gatehouse): Promise<string[]> =>
  (await house.tools()).filter(({ tags }) => tags.includes('sandbox_command')).map(({ name }) => name);

/** Approved where it asks: what is looked at here is what runs, not whether it asks. */
async function run({ house }: Opened, tool: string, args: JsonObject): Promise<Outcome> {
  const asked = await house.call(tool, args);
  if (asked.kind !== 'pending') return asked;
  await house.runtime.owner?.answer(asked.approval.id, { act: 'once' }, { by: 'test' });
  await expect
    .poll(async () => (await house.runtime.approval(house.caller, asked.approval.id))?.status)
    .toMatch(/^(?:completed|failed)$/);
  return house.collect(asked.approval.id);
}

describe('a command of the configuration', () => {
  it('is a tool where its program is there, and its words reach the program as they are', async () => {
    program('tell');
    configure(
      '{ explicit: [{ name: tell_it, description: Tells., argv: [tell, "a b"], workingDir: sub }, { name: gone, description: d, argv: [no-such-program] }] }',
    );
    const opened = await open();
    expect(await names(opened.house)).toEqual(['tell_it']);
    expect(opened.reports).toEqual(['sandbox.commands: gone stays out: its program no-such-program is not there.']);
    const outcome = await run(opened, 'tell_it', { args: ['-x', '$HOME'], prompt: "it's; `id` \n*" });
    expect(text(outcome)).toContain("[a b][-x][$HOME][it's; `id` \n*]");
    expect(text(outcome)).toContain(join(workspace, 'sub'));
    expect(text(outcome)).toContain('exit code 0');
  });

  it('is described as one of its family', async () => {
    program('tell');
    configure('{ explicit: [{ name: tell_it, description: Tells., argv: [tell], timeout: 5s }] }');
    const { house } = await open();
    const described = await house.describe('tell_it');
    expect(described).toMatchObject({
      ok: true,
      tool: {
        kind: 'builtin',
        source: 'preset',
        category: 'system',
        mode: 'shell',
        policyClass: 'exec',
        tags: ['sandbox_command'],
        required: ['prompt'],
        optional: ['args'],
        timeoutMs: 15_000,
        description: 'Tells. Runs: tell [args …] prompt',
      },
    });
  });

  it('asks with the whole line as its target, and a rule speaks of that line', async () => {
    program('tell');
    configure('{ explicit: [{ name: tell_it, description: Tells., argv: [tell, one] }] }');
    writeFileSync(
      configFile,
      `${readFileSync(configFile, 'utf8').replace('full-auto', 'readonly')}policy:\n  rules:\n    - { effect: DENY, tool: tell_it, target: 'tell one *secret*' }\n`,
    );
    const { house } = await open();
    const asked = await house.call('tell_it', { prompt: 'two words' });
    expect(asked).toMatchObject({
      kind: 'pending',
      approval: { targets: [{ kind: 'command', action: 'run', value: "tell one 'two words'" }] },
    });
    expect(await house.call('tell_it', { prompt: 'the secret' })).toMatchObject({ kind: 'refused', by: 'decide' });
  });

  it('is gated no weaker than the same line of shell', async () => {
    program('tell');
    configure(
      '{ profile: extended, explicit: [{ name: tell_it, description: Tells., argv: [tell] }, { name: any, description: d, argv: [env] }] }',
    );
    const { house } = await open();
    expect(await house.call('git', { args: ['push', 'origin'], prompt: 'main' })).toMatchObject({ kind: 'refused' });
    expect(await house.call('any', { args: ['rm', '-rf'], prompt: '/' })).toMatchObject({ kind: 'refused' });
    expect(await house.call('tell_it', { prompt: join(folder, 'home', 'gatehouse.db') })).toMatchObject({
      kind: 'refused',
    });
    const cases: readonly [string, JsonObject, string][] = [
      ['git', { args: ['log'], prompt: '-1' }, 'git log -1'],
      ['tell_it', { prompt: 'x' }, 'tell x'],
      ['any', { args: ['bash', '-c'], prompt: 'curl x | sh' }, "env bash -c 'curl x | sh'"],
    ];
    for (const [tool, args, line] of cases) {
      const [own, shell] = [await house.explain(tool, args), await house.explain('shell', { command: line })];
      expect(own.decision?.effect, line).toBe(shell.decision?.effect);
    }
  });

  it('is there for no guest', async () => {
    program('tell');
    configure('{ explicit: [{ name: tell_it, description: Tells., argv: [tell] }] }');
    const { house } = await open();
    const guest = { ...house.caller, trust: 'guest' as const };
    const outcome = await house.runtime.call({ tool: 'tell_it', arguments: { value: { prompt: 'x' } }, caller: guest });
    expect(outcome).toMatchObject({ kind: 'refused', code: 'unknown_tool' });
  });

  it.each([
    ['shell', 'the tool shell'],
    ['bash', 'the tool shell'],
    ['mkdir', 'another spelling of shell'],
  ])('stays out under the taken name %s, and says so', async (name, holder) => {
    program('tell');
    configure(
      `{ explicit: [{ name: ${name}, description: d, argv: [tell] }, { name: other, description: d, argv: [tell] }] }`,
    );
    const { house, reports } = await open();
    expect(await names(house)).toEqual(['other']);
    expect(reports).toEqual([
      `sandbox.commands: ${name} stays out: the name is taken by ${holder}. Give it another name.`,
    ]);
  });

  it('can be disabled and given another time', async () => {
    program('git');
    program('make');
    configure('{ profile: extended }');
    writeFileSync(configFile, `${readFileSync(configFile, 'utf8')}tools: { disable: [make], timeouts: { git: 1m } }\n`);
    const { house, reports } = await open();
    expect(reports).toEqual([]);
    expect(await names(house)).not.toContain('make');
    expect(await house.describe('git')).toMatchObject({ tool: { timeoutMs: 70_000 } });
  });
});

describe('a command that needs a variable', () => {
  const needing = '{ explicit: [{ name: keyed, description: d, argv: [tell], passEnv: [API_KEY] }] }';

  it('is not run without it, says why, and the doctor says so too', async () => {
    program('tell', `touch ${folder}/ran`);
    configure(needing, '  env: { from: { API_KEY: { command: [sh, -c, "exit 4"] } } }\n');
    const opened = await open();
    const outcome = await run(opened, 'keyed', { prompt: 'x' });
    expect(outcome).toMatchObject({ kind: 'completed', observation: { isError: true } });
    expect(text(outcome)).toContain('keyed was not run: a variable that it needs has no value.');
    expect(text(outcome)).toContain('API_KEY: sh ended with exit code 4.');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    const findings = await opened.house.runtime.owner?.diagnose();
    expect(findings).toContainEqual(
      expect.objectContaining({
        name: 'environment',
        state: 'warning',
        text: 'Programs go without API_KEY (sandbox.env.from): sh ended with exit code 4.',
      }),
    );
  });

  it('is given the value of a secret that is named, and never shows it', async () => {
    program('mailer', `printf '%s' "$MAIL_TOKEN" | wc -c; printf '%s' "$MAIL_TOKEN"`);
    configure(
      '{ explicit: [{ name: mailer, description: Sends., argv: [mailer], passEnv: [MAIL_TOKEN] }] }',
      '  env: { from: { MAIL_TOKEN: { secret: mail } } }\n',
    );
    const before = await open();
    expect(text(await run(before, 'mailer', { prompt: 'x' }))).toContain('There is no secret named "mail". Set it');
    await before.house.runtime.owner?.setSecret('mail', 'correct-horse-battery', 'test');
    await before.house.close();
    const said = text(await run(await open(), 'mailer', { prompt: 'x' }));
    expect(said).toContain('21');
    expect(said).not.toContain('horse');
  });

  it('never shows the value that it has', async () => {
    program('tell', `echo out of order: the-value-of-the-key`);
    configure(needing, '  env: { from: { API_KEY: { env: MINE } } }\n');
    const opened = await open({ MINE: 'the-value-of-the-key' });
    expect(text(await run(opened, 'keyed', { prompt: 'x' }))).toContain('out of order: [redacted: API_KEY]');
  });
});

describe('when the file changes while a runtime lives', () => {
  const command = (name: string, more = ''): string => `{ name: ${name}, description: d, argv: [tell${more}] }`;

  it('the tools are swapped in one step, and a call under way ends as it began', async () => {
    program('tell', `while [ ! -e ${folder}/go ]; do sleep 0.05; done; echo "$@"`);
    configure(`{ explicit: [${command('one')}, ${command('two')}] }`);
    const opened = await open();
    const under = run(opened, 'one', { prompt: 'old' });
    const states: string[] = [];
    configure(`{ explicit: [${command('two', ', more')}, ${command('three')}] }`);
    await expect
      .poll(
        async () => {
          const now = (await names(opened.house)).join();
          if (states.at(-1) !== now) states.push(now);
          return now;
        },
        { timeout: 20_000, interval: 5 },
      )
      .toBe('three,two');
    expect(states).toEqual(['one,two', 'three,two']);
    writeFileSync(join(folder, 'go'), '');
    expect(text(await under)).toContain('old');
    expect(text(await run(opened, 'two', { prompt: 'new' }))).toContain('more new');
    expect(await opened.house.call('one', { prompt: 'x' })).toMatchObject({ kind: 'refused', code: 'unknown_tool' });
    configure('{ explicit: [] }');
    await expect.poll(() => names(opened.house), { timeout: 20_000 }).toEqual([]);
    expect(opened.reports).toEqual([]);
  }, 60_000);

  it('to what cannot be read, what was loaded holds, and it is said; other settings wait for a restart', async () => {
    program('tell');
    configure(`{ explicit: [${command('one')}] }`);
    const { house, reports } = await open();
    configure('{ explicit: [}');
    await expect.poll(() => reports, { timeout: 20_000 }).toHaveLength(1);
    expect(reports[0]).toMatch(
      /^The changed configuration is not taken up; what was loaded before holds\.\n.*config\.yaml:4:/,
    );
    expect(await names(house)).toEqual(['one']);
    configure(`{ explicit: [${command('two')}] }`, '  env: { mode: all }\n');
    await expect.poll(() => names(house), { timeout: 20_000 }).toEqual(['two']);
    await expect
      .poll(() => reports.slice(1))
      .toEqual([
        'The configuration has changed. Settings other than sandbox.commands, mcp.servers, sources and profiles act after a restart.',
      ]);
  }, 60_000);
});
