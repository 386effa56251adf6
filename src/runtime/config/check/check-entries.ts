// What the schema cannot say: patterns and hosts that their users can read, roots outside our home, and keys that only the owner sets.
import { isAbsolute, relative } from 'node:path';
import { isCapabilityError, type JsonValue } from '../../../contract/index.ts';
import { createNetPolicy, readProxy } from '../../../host/index.ts';
import { compileTargetGlob } from '../../../text/index.ts';
import type { ConfigFile } from '../config-schema.ts';
import { pathText, shown, valueAt, type IssueText } from '../describe-issue.ts';
import { resolveFolder, type Surroundings } from '../resolve-folder.ts';
import type { Path } from '../yaml/read-yaml.ts';

/**
 * A checkout brings its own file, and who wrote it is not who runs it: these open the way out, the record or the answer to a question, or
 * hand out credentials. `*` is each item of a list.
 */
const ownersAlone: readonly Path[] = [
  ['net', 'internalOrigins'],
  ['net', 'allowedHosts'],
  ['net', 'proxy'],
  ['mcp'],
  ['sources'],
  ['profiles'],
  ['approvals'],
  ['audit'],
  ['sandbox', 'env', 'allow'],
  ['sandbox', 'env', 'from'],
  ['sandbox', 'network'],
  ['sandbox', 'commands', 'profile'],
  ['sandbox', 'commands', 'presets'],
  ['sandbox', 'commands', 'explicit', '*', 'passEnv'],
  ['sandbox', 'images'],
];

/** `ownerFile` is where they belong. Works on what was parsed, valid or not. */
export function checkOwnersAlone(value: JsonValue, ownerFile: string): readonly IssueText[] {
  return ownersAlone
    .flatMap((path) => withItems(value, path))
    .filter((path) => holds(value, path))
    .map((path) => ({
      path,
      part: 'key',
      message: `${pathText(path)} may not be set in the file of a project. Put it into your own, ${ownerFile}, and remove it here.`,
    }));
}

function withItems(value: JsonValue, path: Path): readonly Path[] {
  const at = path.indexOf('*');
  if (at < 0) return [path];
  const list = valueAt(value, path.slice(0, at));
  return Array.isArray(list) ? list.map((_, index) => [...path.slice(0, at), index, ...path.slice(at + 1)]) : [];
}

function holds(value: JsonValue, path: Path): boolean {
  const [last] = path.slice(-1);
  const section = valueAt(value, path.slice(0, -1));
  return typeof section === 'object' && section !== null && last !== undefined && Object.hasOwn(section, last);
}

/** Each entry by those who will use it, so that the position can be told. */
export function checkEntries(file: ConfigFile, surroundings: Surroundings): readonly IssueText[] {
  const { workspace = {}, net = {} } = file;
  const roots = (['readRoots', 'writeRoots', 'guestRoots'] as const).flatMap((key) =>
    checkList(
      ['workspace', key],
      workspace[key],
      (root) => folderProblem(root, surroundings) ?? homeProblem(root, surroundings),
    ),
  );
  const protectedFolders = checkList(['workspace', 'protected'], workspace.protected, (folder) =>
    folderProblem(folder, surroundings),
  );
  const zones = (['blocked', 'silent', 'prompt'] as const).flatMap((key) =>
    checkList(['workspace', 'zones', key], workspace.zones?.[key], zoneProblem),
  );
  const hosts = (['internalOrigins', 'allowedHosts', 'blockedHosts'] as const).flatMap((key) =>
    checkList(['net', key], net[key], (entry) => netProblem(key, entry)),
  );
  return [...roots, ...protectedFolders, ...zones, ...hosts, ...proxyIssues(net.proxy)];
}

/** The full message, or null where nothing is wrong. */
type Check = (entry: string) => string | null;

function checkList(path: Path, entries: readonly string[] | undefined, check: Check): IssueText[] {
  return (entries ?? []).flatMap((entry, at) => {
    const message = check(entry);
    const where = `${path.join('.')}[${at}]: `;
    return message === null ? [] : [{ path: [...path, at], part: 'value', message: `${where}${message}` }];
  });
}

function folderProblem(folder: string, surroundings: Surroundings): string | null {
  if (resolveFolder(folder, surroundings) !== null) return null;
  return `found ${shown(folder)}; expected a path such as src, /srv/files or ~/notes (the folder of another user has to be written out).`;
}

function homeProblem(root: string, surroundings: Surroundings): string | null {
  const inHome = relative(surroundings.home, resolveFolder(root, surroundings) ?? surroundings.home);
  if (inHome.startsWith('..') || isAbsolute(inHome)) return null;
  return `found ${shown(root)}, which is in the home of Gatehouse (${surroundings.home}); no tool may be let in there.`;
}

function zoneProblem(entry: string): string | null {
  if (entry.startsWith('~'))
    return `found ${shown(entry)}; expected the full path instead of "~", which has no meaning in a pattern.`;
  const parse = compileTargetGlob(entry);
  return parse.ok ? null : parse.message;
}

/** Of one entry, without the name of the setting. */
export function netProblem(key: 'internalOrigins' | 'allowedHosts' | 'blockedHosts', entry: string): string | null {
  return readProblem(`net.${key}: `, () =>
    createNetPolicy({ internalOrigins: [], allowedHosts: [], blockedHosts: [], [key]: [entry] }),
  );
}

function proxyIssues(proxy: string | undefined): readonly IssueText[] {
  const message = proxy === undefined ? null : readProblem('', () => readProxy(proxy));
  return message === null ? [] : [{ path: ['net', 'proxy'], part: 'value', message }];
}

/** The reader names the setting itself. */
function readProblem(setting: string, read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (cause) {
    if (!isCapabilityError(cause)) throw cause;
    return cause.message.replace(setting, '');
  }
}
