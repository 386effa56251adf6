// Joins what the files say of programs. Of a loosening and a tightening word the tightening one holds, whoever wrote it.
import type { ConfigFile, Settings } from './config-schema.ts';
import { defaultSettings } from './default-settings.ts';
import { readDuration } from './schema/duration.ts';
import type { CommandEntry, SandboxFile } from './schema/sandbox-schema.ts';

/** A command that is a tool. */
export interface CommandSettings {
  readonly name: string;
  readonly description: string;
  /** The program and its first arguments. */
  readonly argv: readonly string[];
  readonly passEnv: readonly string[];
  /** Null where the file names none. */
  readonly timeoutMs: number | null;
  readonly workingDir: string;
}

export type Sandbox = Omit<Settings['sandbox'], 'commands'> & {
  readonly commands: Omit<Settings['sandbox']['commands'], 'explicit'> & {
    /** The owner's, then the project's; of two of one name the owner's. */
    readonly explicit: readonly CommandSettings[];
  };
};

/** Which presets a profile stands for where the file lists none. */
const presetsOf: Readonly<Record<Sandbox['commands']['profile'], Sandbox['commands']['presets']>> = {
  bare: [],
  assistant: ['ai_tools'],
  extended: ['ai_tools', 'dev_tools'],
};

const strictness: readonly Sandbox['setting'][] = ['off', 'prefer', 'required'];

interface Layers {
  readonly owner: ConfigFile;
  readonly project: ConfigFile;
}

export function settleSandbox(layers: Layers): Sandbox {
  const [owner, project] = [sandboxOf(layers.owner), sandboxOf(layers.project)];
  const defaults = defaultSettings.sandbox;
  return {
    setting: stricter(owner.setting, project.setting) ?? defaults.setting,
    env: settleEnv(owner.env, project.env),
    network: { hosts: owner.network?.hosts ?? defaults.network.hosts },
    commands: settleCommands(owner, project),
    images: settleImages(owner.images),
  };
}

type EnvFile = SandboxFile['env'];

function settleEnv(owner: EnvFile = {}, project: EnvFile = {}): Sandbox['env'] {
  const defaults = defaultSettings.sandbox.env;
  return {
    // All variables of the owner are the owner's to hand out: a project may only ask for fewer.
    mode: project.mode === 'selected' ? 'selected' : (owner.mode ?? defaults.mode),
    allow: owner.allow ?? defaults.allow,
    deny: [...new Set([...(owner.deny ?? []), ...(project.deny ?? [])])],
    from: owner.from ?? defaults.from,
  };
}

function settleImages(images: SandboxFile['images'] = {}): Sandbox['images'] {
  const defaults = defaultSettings.sandbox.images;
  const { python = defaults.python, javascript = defaults.javascript, shell = defaults.shell } = images;
  return { python, javascript, shell };
}

function settleCommands(owner: SandboxFile, project: SandboxFile): Sandbox['commands'] {
  const profile = owner.commands?.profile ?? defaultSettings.sandbox.commands.profile;
  const own = owner.commands?.explicit ?? [];
  const theirs = (project.commands?.explicit ?? []).filter(({ name }) => !own.some((command) => command.name === name));
  return {
    profile,
    presets: profile === 'bare' ? [] : (owner.commands?.presets ?? presetsOf[profile]),
    explicit: [...own, ...theirs].map(settleCommand),
  };
}

function settleCommand({ name, description, argv, passEnv, timeout, workingDir }: CommandEntry): CommandSettings {
  const timeoutMs = timeout === undefined ? null : readDuration(timeout);
  return { name, description, argv, passEnv: passEnv ?? [], timeoutMs, workingDir: workingDir ?? '.' };
}

/** What a file says of programs; the word alone is the map with nothing but `setting`. */
export function sandboxOf({ sandbox = {} }: ConfigFile): SandboxFile {
  return typeof sandbox === 'string' ? { setting: sandbox } : sandbox;
}

function stricter(
  left: Sandbox['setting'] | undefined,
  right: Sandbox['setting'] | undefined,
): Sandbox['setting'] | undefined {
  return strictness.findLast((setting) => setting === left || setting === right);
}

/** Where the project asks for less than the owner wrote down and does not get it, and where a word does nothing. */
export function sandboxWarnings(path: string, layers: Layers): readonly string[] {
  const [owner, project] = [sandboxOf(layers.owner), sandboxOf(layers.project)];
  return [
    ...loosened(path, owner.setting, project.setting),
    ...loosenedEnv(path, owner.env, project.env),
    ...doubled(path, owner.commands?.explicit, project.commands?.explicit),
    ...idlePresets(owner.commands),
  ];
}

type Setting = SandboxFile['setting'];

function loosened(path: string, mine: Setting, theirs: Setting): readonly string[] {
  if (theirs === undefined || stricter(mine, theirs) === theirs) return [];
  return [`${path} sets sandbox: ${theirs}; sandbox: ${mine} of your own file is stricter and holds.`];
}

function loosenedEnv(path: string, owner: EnvFile = {}, project: EnvFile = {}): readonly string[] {
  if (project.mode !== 'all' || owner.mode === 'all') return [];
  return [`${path} sets sandbox.env.mode: all, which does not act: only your own file can.`];
}

type Commands = readonly CommandEntry[];

function doubled(path: string, mine: Commands = [], theirs: Commands = []): readonly string[] {
  const names = theirs.map(({ name }) => name).filter((name) => mine.some((command) => command.name === name));
  return names.map((name) => `${path} sets the command ${name}; that of your own file holds.`);
}

function idlePresets({ profile = 'bare', presets = [] }: NonNullable<SandboxFile['commands']> = {}): readonly string[] {
  if (profile !== 'bare' || presets.length === 0) return [];
  return ['sandbox.commands.presets does nothing while sandbox.commands.profile is bare.'];
}
