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
  const modes = [owner.env?.mode, project.env?.mode];
  return {
    setting: stricter(owner.setting, project.setting) ?? defaults.setting,
    env: {
      mode: modes.includes('selected') ? 'selected' : (modes.find((mode) => mode !== undefined) ?? defaults.env.mode),
      allow: owner.env?.allow ?? defaults.env.allow,
      deny: [...new Set([...(owner.env?.deny ?? []), ...(project.env?.deny ?? [])])],
      from: owner.env?.from ?? defaults.env.from,
    },
    network: { hosts: owner.network?.hosts ?? defaults.network.hosts },
    commands: settleCommands(owner, project),
    images: {
      python: owner.images?.python ?? defaults.images.python,
      javascript: owner.images?.javascript ?? defaults.images.javascript,
      shell: owner.images?.shell ?? defaults.images.shell,
    },
  };
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

/** Where the project asks for less than the owner wrote down and does not get it, or for what is there already. */
export function sandboxWarnings(path: string, layers: Layers): readonly string[] {
  const [owner, project] = [sandboxOf(layers.owner), sandboxOf(layers.project)];
  const warnings: string[] = [];
  if (project.setting !== undefined && stricter(owner.setting, project.setting) !== project.setting) {
    warnings.push(
      `${path} sets sandbox: ${project.setting}; sandbox: ${owner.setting} of your own file is stricter and holds.`,
    );
  }
  const mine = new Set((owner.commands?.explicit ?? []).map(({ name }) => name));
  for (const { name } of project.commands?.explicit ?? []) {
    if (mine.has(name)) warnings.push(`${path} sets the command ${name}; that of your own file holds.`);
  }
  if ((owner.commands?.profile ?? 'bare') === 'bare' && (owner.commands?.presets ?? []).length > 0)
    warnings.push('sandbox.commands.presets does nothing while sandbox.commands.profile is bare.');
  return warnings;
}
