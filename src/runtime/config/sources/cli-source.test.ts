import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../load-config.ts';

async function load(sources: string, where: 'owner' | 'project' = 'owner') {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, where === 'owner' ? 'config.yaml' : 'gatehouse.yaml');
  writeFileSync(file, `sources: ${sources}\n`);
  const env = { HOME: folder, ...(where === 'owner' ? { GATEHOUSE_CONFIG: file } : {}) };
  const place = { home: { path: join(folder, 'home') }, workspace: folder, env, trustedFolders: [folder] };
  const { config } = await loadConfig(place);
  return { sources: config.sources, folder };
}

it('has for a program all that is not said', async () => {
  const { sources } = await load('{ nats: { kind: cli, command: nats } }');
  expect(sources).toEqual([
    {
      kind: 'cli',
      name: 'nats',
      disabled: false,
      as: 'fisk',
      spec: null,
      settings: {
        source: 'nats',
        argv: ['nats'],
        prefix: '',
        include: null,
        exclude: null,
        globalFlags: [],
        confirmTags: [],
        readOnly: null,
        sandbox: 'off',
        hosts: [],
        directory: '.',
        timeoutMs: 30_000,
        timeoutsMs: {},
        env: {},
        passEnv: [],
      },
    },
  ]);
});

it('takes everything that can be said of one, in order of name', async () => {
  const { sources, folder } = await load(`
  z: { kind: cli, command: /bin/z, disabled: true }
  a:
    kind: cli
    command: [~/bin/a, --quiet]
    as: oclif
    spec: ~/spec.json
    prefix: my
    include: { tools: ['^stream_', (?i)ls], tags: [''] }
    exclude: { tags: ['impact:rw'] }
    readOnly: { tools: [_ls$] }
    globalFlags: [context]
    confirmTags: [impact:rw]
    sandbox: on
    hosts: [example.com]
    workingDir: sub
    timeout: 1m
    timeouts: { stream_ls: 2m }
    env: { A: b, C: { env: D }, E: { secret: F, prefix: 'g ' } }
    passEnv: [H]`);
  expect(sources.map(({ name, disabled }) => [name, disabled])).toEqual([
    ['a', false],
    ['z', true],
  ]);
  expect(sources[0]).toMatchObject({ as: 'oclif', spec: join(folder, 'spec.json') });
  expect(sources[0]?.settings).toEqual({
    source: 'a',
    argv: [join(folder, 'bin/a'), '--quiet'],
    prefix: 'my',
    include: { tools: ['^stream_', '(?i)ls'], tags: [''] },
    exclude: { tools: [], tags: ['impact:rw'] },
    readOnly: { tools: ['_ls$'], tags: [] },
    globalFlags: ['context'],
    confirmTags: ['impact:rw'],
    sandbox: 'on',
    hosts: ['example.com'],
    directory: 'sub',
    timeoutMs: 60_000,
    timeoutsMs: { stream_ls: 120_000 },
    env: { A: { text: 'b' }, C: { env: 'D', prefix: '' }, E: { secret: 'F', prefix: 'g ' } },
    passEnv: ['H'],
  });
});

it.each([
  ['{ a: { command: x } }', 'sources.a.kind: found nothing; expected a map with kind: one of cli'],
  ['{ a: { kind: cmd, command: x } }', 'sources.a.kind: found "cmd"; expected a map with kind: one of cli'],
  ['{ a: { kind: cli } }', 'sources.a.command: found nothing; expected a program, or a list'],
  ['{ a: { kind: cli, command: "" } }', 'sources.a.command: found ""; expected the name of a program.'],
  ['{ a: { kind: cli, command: [] } }', 'sources.a.command'],
  ['{ a: { kind: cli, command: ./x } }', 'sources.a.command: found "./x"; expected an absolute path'],
  ['{ a: { kind: cli, command: -x } }', 'expected the name of a program'],
  ['{ a: { kind: cli, command: x, spec: x.json } }', 'sources.a.spec: found "x.json"; expected an absolute path'],
  ['{ a: { kind: cli, command: x, as: click } }', 'expected one of fisk, oclif, fig, usage, cobra, help'],
  [
    '{ a: { kind: cli, command: x, include: { tools: [a, "("] } } }',
    'config.yaml:1:62: sources.a.include.tools[1]: found "(", which is no regular expression',
  ],
  ['{ a: { kind: cli, command: x, readOnly: { tools: ["(?=a)"] } } }', 'which is no regular expression'],
  ['{ a: { kind: cli, command: x, hosts: [example.com] } }', 'sources.a.hosts: hosts goes with sandbox: on.'],
  ['{ a: { kind: cli, command: x, sandbox: on, hosts: ["a b"] } }', 'sources.a.hosts[0]'],
  ['{ a: { kind: cli, command: x, workingDir: ~/x } }', 'sources.a.workingDir: found "~/x"; expected the full path'],
  ['{ a: { kind: cli, command: x, timeout: 2h } }', 'sources.a.timeout'],
  ['{ a: { kind: cli, command: x, tiemout: 2s } }', 'Did you mean sources.a.timeout?'],
  ['{ a: { kind: cli, command: x, env: { "A=B": c } } }', 'names of variables'],
  ['{ "a b": { kind: cli, command: x } }', 'found the key "a b"'],
  ['{ builtin: { kind: cli, command: x } }', 'Give the source another name'],
  ['{ preset: { kind: cli, command: x } }', 'Give the source another name'],
  ['[]', 'sources: found a list; expected a map of names to sources'],
])('refuses %s with its place', async (sources, message) => {
  await expect(load(sources)).rejects.toThrow(message);
  await expect(load(sources)).rejects.toThrow(/config\.yaml:\d+:\d+: /);
});

it('has no name of an MCP server, as a profile names either by it', async () => {
  const text = '{ a: { kind: cli, command: x } }\nmcp: { servers: { a: { command: y } } }';
  await expect(load(text)).rejects.toThrow('sources.a: a is the name of an MCP server too (mcp.servers)');
  await expect(load(text.replace('servers: { a', 'servers: { b'))).resolves.toBeDefined();
});

it("is the owner's alone", async () => {
  await expect(load('{ a: { kind: cli, command: x } }', 'project')).rejects.toThrow(
    'sources may not be set in the file of a project',
  );
});
