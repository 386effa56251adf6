// The table of contents of the system: where deciding and acting meet. Everything is made here once and handed on as ports.
import { createSecretKey } from 'node:crypto';
import { CapabilityError, type Caller, type Results, type Runtime, type Trust } from '../contract/index.ts';
import {
  createRedactor,
  createResults,
  missText,
  openSecrets,
  realFolder,
  systemClock,
  type Environment,
  type Home,
  type OpenStore,
  type Redactor,
} from '../host/index.ts';
import {
  createFlow,
  createGate,
  findMode,
  createScopes,
  lintRules,
  type Flow,
  type Gate,
  type GateDeps,
  type Registration,
} from '../kernel/index.ts';
import { hmacSha256Hex } from '../text/index.ts';
import { argumentTransforms } from '../tools/index.ts';
import type { TokenIdentity } from './callers.ts';
import { loadConfig, type LoadedConfig } from './config/load-config.ts';
import { startAttendant } from './local/attendant.ts';
import { createCheckSchema } from './assembly/check-schema.ts';
import { diagnose } from './local/diagnose.ts';
import { effectiveMatrix, updateSelfModels } from './local/effective-matrix.ts';
import { grantView, rootView } from './local/grant-view.ts';
import { catalogFor } from './local/listing.ts';
import { createLocalRuntime } from './local/local-runtime.ts';
import { openCatalogParts, type CatalogParts } from './assembly/catalog-parts.ts';
import type { Memories } from './assembly/memories.ts';
import { openStoreOf } from './assembly/open-store.ts';
import { createOwner } from './local/owner.ts';
import { createSecretDesk, registerSecrets, type SecretDesk } from './local/secret-desk.ts';
import { openQuestions } from './questions/open-questions.ts';
import type { QuestionDesk } from './questions/question-desk.ts';
import { ownQuestions } from './local/own-questions.ts';
import { openPowers } from './assembly/powers.ts';
import { portsFor } from './assembly/tool-ports.ts';
import { watchConfig, type ConfigWatch } from './assembly/watch-config.ts';

export interface ComposeOptions {
  readonly home: Home;
  /** Absolute path of the workspace root. */
  readonly workspace: string;
  readonly env: Environment;
  /** Told of what goes wrong in the background, and of configuration that does not act. */
  readonly report: (message: string) => void;
  /** Whether the daemon of this home answers: for the doctor. */
  readonly daemonRuns: () => Promise<boolean>;
  /** Takes secrets out of every result, error and record. Runtimes of one process share theirs: what one learns the others know. */
  readonly redactor?: Redactor;
  /** For a process that lives on: the sandbox is proven, and the accepted MCP servers are connected, beside the start and not at first use. Default false. */
  readonly livesOn?: boolean;
  /** Tools besides the built-in ones: of a program that brings its own. */
  readonly tools?: readonly Registration[];
}

/** A runtime of this process. It knows the tokens of its home, which the daemon asks it about. */
export interface ComposedRuntime extends Runtime {
  /** Who a token is, by its SHA-256 in hex; null when there is none. */
  identifyToken(hash: string): Promise<TokenIdentity | null>;
}

/** With the deciding authority: whoever can open the home is its owner. */
export async function composeLocal(options: ComposeOptions): Promise<ComposedRuntime> {
  const { open, loaded } = await openStoreOf({ ...options, clock: systemClock });
  try {
    return await assemble(options, open, loaded);
  } catch (cause) {
    await open.close();
    throw cause;
  }
}

