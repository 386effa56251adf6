import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createConfigWorld, type ConfigWorld } from '../../../test/fixtures/config-world.ts';
import { defaultSettings } from './default-settings.ts';

let user: string;
let workspace: string;
let ownerFile: string;
let projectFile: string;
let mcpJson: string;
let projectLock: string;
let ownerLock: string;
let load: ConfigWorld['load'];
let owner: ConfigWorld['owner'];
let project: ConfigWorld['project'];

beforeEach(() => {
  ({ user, workspace, ownerFile, projectFile, load, owner, project } = createConfigWorld());
  mcpJson = join(workspace, '.mcp.json');
  projectLock = join(workspace, 'gatehouse.lock');
  ownerLock = join(dirname(ownerFile), 'gatehouse.lock');
});

describe('without a file', () => {
  it('answers the defaults', async () => {
    expect(await load()).toEqual({
      config: {
        mode: 'readonly',
        workspace: {
          readRoots: [workspace],
          writeRoots: [workspace],
          guestRoots: [],
          zones: { blocked: [], silent: [], prompt: [] },
          protected: [],
        },
        sandbox: defaultSettings.sandbox,
        servers: [],
        sources: [],
        net: { internalOrigins: [], allowedHosts: [], blockedHosts: [], proxy: 'direct' },
        policy: { rules: [], confirmTags: [], unattended: 'deny', flow: 'strict', expiryMs: 86_400_000 },
        approvals: { elicitation: [], questionExpiryMs: 600_000 },
        tools: { builtins: [], disable: [], timeoutsMs: new Map(), readPageLines: 200, resultChars: 50_000 },
        profiles: new Map(),
        deferral: { budget: 2_700, learn: true },
        audit: { durability: 'process', signEvery: 256 },
      },
      files: [],
      protectedPaths: [ownerFile, projectFile, mcpJson, projectLock, ownerLock],
      warnings: [],
      ruleProblems: [],
      untrusted: null,
    });
  });

  it('loads neither the parser nor the schema', () => {
    const program = (file: string): string => `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
      const { loadConfig } = await import(${JSON.stringify(new URL('load-config.ts', import.meta.url).href)});
      const before = loaded.length;
      await loadConfig({ home: { path: '/h' }, workspace: ${JSON.stringify(workspace)}, env: { HOME: ${JSON.stringify(user)} }, trustedFolders: [] });
      const here = loaded.filter((url) => url.includes('/runtime/config/'));
      const late = loaded.slice(before).filter((url) => /node_modules.(zod|yaml)./.test(url));
      console.log(here.some((url) => url.includes('${file}')), late.length > 0);`;
    const run = (file: string): string =>
      execFileSync(process.execPath, ['--input-type=module', '-e', program(file)], { encoding: 'utf8' }).trim();
    expect(run('config-schema')).toBe('false false');
    owner('mode: readonly');
    // The same measurement sees them where there is a file.
    expect(run('config-schema')).toBe('true true');
  });
});

