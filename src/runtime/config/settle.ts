// Joins what the files say with the defaults to the configuration that the parts of the system are given.
import type { Rule } from '../../contract/index.ts';
import type { Profile } from '../../kernel/index.ts';
import type { ServerSpec } from '../../sources/index.ts';
import type { ConfigFile, Deferral, Settings } from './config-schema.ts';
import { defaultSettings } from './default-settings.ts';
import type { ProfileEntry } from './schema/profile-schema.ts';
import { readDuration } from './schema/duration.ts';
import { resolveFolder, type Surroundings } from './resolve-folder.ts';
import { settleServers } from './mcp/settle-servers.ts';
import { settleSources, type SourceSettings } from './sources/settle-sources.ts';
import { settleSandbox, type Sandbox } from './settle-sandbox.ts';

/** Everything that files can set, complete. Folders are absolute. */
export type Config = Omit<
  Settings,
  'policy' | 'approvals' | 'tools' | 'sandbox' | 'deferral' | 'mcp' | 'sources' | 'profiles'
> & {
  /** By name. */
  readonly profiles: ReadonlyMap<string, Profile>;
  /** The owner's, then those of `.mcp.json`. */
  readonly servers: readonly ServerSpec[];
  readonly sources: readonly SourceSettings[];
  readonly sandbox: Sandbox;
  readonly policy: Omit<Settings['policy'], 'rules' | 'expiry'> & {
    /** The owner's, then the project's, each in the order of its file. */
    readonly rules: readonly Rule[];
    readonly expiryMs: number;
  };
  readonly approvals: Omit<Settings['approvals'], 'questionExpiry'> & { readonly questionExpiryMs: number };
  readonly tools: Omit<Settings['tools'], 'timeouts' | 'builtins'> & {
    /** A built-in tool is there where each of these lists has one of its names. */
    readonly builtins: readonly (readonly string[])[];
    /** By the names as written; aliases are not resolved. */
    readonly timeoutsMs: ReadonlyMap<string, number>;
  };
  /** Null where all tools are shown whole. */
  readonly deferral: Deferral | null;
};

export interface Layers {
  readonly owner: ConfigFile;
  readonly project: ConfigFile;
  readonly rules: readonly Rule[];
  /** Of the project's `.mcp.json`. */
  readonly projectServers: readonly ServerSpec[];
  readonly surroundings: Surroundings;
  /** The owner's file is all there is, and serves what it names. */
  readonly isAlone: boolean;
}

/**
 * The project's word goes before the owner's, key by key. What only tightens adds up instead: blocked hosts, protected paths, the zones
 * `blocked` and `prompt`, confirm tags, disabled tools, built-in tools that are not named. What is said of programs is joined by `settleSandbox`.
 */
export function settle({ owner, project, rules, projectServers, surroundings, isAlone }: Layers): Config {
  const defaults = defaultSettings;
  const layers = [project, owner];
  const pick = <Value>(of: (file: ConfigFile) => Value | undefined, otherwise: Value): Value => {
    const values = layers.map(of).filter((value) => value !== undefined);
    return values[0] ?? otherwise;
  };
  const sum = (of: (file: ConfigFile) => readonly string[] | undefined): readonly string[] => [
    ...new Set(layers.toReversed().flatMap((file) => of(file) ?? [])),
  ];
  const folders = (list: readonly string[]): readonly string[] =>
    list.flatMap((folder) => resolveFolder(folder, surroundings) ?? []);
  return {
    mode: pick((file) => file.mode, defaults.mode),
    workspace: {
      readRoots: folders(pick((file) => file.workspace?.readRoots, defaults.workspace.readRoots)),
      writeRoots: folders(pick((file) => file.workspace?.writeRoots, defaults.workspace.writeRoots)),
      guestRoots: folders(pick((file) => file.workspace?.guestRoots, defaults.workspace.guestRoots)),
      zones: {
        blocked: sum((file) => file.workspace?.zones?.blocked),
        silent: pick((file) => file.workspace?.zones?.silent, defaults.workspace.zones.silent),
        prompt: sum((file) => file.workspace?.zones?.prompt),
      },
      protected: folders(sum((file) => file.workspace?.protected)),
    },
    sandbox: settleSandbox({ owner, project }),
    servers: settleServers(owner.mcp, projectServers, surroundings),
    sources: settleSources(owner.sources, surroundings),
    net: {
      internalOrigins: pick((file) => file.net?.internalOrigins, defaults.net.internalOrigins),
      allowedHosts: pick((file) => file.net?.allowedHosts, defaults.net.allowedHosts),
      blockedHosts: sum((file) => file.net?.blockedHosts),
      proxy: pick((file) => file.net?.proxy, defaults.net.proxy),
    },
    policy: {
      rules,
      confirmTags: sum((file) => file.policy?.confirmTags),
      unattended: pick((file) => file.policy?.unattended, defaults.policy.unattended),
      flow: settleFlow({ owner, project }),
      expiryMs: readDuration(pick((file) => file.policy?.expiry, defaults.policy.expiry)) ?? 0,
    },
    approvals: {
      elicitation: pick((file) => file.approvals?.elicitation, defaults.approvals.elicitation),
      questionExpiryMs:
        readDuration(pick((file) => file.approvals?.questionExpiry, defaults.approvals.questionExpiry)) ?? 0,
    },
    tools: settleTools({ owner, project }, isAlone),
    deferral: settleDeferral(pick((file) => file.deferral, true)),
    profiles: new Map(Object.entries(owner.profiles ?? {}).map(([name, entry]) => [name, profileOf(entry)])),
    audit: {
      durability: pick((file) => file.audit?.durability, defaults.audit.durability),
      signEvery: pick((file) => file.audit?.signEvery, defaults.audit.signEvery),
    },
  };
}

