// What there is to know of the tools before any is called: the registry with its tools, the policy in force, and the limits.
import type { DecisionSettings, JsonValue, Store } from '../../contract/index.ts';
import {
  cleanEnvironment,
  createArtifacts,
  createLastingPrograms,
  createProgramAsking,
  checkUrl,
  createLibraryFetch,
  createProcessLocks,
  createNamedVariables,
  createNetPolicy,
  openSandbox,
  readProxy,
  systemClock,
  type NamedVariables,
  type Redactor,
  type Sandbox,
} from '../../host/index.ts';
import {
  createLearning,
  createPresenter,
  createRegistry,
  createScopes,
  createToolFinder,
  findMode,
  type Flow,
  type Learning,
  type Presenter,
  type Registration,
  type Registry,
} from '../../kernel/index.ts';
import { argumentTransforms, builtinCatalog, builtinLoaders } from '../../tools/index.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { defaultSettings } from '../config/default-settings.ts';
import type { ListingParts } from '../local/listing.ts';
import { confinementSettings, type FilePlace } from './confinement-settings.ts';
import type { LoginSecrets } from '../servers/login/login-store.ts';
import { createPolicySource, type PolicySource } from '../local/policy-source.ts';
import { commandNames, createCommandFamily, type CommandFamily } from './command-family.ts';
import { createLocks } from '../servers/lock/locks.ts';
import { instanceOf } from '../servers/instance.ts';
import { createListEvents, type ListEvents } from '../servers/list-events.ts';
import { createServerDesk, type ServerDesk } from '../servers/server-desk.ts';
import { createSourceDesk, type SourceDesk } from '../sources/source-desk.ts';
import { openMemories, type Memories } from './memories.ts';
import { forDeferralAlone, registerBuiltins, unknownTexts, type UnknownNames } from './register-builtins.ts';

export interface CatalogParts extends ListingParts {
  readonly memories: Memories;
  /** Not proven yet: most commands start no program. */
  readonly sandbox: Sandbox;
  readonly variables: NamedVariables;
  readonly commands: CommandFamily;
  readonly servers: ListedServers;
  readonly sources: SourceDesk;
  readonly warnings: readonly string[];
  readonly learning: Learning;
}

export interface CatalogPlace extends Omit<FilePlace, 'memories'> {
  readonly store: Store;
  /** From then on nothing shows that value. */
  readonly registerSecret: (name: string, value: string) => void;
  readonly secretValue: (name: string) => Promise<string>;
  /** There once everything is assembled. */
  readonly secrets: () => Promise<LoginSecrets>;
  readonly redact: (text: string) => string;
  readonly redactStream: Redactor['stream'];
  /** Whether a text stands in what others wrote and a session has read: no search learns from that. */
  readonly isFromOthers: Flow['isFromOthers'];
  /** Told of configuration that does not act. */
  readonly report: (message: string) => void;
  /** Tools besides the built-in ones. */
  readonly tools: readonly Registration[];
}

export async function openCatalogParts(place: CatalogPlace): Promise<CatalogParts> {
  const { loaded, report, tools } = place;
  const { config } = loaded;
  const memories = openMemories(place.store, systemClock);
  const registry = createRegistry({
    isKnownMode: (mode) => findMode(mode) !== undefined,
    // A good part of a start else; a test checks each.
    proven: new Set(builtinCatalog),
    refreshers: { mcp: () => servers.refresh() },
  });
  const unknownNames = registerOwn(registry, config);
  for (const entry of tools) registry.register(entry);
  registry.scope(createScopes(config.profiles));
  const variables = variablesOf(place);
  const commands = createCommandFamily({ ...place, registry, config, variables });
  const servers = serversOf(place, registry, memories);
  const sources = sourcesOf(place, registry);
  await servers.use(config.servers);
  const ofCommands = await commands.use(config.sandbox.commands);
  const ofSources = await sources.use(config.sources);
  const warnings = [...loaded.warnings, ...unknownTexts(unknownNames, sources.isDisabled), ...ofCommands, ...ofSources];
  for (const text of [...warnings, ...untrustedWarning(loaded)]) report(text);
  const policy = policyOf(place, registry, memories);
  const learning = createLearning({
    uses: memories.searchUses,
    clock: systemClock,
    isFromOthers: place.isFromOthers,
    redact: place.redact,
  });
  return {
    memories,
    learning,
    registry,
    policy,
    sandbox: sandboxOf(place, memories),
    limits: reportedLimits(loaded),
    openedDirectories: memories.allowedRoots.liveIn(place.workspace),
    redact: place.redact,
    finder: createToolFinder(config.deferral?.learn === true ? learning : null),
    instance: instanceOf(place.home),
    presenter: presenterOf(place),
    variables,
    commands,
    servers,
    sources,
    serverReports: servers.reports,
    warnings,
  };
}

function registerOwn(registry: Registry, { tools, deferral, sandbox }: LoadedConfig['config']): UnknownNames {
  return registerBuiltins(registry, {
    catalog: builtinCatalog,
    loaders: builtinLoaders,
    named: tools.builtins,
    disabled: tools.disable,
    timeoutsMs: tools.timeoutsMs,
    deferral: deferral !== null,
    elsewhere: commandNames(sandbox.commands),
  });
}

