// What the files may say of programs: the map and the word, what a project cannot have, and every mistake with its place.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isCapabilityError } from '../../contract/index.ts';
import { defaultSettings } from './default-settings.ts';
import { loadConfig, type LoadedConfig } from './load-config.ts';

let folder: string;
let ownerFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-sandbox-settings-'));
  ownerFile = join(folder, 'owner.yaml');
  mkdirSync(join(folder, 'work'));
  writeFileSync(ownerFile, '');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const owner = (text: string): void => writeFileSync(ownerFile, text);
const project = (text: string): void => writeFileSync(join(folder, 'work', 'gatehouse.yaml'), text);

async function load(): Promise<LoadedConfig> {
  const workspace = join(folder, 'work');
  return loadConfig({
    home: { path: join(folder, 'home') },
    workspace,
    env: { HOME: folder, GATEHOUSE_CONFIG: ownerFile },
    trustedFolders: [workspace],
  });
}

async function problems(): Promise<readonly string[]> {
  try {
    await load();
  } catch (error) {
    if (!isCapabilityError(error) || error.code !== 'invalid_config') throw error;
    return error.message.split('\n').map((line) => line.replace(/^.*?\.yaml:?/, ''));
  }
  return [];
}

const whole = `
sandbox:
  setting: required
  env:
    mode: all
    allow: [JAVA_HOME]
    deny: [EDITION]
    from:
      GH_TOKEN: { command: [pass, show, github] }
      OPENAI_API_KEY: { env: MY_KEY }
  network: { hosts: [api.example.com] }
  commands:
    profile: extended
    presets: [dev_tools]
    explicit:
      - name: deploy
        description: Deploys.
        argv: [./deploy.sh, --fast]
        passEnv: [GH_TOKEN, JAVA_HOME]
        timeout: 2m
        workingDir: ops
  images: { python: registry.example.com/python:3 }
`;

describe('the map', () => {
  it('sets all there is', async () => {
    owner(whole);
    const { config, warnings } = await load();
    expect(warnings).toEqual([]);
    expect(config.sandbox).toEqual({
      setting: 'required',
      env: {
        mode: 'all',
        allow: ['JAVA_HOME'],
        deny: ['EDITION'],
        from: { GH_TOKEN: { command: ['pass', 'show', 'github'] }, OPENAI_API_KEY: { env: 'MY_KEY' } },
      },
      network: { hosts: ['api.example.com'] },
      commands: {
        profile: 'extended',
        presets: ['dev_tools'],
        explicit: [
          {
            name: 'deploy',
            description: 'Deploys.',
            argv: ['./deploy.sh', '--fast'],
            passEnv: ['GH_TOKEN', 'JAVA_HOME'],
            timeoutMs: 120_000,
            workingDir: 'ops',
          },
        ],
      },
      images: { ...defaultSettings.sandbox.images, python: 'registry.example.com/python:3' },
    });
  });

  it.each([
    ['bare', [], []],
    ['assistant', [], ['ai_tools']],
    ['extended', [], ['ai_tools', 'dev_tools']],
    ['assistant', ['dev_tools'], ['dev_tools']],
  ])('profile %s with the presets %j comes to %j', async (profile, presets, held) => {
    const list = presets.length === 0 ? '' : `, presets: [${presets.join(', ')}]`;
    owner(`sandbox: { commands: { profile: ${profile}${list} } }`);
    expect((await load()).config.sandbox.commands.presets).toEqual(held);
  });

  it('says that presets do nothing under the profile bare', async () => {
    owner('sandbox: { commands: { presets: [ai_tools] } }');
    const { config, warnings } = await load();
    expect(config.sandbox.commands.presets).toEqual([]);
    expect(warnings).toEqual(['sandbox.commands.presets does nothing while sandbox.commands.profile is bare.']);
  });
});

describe('a project', () => {
  it('tightens what the owner set, and loosens nothing', async () => {
    owner('sandbox: { setting: prefer, env: { mode: all, deny: [A] } }');
    project('sandbox: { setting: required, env: { mode: selected, deny: [B] } }');
    const { sandbox } = (await load()).config;
    expect([sandbox.setting, sandbox.env.mode, sandbox.env.deny]).toEqual(['required', 'selected', ['A', 'B']]);
    owner('sandbox: { setting: required }');
    project('sandbox: { setting: off, env: { mode: all } }');
    const { config, warnings } = await load();
    expect([config.sandbox.setting, config.sandbox.env.mode]).toEqual(['required', 'selected']);
    expect(warnings).toEqual([
      expect.stringMatching(/sets sandbox: off; sandbox: required of your own file is stricter and holds\.$/),
      expect.stringMatching(/sets sandbox\.env\.mode: all, which does not act: only your own file can\.$/),
    ]);
  });

  it('brings commands of its own; of one name that of the owner holds', async () => {
    const commands = (names: readonly string[], program: string): string =>
      `sandbox: { commands: { explicit: [${names.map((name) => `{ name: ${name}, description: d, argv: [${program}] }`).join(', ')}] } }`;
    owner(commands(['deploy'], 'mine'));
    project(commands(['deploy', 'check'], 'theirs'));
    const { config, warnings } = await load();
    expect(config.sandbox.commands.explicit.map(({ name, argv }) => [name, ...argv])).toEqual([
      ['deploy', 'mine'],
      ['check', 'theirs'],
    ]);
    expect(warnings).toEqual([expect.stringMatching(/sets the command deploy; that of your own file holds\.$/)]);
  });

  it.each([
    ['env: { allow: [JAVA_HOME] }', 'sandbox.env.allow'],
    ['env: { from: { A: { env: B } } }', 'sandbox.env.from'],
    ['network: { hosts: [evil.example] }', 'sandbox.network'],
    ['commands: { profile: extended }', 'sandbox.commands.profile'],
    ['commands: { presets: [ai_tools] }', 'sandbox.commands.presets'],
    ['images: { python: evil }', 'sandbox.images'],
    [
      'commands: { explicit: [{ name: a, description: d, argv: [b] }, { name: c, description: d, argv: [b], passEnv: [K] }] }',
      'sandbox.commands.explicit[1].passEnv',
    ],
  ])('may not set %s', async (setting, path) => {
    project(`sandbox: { ${setting} }`);
    expect(await problems()).toContainEqual(
      expect.stringMatching(
        new RegExp(`^1:\\d+: ${path.replaceAll(/[[\].]/g, String.raw`\$&`)} may not be set in the file of a project`),
      ),
    );
  });
});

