// The stage on which a case is played: the real gate, guards, built-in tools and stores over a temporary home. Only the sandbox is said to be
// whole, so that a case comes out the same on every machine.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type {
  Caller,
  Explanation,
  Guard,
  JsonValue,
  Outcome,
  RecordedEvent,
  Tool,
} from '../../../src/contract/index.ts';
import {
  createRedactor,
  createResults,
  openHome,
  type Home,
  openMemoryStore,
  openSandbox,
  systemClock,
  type NamedVariables,
  type OpenStore,
  type Sandbox,
} from '../../../src/host/index.ts';
import {
  createFlow,
  createGate,
  createPresenter,
  createRegistry,
  createToolFinder,
  findMode,
  type GateDeps,
  type Registration,
} from '../../../src/kernel/index.ts';
import { createCheckSchema } from '../../../src/runtime/assembly/check-schema.ts';
import { openMemories } from '../../../src/runtime/assembly/memories.ts';
import { confinementSettings } from '../../../src/runtime/assembly/confinement-settings.ts';
import { openPowers } from '../../../src/runtime/assembly/powers.ts';
import { registerBuiltins } from '../../../src/runtime/assembly/register-builtins.ts';
import { portsFor } from '../../../src/runtime/assembly/tool-ports.ts';
import { loadConfig } from '../../../src/runtime/config/load-config.ts';
import { catalogFor } from '../../../src/runtime/local/listing.ts';
import { createPolicySource } from '../../../src/runtime/local/policy-source.ts';
import { libraryCaller } from '../../../src/runtime/callers.ts';
import { hmacSha256Hex } from '../../../src/text/index.ts';
import { argumentTransforms, builtinCatalog, builtinLoaders } from '../../../src/tools/index.ts';
import type { InjectionCase } from './injection-case.ts';

export interface Stage {
  /** Calls the tool in a session that always runs what needs no question. */
  call(tool: string, args: JsonValue): Promise<Outcome>;
  /** What the same call would meet. Runs nothing: some of the cases would do harm. */
  explain(tool: string, args: JsonValue, userWords: string | undefined): Promise<Explanation>;
  events(callId: string): Promise<readonly RecordedEvent[]>;
  close(): Promise<void>;
}

/** A tool and what it returns. */
export interface Prop {
  readonly tool: Tool;
  readonly returns: string;
}

/** Files that cases read or list. */
const workspaceFiles = ['README.md', 'package.json', 'docs/guide.md', 'src/index.ts', 'test/gate.test.ts'];