function profileOf({ allow, servers, classes, ...entry }: ProfileEntry): Profile {
  return {
    for: entry.for ?? [],
    readOnly: entry.readOnly ?? false,
    classes: classes ?? null,
    allow: allow ?? null,
    sources: servers ?? null,
    deny: entry.deny ?? [],
    maxTools: entry.maxTools ?? null,
  };
}

function settleTools({ owner, project }: Files, isAlone: boolean): Config['tools'] {
  const { readPageLines, resultChars } = defaultSettings.tools;
  const layers = [owner, project];
  return {
    builtins: settleBuiltins({ owner, project }, isAlone),
    disable: [...new Set(layers.flatMap(({ tools }) => tools?.disable ?? []))],
    timeoutsMs: timeouts(layers),
    readPageLines: project.tools?.readPageLines ?? owner.tools?.readPageLines ?? readPageLines,
    resultChars: project.tools?.resultChars ?? owner.tools?.resultChars ?? resultChars,
  };
}

function settleBuiltins({ owner, project }: Files, isAlone: boolean): Config['tools']['builtins'] {
  const unsaid = isAlone ? 'none' : defaultSettings.tools.builtins;
  return [owner.tools?.builtins ?? unsaid, project.tools?.builtins ?? 'all'].flatMap((said) =>
    said === 'all' ? [] : [said === 'none' ? [] : said],
  );
}

function settleDeferral(said: NonNullable<ConfigFile['deferral']>): Deferral | null {
  if (said === false) return null;
  const { budget, learn } = defaultSettings.deferral;
  if (said === true) return { budget, learn };
  return { budget: said.budget ?? budget, learn: said.learn ?? learn };
}

/** Later layers win, name by name. */
function timeouts(layers: readonly ConfigFile[]): ReadonlyMap<string, number> {
  const entries = layers.flatMap((file) => Object.entries(file.tools?.timeouts ?? {}));
  return new Map(entries.map(([name, duration]) => [name, readDuration(duration) ?? 0]));
}

/** From the loosest to the strictest. */
const flows: readonly Settings['policy']['flow'][] = ['off', 'relaxed', 'strict'];

type Files = Pick<Layers, 'owner' | 'project'>;

/** A project may tighten what holds. An owner who wrote nothing has the default. */
function settleFlow({ owner, project }: Files): Settings['policy']['flow'] {
  const mine = owner.policy?.flow ?? defaultSettings.policy.flow;
  return flows.findLast((setting) => setting === mine || setting === project.policy?.flow) ?? mine;
}

/** What the project asks of the flow rule and does not get. */
export function flowWarnings(path: string, files: Files): readonly string[] {
  const theirs = files.project.policy?.flow;
  if (theirs === undefined || settleFlow(files) === theirs) return [];
  return [`${path} sets policy.flow: ${theirs}; only your own file may loosen the flow rule, so it stays stricter.`];
}