describe('the file of the owner', () => {
  it('sets every setting', async () => {
    owner(`
mode: plan-only
workspace:
  readRoots: [., ~/notes, /srv/data/, ../other]
  writeRoots: [out]
  guestRoots: [docs]
  zones: { blocked: [dist], silent: ['drafts/**'], prompt: ['**/*.sql'] }
  protected: [private, ~/diary]
sandbox: required
net: { internalOrigins: ['http://127.0.0.1:8080'], allowedHosts: [example.com], blockedHosts: [ads.example.com], proxy: 'http://proxy.example:3128' }
mcp: { servers: { github: { url: 'https://example.com/mcp', headers: { A: { secret: gh, prefix: 'Bearer ' } }, timeout: 5m } } }
policy:
  rules: [{ effect: ASK, tool: file_read, target: 'src/**', note: why }]
  confirmTags: [money]
  unattended: queue
  flow: relaxed
  expiry: 90m
approvals: { elicitation: ['token:ci'] }
tools: { builtins: [calculate, note], disable: [shell], timeouts: { web_fetch: 90s }, readPageLines: 100, resultChars: 1000 }
deferral: { budget: 900, learn: false }
sources: { nats: { kind: cli, command: nats } }
profiles: { ci: { for: [token:ci], readOnly: true, classes: [read_only], allow: [file_*], servers: [github], deny: [x], maxTools: 40 }, all: {} }
audit: { durability: power, signEvery: 1 }
`);
    const loaded = await load();
    expect(loaded.config).toEqual({
      mode: 'plan-only',
      workspace: {
        readRoots: [workspace, join(user, 'notes'), '/srv/data', join(workspace, '../other')],
        writeRoots: [join(workspace, 'out')],
        guestRoots: [join(workspace, 'docs')],
        zones: { blocked: ['dist'], silent: ['drafts/**'], prompt: ['**/*.sql'] },
        protected: [join(workspace, 'private'), join(user, 'diary')],
      },
      sandbox: { ...defaultSettings.sandbox, setting: 'required' },
      servers: [
        expect.objectContaining({
          name: 'github',
          reach: { kind: 'web', url: 'https://example.com/mcp', headers: { A: { secret: 'gh', prefix: 'Bearer ' } } },
          timeoutMs: 300_000,
        }),
      ],
      sources: [expect.objectContaining({ kind: 'cli', name: 'nats' })],
      net: {
        internalOrigins: ['http://127.0.0.1:8080'],
        allowedHosts: ['example.com'],
        blockedHosts: ['ads.example.com'],
        proxy: 'http://proxy.example:3128',
      },
      policy: {
        rules: [
          {
            id: expect.stringMatching(/^conf_[0-9a-f]{12}$/),
            effect: 'ASK',
            agent: null,
            tool: 'file_read',
            target: 'src/**',
            action: null,
            window: null,
            note: 'why',
            source: { kind: 'file', file: ownerFile, line: 13 },
          },
        ],
        confirmTags: ['money'],
        unattended: 'queue',
        flow: 'relaxed',
        expiryMs: 5_400_000,
      },
      approvals: { elicitation: ['token:ci'], questionExpiryMs: 600_000 },
      tools: {
        builtins: [['calculate', 'note']],
        disable: ['shell'],
        timeoutsMs: new Map([['web_fetch', 90_000]]),
        readPageLines: 100,
        resultChars: 1000,
      },
      profiles: new Map([
        [
          'ci',
          {
            for: ['token:ci'],
            readOnly: true,
            classes: ['read_only'],
            allow: ['file_*'],
            sources: ['github'],
            deny: ['x'],
            maxTools: 40,
          },
        ],
        ['all', { for: [], readOnly: false, classes: null, allow: null, sources: null, deny: [], maxTools: null }],
      ]),
      deferral: { budget: 900, learn: false },
      audit: { durability: 'power', signEvery: 1 },
    });
    expect(loaded.files).toEqual([ownerFile]);
  });

  it.each([
    ['deferral: false', null],
    ['deferral: true', { budget: 2_700, learn: true }],
    ['deferral: {}', { budget: 2_700, learn: true }],
    ['deferral: { budget: 5000 }', { budget: 5_000, learn: true }],
    ['deferral: { learn: false }', { budget: 2_700, learn: false }],
  ])('says with %s whether tools are deferred', async (text, deferral) => {
    owner(text);
    expect((await load()).config.deferral).toEqual(deferral);
  });

  it.each(['', '# remarks alone\n', '---\n', '\ufeff'])('says nothing when it is %j', async (text) => {
    owner(text);
    expect((await load()).config.mode).toBe('readonly');
  });

  it('is the one that GATEHOUSE_CONFIG names, which has to be there', async () => {
    owner('mode: full-auto');
    const named = join(user, 'named.yaml');
    await expect(load({ env: { GATEHOUSE_CONFIG: named } })).rejects.toMatchObject({
      code: 'invalid_config',
      message: `${named} is not there, but --config or GATEHOUSE_CONFIG names it. Create it, or name no file.`,
    });
    writeFileSync(named, 'mode: plan-only');
    const loaded = await load({ env: { GATEHOUSE_CONFIG: named } });
    expect(loaded.config.mode).toBe('plan-only');
    expect(loaded.protectedPaths).toEqual([
      named,
      ownerFile,
      projectFile,
      mcpJson,
      projectLock,
      join(user, 'gatehouse.lock'),
    ]);
  });

  it('is read through links, and protected under both names', async () => {
    writeFileSync(join(user, 'dotfile.yaml'), 'mode: plan-only');
    symlinkSync(join(user, 'dotfile.yaml'), ownerFile);
    const loaded = await load();
    expect(loaded.config.mode).toBe('plan-only');
    expect(loaded.protectedPaths).toEqual([
      ownerFile,
      projectFile,
      mcpJson,
      join(user, 'dotfile.yaml'),
      projectLock,
      ownerLock,
    ]);
  });

  it('is refused when it is a folder, or every user can change it', async () => {
    owner('mode: full-auto');
    chmodSync(ownerFile, 0o666);
    await expect(load()).rejects.toMatchObject({
      code: 'invalid_config',
      message: `${ownerFile} can be changed by every user of this machine. Make it yours alone (chown, chmod 600).`,
    });
    rmSync(ownerFile);
    mkdirSync(ownerFile);
    await expect(load()).rejects.toMatchObject({
      code: 'invalid_config',
      message: `${ownerFile} is a folder, not a file.`,
    });
  });
});

describe('the file of a project', () => {
  it('does not act, and is not even parsed, until its folder is trusted', async () => {
    project('mode: [');
    for (const trusted of [[], [dirname(workspace)], [join(workspace, 'sub')], [`${workspace}/`]]) {
      const loaded = await load({ trusted });
      expect([loaded.untrusted, loaded.config.mode, loaded.files]).toEqual([projectFile, 'readonly', []]);
    }
    await expect(load()).rejects.toMatchObject({ code: 'invalid_config' });
  });

  it('acts by the real path of its folder, whatever link leads there', async () => {
    project('mode: plan-only');
    const place = `${workspace}-link`;
    symlinkSync(workspace, place);
    expect((await load({ place, trusted: [place] })).untrusted).toBe(join(place, 'gatehouse.yaml'));
    expect((await load({ place, trusted: [workspace] })).config.mode).toBe('plan-only');
  });

  it('is refused when it is a link out of the folder that was trusted', async () => {
    writeFileSync(join(user, 'other.yaml'), 'mode: full-auto');
    symlinkSync(join(user, 'other.yaml'), projectFile);
    await expect(load()).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining('is a link to'),
    });
  });

  it('draws a warning when every user can change it', async () => {
    project('mode: plan-only');
    chmodSync(projectFile, 0o666);
    expect((await load()).warnings).toEqual([
      `${projectFile} can be changed by every user of this machine: whoever can change it changes the policy of this folder.`,
    ]);
  });

  it('named by GATEHOUSE_CONFIG is the file of the owner, once', async () => {
    project('audit: { signEvery: 5 }\npolicy: { rules: [{ effect: ASK, tool: shell }] }');
    const loaded = await load({ env: { GATEHOUSE_CONFIG: projectFile }, trusted: [] });
    expect([loaded.config.audit.signEvery, loaded.config.policy.rules.length, loaded.untrusted]).toEqual([5, 1, null]);
  });
});
