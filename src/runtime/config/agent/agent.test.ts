import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { initFromAgent, type AgentImport } from '../../init-from-agent.ts';
import { loadConfig, type LoadedConfig } from '../load-config.ts';
import { agentKeys } from './agent-keys.ts';
import { agentSchema } from './agent-schema.ts';
import { sourceTimeout } from './go-duration.ts';
import { namePatternOf } from './name-pattern.ts';

interface Made {
  readonly made: AgentImport;
  readonly text: string;
  readonly loaded: LoadedConfig;
  readonly folder: string;
}

async function init(agent: string): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-agent-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [from, out] = [join(folder, 'agent.yaml'), join(folder, 'out.yaml')];
  writeFileSync(from, agent);
  const env = { HOME: folder, GATEHOUSE_HOME: join(folder, 'home') };
  const made = await initFromAgent({ from, out, workspace: folder, env });
  const alone = { ...env, GATEHOUSE_CONFIG: out, GATEHOUSE_CONFIG_ALONE: '1' };
  const loaded = await loadConfig({
    home: { path: join(folder, 'home') },
    workspace: folder,
    env: alone,
    trustedFolders: [],
  });
  return { made, text: readFileSync(out, 'utf8'), loaded, folder };
}

/** Every key that has a value of its own, as an agent.yaml may have it. */
const whole = `
identity: nats
application_path: bin/nats
nats_context: prod
system_prompt: "Be kind.\\nBe # short."
include: { tools: ['^stream_', '^server_'], tags: ['scope:user'] }
exclude: { tools: ['_rm$'], tags: ['impact:rw'] }
global_flags: [--context, ' server ', context]
remote_agents: [{ name: a, alias: b }]
remote_tools: [{ name: c, include: { tools: [x] }, exclude: { tools: [y] } }]
expose:
  agent:
    agent_to_agent: true
    a2a: { max_concurrent_tools: 4, tool_timeout: 10s }
    tools: { include: { tools: ['^stream_'], tags: [] }, exclude: { tools: ['_purge$', 'a|b'], tags: ['t'] } }
    mcp: { port: 8080, address: 127.0.0.1, instructions: Hello, confirm_over_mcp: never, builtins: [knowledge_search], max_concurrent_tools: 2, tool_timeout: 1m30s }
harness:
  human_in_the_loop: { enabled: true }
  confirm_tags: ['impact:rw', ' impact:rw ']
  tool_timeout: 20s
  no_tui: true
  no_bell: true
  memory: { enabled: true, backend: file, no_index: false, options: { password: hunter2 } }
  sessions: { backend: file, options: { dir: /tmp } }
  knowledge:
    enabled: true
    paths: [docs]
    directory: idx
    top_k: 5
    max_injected_tokens: 6000
    embeddings: { base_url: 'https://e.example', model: m, api_key_env: KEY, timeout: 5s, query_prefix: 'q:', document_prefix: 'd:' }
llm:
  model: claude
  provider: anthropic
  budget: { max_tokens: 1, max_output_tokens: 2, max_iterations: 3, call_timeout: 2m }
  thinking: { enabled: true }
  no_prompt_cache: true
  no_tool_search: true
`;

/** The keys of the schema that hold no others. */
function leaves(schema: z.core.$ZodType, before = ''): string[] {
  const plain = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(plain instanceof z.ZodObject)) return [before.slice(1)];
  return Object.entries(plain.shape).flatMap(([key, inner]: [string, z.core.$ZodType]) =>
    leaves(inner, `${before}.${key}`),
  );
}

it('knows of each key of the vocabulary what becomes of it', () => {
  expect(Object.keys(agentKeys).toSorted()).toEqual(leaves(agentSchema).toSorted());
});

it('accounts for each key of a whole file, and what is written loads', async () => {
  const { made, text, loaded, folder } = await init(whole);
  expect(made.account.map(({ key }) => key).toSorted()).toEqual(leaves(agentSchema).toSorted());
  for (const { key, became, text: said } of made.account) {
    expect([key, said]).not.toEqual([key, '']);
    expect(said).not.toContain('NAME');
    if (became === 'kept') expect(text).toContain(`#${key}: `);
  }
  const { sources, tools, deferral, profiles } = loaded.config;
  expect(sources).toMatchObject([
    {
      name: 'nats',
      as: 'fisk',
      settings: {
        argv: [join(folder, 'bin/nats')],
        include: { tools: ['^stream_', '^server_'], tags: ['scope:user'] },
        exclude: { tools: ['_rm$', 'a|b'], tags: ['impact:rw', 't'] },
        globalFlags: ['context', 'server'],
        confirmTags: ['impact:rw'],
        timeoutMs: 90_000,
      },
    },
  ]);
  expect(tools.builtins).toEqual([['ask_human_confirm', 'ask_human_input', 'ask_human_select']]);
  expect(deferral).toBeNull();
  expect(profiles.get('exposed')).toMatchObject({ allow: ['stream_*'], deny: ['*_purge'] });
  expect(made.profile).toBe('exposed');
  expect(text).not.toContain('hunter2');
  expect(statSync(made.file).mode & 0o777).toBe(0o600);
});