describe('a mistake is told with its place', () => {
  const command = (more: string): string => `commands: { explicit: [{ name: a, description: d, argv: [b]${more} }] }`;
  it.each([
    ['[prefer]', '1:10: sandbox: found a list; expected one of required, prefer, off.'],
    ['7', '1:10: sandbox: found 7; expected one of required, prefer, off.'],
    ['{ setting: on }', '1:21: sandbox.setting: found "on"; expected one of required, prefer, off.'],
    [
      '{ seting: off }',
      '1:12: "seting" is not a setting of sandbox. Did you mean sandbox.setting? Expected one of setting, env, network, commands, images.',
    ],
    ['{ env: { mode: some } }', '1:25: sandbox.env.mode: found "some"; expected one of selected, all.'],
    ['{ env: { deny: HOME } }', '1:25: sandbox.env.deny: found "HOME"; expected a list of names of variables.'],
    ['{ env: { deny: ["A B"] } }', '1:26: sandbox.env.deny[0]: found "A B"; expected the name of a variable.'],
    [
      '{ env: { allow: [GH_TOKEN] } }',
      '1:27: sandbox.env.allow[0]: GH_TOKEN looks like a credential, which is not passed on by its name. Give it a source: sandbox.env.from.',
    ],
    [
      '{ env: { from: { LD_PRELOAD: { env: X } } } }',
      '1:27: sandbox.env.from.LD_PRELOAD: LD_PRELOAD can make programs run other code, so it is never passed on. Remove it.',
    ],
    [
      '{ env: { from: { A: {} } } }',
      '1:30: sandbox.env.from.A: found a map; expected one of env: NAME, secret: NAME or command: [program, arguments …].',
    ],
    [
      '{ env: { from: { A: { env: X, command: [y] } } } }',
      '1:30: sandbox.env.from.A: found a map; expected one of env: NAME, secret: NAME or command: [program, arguments …].',
    ],
    [
      '{ env: { from: { A: secret } } }',
      '1:30: sandbox.env.from.A: found "secret"; expected one of env: NAME, secret: NAME or command: [program, arguments …].',
    ],
    [
      '{ env: { from: { A: { command: [] } } } }',
      '1:41: sandbox.env.from.A.command: found a list; expected at least the program.',
    ],
    ['{ network: { hosts: ["a b"] } }', /^1:31: sandbox\.network\.hosts\[0\]: /],
    ['{ commands: { profile: full } }', /^1:33: .*expected one of bare, assistant, extended\.$/],
    ['{ commands: { presets: [ai] } }', /^1:34: .*expected one of ai_tools, dev_tools\.$/],
    [
      `{ ${command(', cwd: x')} }`,
      '1:73: "cwd" is not a setting of sandbox.commands.explicit[0]. Expected one of name, description, argv, passEnv, timeout, workingDir.',
    ],
    [`{ ${command(', workingDir: ~/x')} }`, /workingDir: found "~\/x"; expected the full path instead of "~"\.$/],
    [`{ ${command(', timeout: 2h')} }`, /^1:82: .*expected a duration from 1s to 1h/],
    [
      `{ ${command(', passEnv: [KEY]')} }`,
      '1:83: sandbox.commands.explicit[0].passEnv[0]: KEY has no source. Add it to sandbox.env.from, or to sandbox.env.allow where it is no credential.',
    ],
    [
      `{ env: { deny: [K], from: { K: { env: K } } }, ${command(', passEnv: [K]')} }`,
      /passEnv\[0\]: K is denied by sandbox\.env\.deny; remove it from one of the two\.$/,
    ],
    [
      '{ commands: { explicit: [{ name: a, description: d, argv: [b] }, { name: a, description: d, argv: [c] }] } }',
      '1:83: sandbox.commands.explicit[1].name: the command a stands here twice; give one another name.',
    ],
    [
      '{ commands: { explicit: [{ name: "a b", description: d, argv: [c] }] } }',
      /explicit\[0\]\.name: found "a b"; expected a name of letters/,
    ],
    [
      '{ commands: { explicit: [{ name: a, description: d, argv: [-x] }] } }',
      /argv\[0\]: a program cannot begin with "-"/,
    ],
    ['{ images: { python: "--privileged" } }', /^1:30: sandbox\.images\.python: .*expected the name of an image\.$/],
  ])('sandbox: %s', async (setting, said) => {
    owner(`sandbox: ${setting}`);
    expect(await problems()).toEqual([typeof said === 'string' ? said : expect.stringMatching(said)]);
  });
});