async function assemble(given: ComposeOptions, open: OpenStore, loaded: LoadedConfig): Promise<ComposedRuntime> {
  const { store } = open;
  const { redactor = createRedactor() } = given;
  const { redact } = redactor;
  const options = { ...given, redactor, report: (message: string) => given.report(redact(message)) };
  const { tools = [] } = options;
  const desk = Promise.withResolvers<SecretDesk>();
  const flow = Promise.withResolvers<Flow>();
  const watch = Promise.withResolvers<ConfigWatch>();
  const catalog = await openCatalogParts({
    ...options,
    store,
    loaded,
    tools,
    registerSecret: redactor.register,
    redact,
    redactStream: redactor.stream,
    secretValue: async (name) => (await desk.promise).valueOf(name),
    secrets: () => desk.promise,
    isFromOthers: async (session, text) => (await flow.promise).isFromOthers(session, text),
  });
  const { memories } = catalog;
  const unreadable = new Set<string>();
  const kept = { names: memories.secretNames, secrets: openSecrets(options), unreadable };
  const secretParts = { ...kept, redactor, clock: systemClock };
  for (const problem of await registerSecrets(secretParts)) options.report(problem);
  const powers = await openPowers({ ...options, ...catalog, loaded, unreadableSecrets: () => [...unreadable] });
  const results = resultsOf(options, open);
  flow.resolve(createFlow({ labels: memories.labels, results }));
  const { questionExpiryMs: expiryMs } = loaded.config.approvals;
  const questions = openQuestions({ home: options.home, open, book: memories.questions, redact, expiryMs });
  const gate = gateOf({
    options,
    open,
    loaded,
    catalog,
    powers,
    results,
    flow: await flow.promise,
    redact,
    questions,
    takeUp: async () => (await watch.promise).look(),
  });
  const secrets = createSecretDesk(secretParts);
  desk.resolve(secrets);
  if (options.livesOn === true) {
    void catalog.sandbox.prove();
    catalog.servers.keep();
  }
  const runtime = await surfaceOf({ options, open, loaded, catalog, gate, secrets, results, questions, watch });
  return { ...runtime, identifyToken: memories.tokens.identify };
}

interface GateParts {
  readonly options: ComposeOptions;
  readonly open: OpenStore;
  readonly loaded: LoadedConfig;
  readonly catalog: CatalogParts;
  readonly powers: Awaited<ReturnType<typeof openPowers>>;
  readonly results: Results;
  readonly flow: Flow;
  readonly redact: (text: string) => string;
  readonly questions: QuestionDesk;
  /** Takes up what the configuration says now. */
  readonly takeUp: () => Promise<void>;
}

function gateOf({ options, open, loaded, catalog, powers, results, flow, redact, questions, takeUp }: GateParts): Gate {
  const { config } = loaded;
  const { memories, registry, policy, learning } = catalog;
  return createGate({
    registry,
    findMode,
    guards: powers.guards,
    journal: open.journal,
    clock: systemClock,
    policy,
    flow,
    learning,
    questions,
    grants: (caller, tool) => memories.grants.live(caller, tool.name, systemClock.now()),
    trustNow: (caller) => trustNow(caller, memories),
    argumentKey: keyedBy(options.home),
    checkSchema: createCheckSchema(),
    portsFor: (caller) =>
      portsFor(caller, {
        ...powers,
        servers: catalog.servers,
        takeUp,
        programHosts: config.sandbox.network.hosts,
        catalogFor: (asking) => catalogFor(asking, catalog),
        classesOf: (asking) => catalog.registry.snapshot().scopes.classesOf(asking),
        notes: memories.notes,
        allowedRoots: memories.allowedRoots,
        results,
        clock: systemClock,
        redact,
      }),
    redact,
    transforms: argumentTransforms,
    limits: limitsOf(loaded),
    settings: { readPageLines: config.tools.readPageLines },
    instance: catalog.instance,
  });
}

interface Parts {
  readonly options: ComposeOptions;
  readonly open: OpenStore;
  readonly loaded: LoadedConfig;
  readonly catalog: CatalogParts;
  readonly gate: Gate;
  readonly secrets: SecretDesk;
  readonly results: Results;
  readonly questions: QuestionDesk;
  readonly watch: Pick<PromiseWithResolvers<ConfigWatch>, 'resolve'>;
}

async function surfaceOf(parts: Parts): Promise<Runtime> {
  const { options, open, loaded, catalog, gate } = parts;
  const { memories, registry, policy } = catalog;
  const { journal } = open;
  const { questions } = parts;
  const attendant = await startAttendant({ journal, gate, questions, clock: systemClock, report: options.report });
  const matrixParts = {
    registry,
    policy,
    grants: memories.grants,
    selfModels: memories.selfModels,
    clock: systemClock,
  };
  const started = updateSelfModels(matrixParts).catch((cause: unknown) =>
    options.report(`The self-model was not updated: ${String(cause)}`),
  );
  const watch = watchConfig(watchParts(parts, () => updateSelfModels(matrixParts)));
  parts.watch.resolve(watch);
  const owner = createOwner({
    gate,
    registry,
    transforms: argumentTransforms,
    journal,
    clock: systemClock,
    ...memories,
    secrets: parts.secrets,
    servers: catalog.servers,
    sources: catalog.sources,
    questions,
    attendant,
    audit: open.audit,
    approvalMs: loaded.config.policy.expiryMs,
    policyChanged: () => updateSelfModels(matrixParts),
    trustFolder: (folder, by) => trustFolder(folder, by, memories),
    diagnose: () => diagnose(doctorParts(parts)),
  });
  return createLocalRuntime({
    workspace: options.workspace,
    ...ownQuestions(questions),
    ...catalog,
    onListed: catalog.servers.onListed,
    gate,
    journal,
    attendant,
    ruleProblems: loaded.ruleProblems,
    elicitation: loaded.config.approvals.elicitation,
    matrix: () => effectiveMatrix(matrixParts),
    grants: async () => (await memories.grants.list(systemClock.now())).map(grantView),
    roots: async () => (await memories.allowedRoots.list()).map(rootView),
    answerElicited: async (id, principal, accepted) => {
      await owner.answer(id, accepted ? { act: 'once' } : { act: 'deny', note: 'Said no when asked.' }, {
        by: principal,
      });
    },
    owner,
    close: () =>
      closeAll(parts, [watch.end, questions.close, () => closeDesks(catalog), attendant.stop, () => started]),
  });
}

