// Which configuration files there are, which of them act, and what they come to. Without any, neither parser nor schema is loaded.
import { dirname, join } from 'node:path';
import { CapabilityError, type RuleProblem } from '../../contract/index.ts';
import {
  locateConfig,
  readTextFile,
  realFolder,
  userFolder,
  type ConfigLocation,
  type Environment,
  type Home,
  type TextFile,
} from '../../host/index.ts';
import { loadPatterns } from '../../text/index.ts';
import type { ConfigFile } from './config-schema.ts';
import { noMcpJson, readMcpJson } from './mcp/read-mcp-json.ts';
import type { ConfigText, ReadConfig } from './read-config-file.ts';
import { lockName } from '../servers/lock/lock-name.ts';
import type { Surroundings } from './resolve-folder.ts';
import { sandboxWarnings } from './settle-sandbox.ts';
import { flowWarnings, settle, type Config } from './settle.ts';

export type { Config } from './settle.ts';

/** The name of the file in a project. */
export const projectFileName = 'gatehouse.yaml';

const maxFileBytes = 1024 * 1024;

export interface ConfigPlace {
  readonly home: Pick<Home, 'path'>;
  /** Absolute path of the workspace root. */
  readonly workspace: string;
  readonly env: Environment;
  /** Real paths of the folders whose project file the owner lets act. Folders below them are not meant. */
  readonly trustedFolders: readonly string[];
}

export interface LoadedConfig {
  readonly config: Config;
  /** The files that act, the owner's first. */
  readonly files: readonly string[];
  /** Both files under every name, there or not: whoever writes one of them writes policy. For the guards. */
  readonly protectedPaths: readonly string[];
  readonly warnings: readonly string[];
  /** Rules that could not be read and are none that deny. */
  readonly ruleProblems: readonly RuleProblem[];
  /** The file of a project that is not trusted and so does not act; null where there is none. */
  readonly untrusted: string | null;
}

/**
 * Reads the owner's file (`GATEHOUSE_CONFIG`, else `~/.config/gatehouse/config.yaml`) and, where the folder is trusted, `gatehouse.yaml` of
 * the workspace. Throws `invalid_config` naming file, line and column for whatever cannot be read whole; a rule that cannot be read is
 * reported instead, unless it may be a DENY. A file that is to be alone is all there is, and of the built-in tools it has those that it names.
 */
export async function loadConfig({ home, workspace, env, trustedFolders }: ConfigPlace): Promise<LoadedConfig> {
  const location = locateConfig(env);
  const owner = ownersFile(location);
  const project = location.isAlone
    ? ({ kind: 'none', path: join(workspace, projectFileName) } as const)
    : projectFile(workspace, { owner, trustedFolders });
  const surroundings: Surroundings = { workspace, userFolder: userFolder(env), home: home.path };
  const texts: Text[] = [];
  if (owner !== null) texts.push({ file: location.path, text: owner.text, ownerFile: null, surroundings });
  if (project.kind === 'acts')
    texts.push({ file: project.path, text: project.text, ownerFile: location.path, surroundings });
  const read = await readAll(texts);
  const layers = {
    owner: owner === null ? {} : settingsOf(read[0]),
    project: project.kind === 'acts' ? settingsOf(read.at(-1)) : {},
  };
  const taken = Object.keys(layers.owner.mcp?.servers ?? {});
  const sources = Object.keys(layers.owner.sources ?? {});
  const mcpJson = location.isAlone ? noMcpJson(workspace) : readMcpJson(workspace, { trustedFolders, taken, sources });
  const defaultLocation = locateConfig({ ...env, GATEHOUSE_CONFIG: undefined });
  return {
    config: settle({
      ...layers,
      rules: read.flatMap((file) => file.rules),
      projectServers: mcpJson.servers,
      surroundings,
      isAlone: location.isAlone,
    }),
    files: texts.map(({ file }) => file),
    protectedPaths: [
      ...new Set([
        location.path,
        defaultLocation.path,
        project.path,
        mcpJson.path,
        ...realPaths(owner, project),
        // Who writes a lock says what may be accepted.
        ...[project.path, location.path].map((path) => join(dirname(path), lockName)),
      ]),
    ],
    warnings: [
      ...exposureWarning(project),
      ...sandboxWarnings(project.path, layers),
      ...flowWarnings(project.path, layers),
      ...mcpJson.warnings,
    ],
    ruleProblems: read.flatMap((file) => file.ruleProblems),
    untrusted: project.kind === 'untrusted' ? project.path : mcpJson.isUntrusted ? mcpJson.path : null,
  };
}

type Text = Omit<ConfigText, 'patterns'>;

/** Parser and schema cost more than a whole start without them, and what reads patterns more than a file without sources. */
async function readAll(texts: readonly Text[]): Promise<readonly ReadConfig[]> {
  if (texts.length === 0) return [];
  const { readConfigFile } = await import('./read-config-file.ts');
  const read = texts.map((text) => readConfigFile({ ...text, patterns: null }));
  if (read.every(({ settings }) => settings.sources === undefined)) return read;
  const patterns = await loadPatterns();
  return texts.map((text) => readConfigFile({ ...text, patterns }));
}

function settingsOf(read: ReadConfig | undefined): ConfigFile {
  return read?.settings ?? {};
}

type ReadText = Extract<TextFile, { kind: 'text' }>;

function ownersFile({ path, isNamed }: ConfigLocation): ReadText | null {
  const file = readTextFile(path, maxFileBytes);
  if (file.kind === 'unreadable') throw unusable(path, file.problem);
  if (file.kind === 'absent') {
    if (!isNamed) return null;
    throw unusable(path, 'is not there, but --config or GATEHOUSE_CONFIG names it. Create it, or name no file');
  }
  // Somebody else's words would pass for the owner's.
  if (file.exposure !== null) throw unusable(path, `${file.exposure}. Make it yours alone (chown, chmod 600)`);
  return file;
}

type ProjectFile =
  | { readonly kind: 'none' | 'untrusted'; readonly path: string }
  | ({ readonly kind: 'acts'; readonly path: string } & Omit<ReadText, 'kind'>);

interface Trust {
  readonly owner: ReadText | null;
  readonly trustedFolders: readonly string[];
}

function projectFile(workspace: string, { owner, trustedFolders }: Trust): ProjectFile {
  const path = join(workspace, projectFileName);
  const file = readTextFile(path, maxFileBytes);
  // Named by GATEHOUSE_CONFIG, the file of a project is the owner's own.
  if (file.kind === 'absent' || (file.kind === 'text' && file.realPath === owner?.realPath))
    return { kind: 'none', path };
  const folder = realFolder(workspace);
  if (folder === null || !trustedFolders.includes(folder)) return { kind: 'untrusted', path };
  if (file.kind === 'unreadable') throw unusable(path, file.problem);
  if (dirname(file.realPath) !== folder)
    throw unusable(
      path,
      `is a link to ${file.realPath}, and only its own folder is trusted. Put the file itself there`,
    );
  return { ...file, kind: 'acts', path };
}

function realPaths(owner: ReadText | null, project: ProjectFile): readonly string[] {
  return [...(owner === null ? [] : [owner.realPath]), ...(project.kind === 'acts' ? [project.realPath] : [])];
}

function exposureWarning(project: ProjectFile): readonly string[] {
  if (project.kind !== 'acts' || project.exposure === null) return [];
  return [`${project.path} ${project.exposure}: whoever can change it changes the policy of this folder.`];
}

function unusable(path: string, problem: string): CapabilityError {
  return new CapabilityError('invalid_config', `${path} ${problem}.`, { details: { path } });
}