export async function openStage(mode: InjectionCase['mode'], props: readonly Prop[]): Promise<Stage> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-injections-')));
  const workspace = join(folder, 'workspace');
  for (const file of workspaceFiles) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    writeFileSync(join(workspace, file), 'A file of the workspace.\n');
  }
  const opened = await openMemoryStore({ workspace, clock: systemClock });
  const gate = createGate(await depsOf({ folder, workspace, opened, mode, props }));
  const caller: Caller = libraryCaller({ agent: 'scripted', trust: 'operator', session: 'vectors', workspace });
  return {
    call: (tool, args) => gate.call({ tool, arguments: { value: args }, caller }),
    explain: (tool, args, userWords) =>
      gate.explain({ tool, arguments: { value: args }, caller, ...(userWords === undefined ? {} : { userWords }) }),
    events: (callId) => opened.journal.events({ callId, limit: 100 }),
    async close() {
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly folder: string;
  readonly workspace: string;
  readonly opened: OpenStore;
  readonly mode: InjectionCase['mode'];
  readonly props: readonly Prop[];
}

const noServers = { views: () => [] };
const noSources = { programOf: () => null, rereadLater: () => undefined };
const untouched = { servers: noServers, takeUp: () => Promise.resolve() };

async function depsOf({ folder, workspace, opened, mode, props }: Place): Promise<GateDeps> {
  const home = openHome({ path: join(folder, 'home'), create: true });
  const env = { HOME: folder };
  const loaded = await loadConfig({ home, workspace, env, trustedFolders: [] });
  const memories = openMemories(opened.store, systemClock);
  const registry = registryWith(props);
  const policy = createPolicySource({
    store: opened.store,
    ...memories,
    configured: [],
    settings: { confirmTags: [], unattended: 'deny', sandbox: 'prefer', flow: 'strict' },
    defaultMode: mode,
    toolNow: () => undefined,
    onTools: () => undefined,
  });
  const sandbox: Sandbox = {
    ...openSandbox({
      setting: 'prefer',
      ...confinementSettings({ home, workspace, env, loaded, memories }),
      net: loaded.config.net,
      searchPath: '/usr/bin:/bin',
    }),
    // What is decided is not to hang on the machine that this runs on.
    prove: async () => ({ level: 'full', reason: 'The level is taken to be full.' }),
  };
  const redactor = createRedactor();
  const { redact } = redactor;
  const place = { home, workspace, env, loaded, memories, servers: noServers, sources: noSources };
  const unreadableSecrets = () => [];
  const powers = await openPowers({ ...place, sandbox, variables: noVariables, unreadableSecrets, redactor });
  const results = resultsOf(home);
  const openedDirectories = memories.allowedRoots.liveIn(workspace);
  const catalog = { registry, policy, sandbox, limits: {}, instance: 'vectors', openedDirectories, ...tellers(redact) };
  const ports = { ...powers, ...memories, ...untouched, programHosts: [], results, clock: systemClock, redact };
  return {
    registry,
    findMode,
    guards: withStandIns(powers.guards, props),
    journal: opened.journal,
    clock: systemClock,
    policy,
    flow: createFlow({ labels: memories.labels, results }),
    ...silent,
    grants: async () => [],
    trustNow: async ({ trust }) => trust,
    argumentKey: (text) => hmacSha256Hex('vectors', text),
    checkSchema: createCheckSchema(),
    portsFor: (caller) =>
      portsFor(caller, {
        ...ports,
        classesOf: (asking) => asking.policyClasses,
        catalogFor: (asking) => catalogFor(asking, catalog),
      }),
    redact,
    transforms: argumentTransforms,
    limits: { resultChars: 50_000, approvalMs: 60_000, graceMs: 100, guardMs: 20_000 },
    settings: { readPageLines: 200 },
    instance: 'vectors',
  };
}

function resultsOf(home: Home) {
  return createResults({ folder: home.results, key: home.readOrCreateKey('result-seal', 32), clock: systemClock });
}

function tellers(redact: (text: string) => string) {
  return {
    finder: createToolFinder(),
    presenter: createPresenter({ budget: 2_700, redact }),
    redact,
    serverReports: () => [],
  };
}

/** Nothing is learned from these calls, and they ask nobody. */
const silent = {
  learning: { used: async () => undefined },
  questions: { open: () => Promise.reject(new Error('Nobody is asked here.')) },
};
/** No program is run here. */
const noVariables: NamedVariables = { resolve: async () => ({ values: {}, misses: [] }) };

/** A guard that is not built yet, such as one of a later mode, has nothing to say about a tool that does not exist. */
function withStandIns(guards: ReadonlyMap<string, Guard>, props: readonly Prop[]): ReadonlyMap<string, Guard> {
  const named = props.flatMap(({ tool }) => findMode(tool.mode)?.guards ?? []);
  const inspect: Guard['inspect'] = async () => ({ facts: [], targets: [], paths: {}, urls: {} });
  return new Map([...named.map((name): [string, Guard] => [name, { name, inspect }]), ...guards]);
}

function registryWith(props: readonly Prop[]) {
  const registry = createRegistry({ isKnownMode: (mode) => findMode(mode) !== undefined });
  registerBuiltins(registry, {
    catalog: builtinCatalog,
    loaders: builtinLoaders,
    named: [],
    disabled: [],
    timeoutsMs: new Map(),
    deferral: true,
    elsewhere: [],
  });
  for (const { tool, returns } of props) {
    const entry: Registration = {
      tool,
      loader: async () => async () => ({ blocks: [{ type: 'text', text: returns }] }),
    };
    registry.register(entry);
  }
  return registry;
}