it('makes the least of the least', async () => {
  const { loaded, made } = await init('application_path: /usr/bin/my.app\n');
  expect(loaded.config.sources).toMatchObject([
    { name: 'my-app', settings: { argv: ['/usr/bin/my.app'], include: null, exclude: null } },
  ]);
  expect(loaded.config.tools.builtins).toEqual([[]]);
  expect(made).toMatchObject({ profile: null, account: [{ key: 'application_path', became: 'acts' }] });
  expect((await init('')).loaded.config.sources).toEqual([]);
  const tags = await init('harness: { confirm_tags: [x] }');
  expect(tags.loaded.config.policy.confirmTags).toEqual(['x']);
});

describe('what is exposed', () => {
  const exposing = (tools: string, more = '') =>
    init(`application_path: nats\n${more}\nexpose: { agent: { tools: ${tools} } }\n`);

  it.each([
    ['tags', '{ include: { tools: [a], tags: [t] } }', { tools: ['a'], tags: ['t'] }],
    ['a pattern that a profile has no words for', '{ include: { tools: ["a|b"] } }', { tools: ['a|b'], tags: [] }],
  ])('by %s narrows the source where nothing else does', async (_what, tools, include) => {
    const { loaded, made } = await exposing(tools);
    expect(loaded.config.sources).toMatchObject([{ settings: { include } }]);
    expect(made.profile).toBeNull();
  });

  it('and cannot be said beside an include of the source is left out: never one tool more', async () => {
    const { loaded, made } = await exposing(
      '{ include: { tools: ["^x", "a|b"], tags: [t] } }',
      'include: { tools: [a] }',
    );
    expect(loaded.config.profiles.get('exposed')).toMatchObject({ allow: ['x*'] });
    expect(made.account.find(({ key }) => key === 'expose.agent.tools.include.tags')?.text).toContain('fewer tools');
    const none = await exposing('{ include: { tags: [t] } }', 'include: { tools: [a] }');
    expect(none.loaded.config.profiles.get('exposed')).toMatchObject({ allow: [] });
  });
});

it.each([
  ['identitty: a', /agent\.yaml:1:1: "identitty" is no key of an agent\.yaml\. Did you mean identity\?/],
  [
    'llm:\n  budget:\n    max_token: 1',
    /agent\.yaml:3:5: "max_token" is no key of llm\.budget\. Did you mean max_tokens\?/,
  ],
  ['remote_tools:\n  - { name: a, foo: 1 }', /agent\.yaml:2:\d+: "foo" is no key of remote_tools\[0\]/],
  [
    'llm: { budget: { max_tokens: -1 } }',
    /agent\.yaml:1:\d+: llm\.budget\.max_tokens: found -1; expected a whole number/,
  ],
  ['expose: { agent: { mcp: { tool_timeout: 5 sec } } }', /expected a duration such as 30s/],
  ['expose: { agent: { mcp: { confirm_over_mcp: sometimes } } }', /expected one of auto, always, never/],
  ['identity: a b', /expected a name of letters/],
  [
    'application_path: x\ninclude: { tools: ["("] }',
    /agent\.yaml:2:\d+: include\.tools\[0\]: found "\(", which is no regular expression/,
  ],
  ['expose: { agent: { tools: { exclude: { tools: ["(?=a)"] } } } }', /which is no regular expression/],
  ['global_flags: [a]', /agent\.yaml:1:1: global_flags: there are flags of a program/],
  ['a: [', /agent\.yaml:1:\d+: /],
  ['- a', /agent\.yaml:1:1: found|expected a map/],
  ['application_path: -x', /Nothing was written/],
])('refuses %j and says where', async (agent, message) => {
  await expect(init(agent)).rejects.toThrow(message);
});

it('overwrites nothing, and needs what it is made from', async () => {
  const { folder } = await init('application_path: nats');
  const place = { out: join(folder, 'out.yaml'), workspace: folder, env: { HOME: folder } };
  await expect(initFromAgent({ ...place, from: join(folder, 'agent.yaml') })).rejects.toThrow('is there already');
  await expect(initFromAgent({ ...place, from: join(folder, 'gone.yaml') })).rejects.toThrow('gone.yaml is not there');
});

it.each([
  ['^stream_', 'stream_*'],
  ['_ls$', '*_ls'],
  ['^stream_ls$', 'stream_ls'],
  ['ls', '*ls*'],
  ['^a.*b$', 'a*b'],
  ['', '*'],
  ['^$', null],
  ['a|b', null],
  ['a.b', null],
  ['(?i)a', null],
  ['[ab]', null],
  ['a'.repeat(63), null],
])('says the pattern %j as %j', (pattern, words) => {
  expect(namePatternOf(pattern)).toBe(words);
});

it.each([
  ['1m30s', '90s'],
  ['500ms', '1s'],
  ['1.5s', '2s'],
  ['2h', '3600s'],
  ['0', null],
])('takes %s for %j', (text, seconds) => {
  expect(sourceTimeout(text)).toBe(seconds);
});