function presenterOf({ loaded: { config }, redact }: CatalogPlace): Presenter {
  return createPresenter({
    ...(config.deferral ?? defaultSettings.deferral),
    redact,
    besideDeferred: forDeferralAlone({ catalog: builtinCatalog, named: config.tools.builtins }),
  });
}

function untrustedWarning({ untrusted }: LoadedConfig): readonly string[] {
  if (untrusted === null) return [];
  return [`${untrusted} does not act: this folder is not trusted. Read it, then run: gatehouse trust`];
}

function sandboxOf(place: CatalogPlace, memories: Memories): Sandbox {
  const { sandbox, net } = place.loaded.config;
  return openSandbox({
    setting: sandbox.setting,
    ...confinementSettings({ ...place, memories }),
    net,
    searchPath: cleanEnvironment(place.env, sandbox.env)['PATH'] ?? '',
  });
}

function variablesOf({ loaded, env, registerSecret, secretValue, report }: CatalogPlace): NamedVariables {
  const { from, deny } = loaded.config.sandbox.env;
  return createNamedVariables({ from, deny, env, registerSecret, secretValue, report, now: () => performance.now() });
}

function policyOf({ store, loaded }: CatalogPlace, registry: Registry, { rules, sessions }: Memories): PolicySource {
  return createPolicySource({
    store,
    rules,
    sessions,
    configured: loaded.config.policy.rules,
    settings: decisionSettings(loaded),
    defaultMode: loaded.config.mode,
    toolNow: registry.find,
    onTools: (listener) => void registry.onChange(listener),
  });
}

function sourcesOf(place: CatalogPlace, registry: Registry): SourceDesk {
  return createSourceDesk({
    ...place,
    registry,
    folder: place.home.sources,
    artifacts: createArtifacts(),
    asking: createProgramAsking(),
    redactor: { register: place.registerSecret },
    net: place.loaded.config.net,
    isReserved: (name) => argumentTransforms.some((transform) => transform.name === name),
    disabled: place.loaded.config.tools.disable,
  });
}

type ListedServers = ServerDesk & Pick<ListEvents, 'onListed'>;

function serversOf(place: CatalogPlace, registry: Registry, { serverPins, serverTraits }: Memories): ListedServers {
  const { net } = place.loaded.config;
  const policy = createNetPolicy(net);
  const { listed, onListed } = createListEvents();
  const desk = createServerDesk({
    ...place,
    listed,
    registry,
    pins: serverPins,
    traits: serverTraits,
    clock: systemClock,
    programs: createLastingPrograms({ folder: place.home.programs, report: place.report }),
    artifacts: createArtifacts(),
    locks: createLocks(place),
    fetch: createLibraryFetch({ policy, proxy: readProxy(net.proxy) }),
    judge(url) {
      const verdict = checkUrl(url, policy);
      return verdict.ok ? null : verdict.text;
    },
    processLocks: createProcessLocks(place.home),
    instance: instanceOf(place.home),
    redactor: { register: place.registerSecret, stream: place.redactStream },
  });
  return { ...desk, onListed };
}

function decisionSettings({ config }: LoadedConfig): DecisionSettings {
  const { confirmTags, unattended, flow } = config.policy;
  return { confirmTags, unattended, sandbox: config.sandbox.setting, flow };
}

/** Null for all. */
function reportedBuiltins(lists: readonly (readonly string[])[]): JsonValue {
  const [first, ...others] = lists;
  return first === undefined ? null : first.filter((name) => others.every((list) => list.includes(name)));
}

/** Every limit there is, also where nobody set one. */
function reportedLimits({ config }: LoadedConfig): ListingParts['limits'] {
  return {
    'tools.readPageLines': config.tools.readPageLines,
    'tools.resultChars': config.tools.resultChars,
    'tools.timeouts': Object.fromEntries(config.tools.timeoutsMs),
    'tools.builtins': reportedBuiltins(config.tools.builtins),
    'tools.disable': [...config.tools.disable],
    deferral: config.deferral !== null,
    'deferral.budget': config.deferral?.budget ?? null,
    'deferral.learn': config.deferral?.learn ?? false,
    'policy.expiryMs': config.policy.expiryMs,
    'policy.unattended': config.policy.unattended,
    'policy.flow': config.policy.flow,
    'policy.confirmTags': [...config.policy.confirmTags],
    'workspace.readRoots': [...config.workspace.readRoots],
    'workspace.writeRoots': [...config.workspace.writeRoots],
    'workspace.guestRoots': [...config.workspace.guestRoots],
    'net.allowedHosts': config.net.allowedHosts.length === 0 ? null : [...config.net.allowedHosts],
    'net.blockedHosts': config.net.blockedHosts.length === 0 ? null : [...config.net.blockedHosts],
    'sandbox.env.mode': config.sandbox.env.mode,
    'sandbox.env.allow': [...config.sandbox.env.allow],
    'sandbox.env.deny': [...config.sandbox.env.deny],
    // Where a value comes from is the owner's alone.
    'sandbox.env.from': Object.keys(config.sandbox.env.from),
    'sandbox.network.hosts': config.sandbox.network.hosts.length === 0 ? null : [...config.sandbox.network.hosts],
    'sandbox.commands.profile': config.sandbox.commands.profile,
    'sandbox.commands.presets': [...config.sandbox.commands.presets],
    'sandbox.images': { ...config.sandbox.images },
    'net.internalOrigins': config.net.internalOrigins.length === 0 ? null : [...config.net.internalOrigins],
  };
}