async function closeDesks({ servers, sources }: CatalogParts): Promise<void> {
  await servers.close();
  await sources.close();
}

/** In that order: calls that wait for a server end with the servers, and only then with the attendant. */
async function closeAll({ open, catalog, results }: Parts, first: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of first) await close();
  await results.close();
  await open.close();
  await catalog.sandbox.known();
  catalog.sandbox.close();
}

function limitsOf({ config }: LoadedConfig): GateDeps['limits'] {
  return {
    resultChars: config.tools.resultChars,
    approvalMs: config.policy.expiryMs,
    graceMs: 1_000,
    guardMs: 20_000,
  };
}

function resultsOf({ home }: ComposeOptions, { othersWrote }: OpenStore) {
  return createResults({
    folder: home.results,
    key: home.readOrCreateKey('result-seal', 32),
    clock: systemClock,
    // A result counts as read once its call is recorded, so whoever has kept one has written there too.
    othersWrote,
  });
}

/** Equal calls have equal keys in this home and in no other: a key tells nothing about the arguments elsewhere. */
function keyedBy(home: Home): (text: string) => string {
  const key = createSecretKey(home.readOrCreateKey('argument', 32));
  return (text) => hmacSha256Hex(key, text);
}

/** A token that was revoked, or given less trust, takes its open requests with it. */
async function trustNow(caller: Caller, { tokens }: Memories): Promise<Trust> {
  if (!caller.principal.startsWith('token:') || caller.principal === 'token:local') return caller.trust;
  return (await tokens.trustOf(caller.principal)) ?? 'guest';
}

async function trustFolder(folder: string, by: string, { trustedFolders }: Memories): Promise<void> {
  const real = realFolder(folder);
  if (real === null) throw new CapabilityError('malformed_request', `${folder} is not a folder.`);
  await trustedFolders.trust(real, { by, now: systemClock.now() });
}

function watchParts(
  { options, loaded, catalog }: Parts,
  toolsChanged: () => Promise<void>,
): Parameters<typeof watchConfig>[0] {
  const { memories, registry, commands, servers, sources } = catalog;
  return {
    loaded,
    load: async () => loadConfig({ ...options, trustedFolders: await memories.trustedFolders.list() }),
    async use({ config }) {
      const warnings = [...(await commands.use(config.sandbox.commands)), ...(await sources.use(config.sources))];
      registry.scope(createScopes(config.profiles));
      await servers.use(config.servers);
      await toolsChanged();
      return warnings;
    },
    clock: systemClock,
    report: options.report,
  };
}

function doctorParts({ options, open, loaded, catalog, secrets }: Parts): Parameters<typeof diagnose>[0] {
  const { registry, policy, sandbox, warnings, variables, sources } = catalog;
  return {
    home: options.home.path,
    nodeVersion: process.version,
    sandbox,
    configFiles: loaded.files,
    warnings,
    sources: sources.views,
    ruleProblems: loaded.ruleProblems,
    untrusted: loaded.untrusted,
    missingVariables: async () => (await variables.resolve()).misses.map(missText),
    secrets: secrets.check,
    probeStore: () => open.journal.heartbeat(),
    countTools: () => registry.snapshot().size,
    lint: async () =>
      lintRules(await policy.rules(), registry.snapshot().all(), { broad: true }).map(
        (item) => `${item.rule}: ${item.message}`,
      ),
    daemonRuns: options.daemonRuns,
  };
}
