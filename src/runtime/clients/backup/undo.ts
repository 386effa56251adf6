// Takes back the newest change of files of others: each file that was left alone since is as it was, the rest is named with what brings it back.
import { CapabilityError } from '../../../contract/index.ts';
import { locateHome, openHome, readForeignFile, type Environment } from '../../../host/index.ts';
import { commandLine, sha256Hex } from '../../../text/index.ts';
import { ownServerHashes, ownServersText, readOwnServers } from '../../config/edit/own-servers.ts';
import { restoreFile } from './backups.ts';
import { readRecords, writeRecords, type ChangedFile, type ChangeRecord } from './change-records.ts';

export interface Undone {
  readonly what: string;
  /** What is as it was before. */
  readonly files: readonly string[];
  /** What is not, and how to have it so; a line each. */
  readonly left: readonly string[];
  /** Secrets that were stored then, and stay. */
  readonly secrets: readonly string[];
  /** What the next call takes back, the newest first. */
  readonly remaining: readonly string[];
}

/**
 * A change of which nothing can be taken back is passed over for the one before it. Throws `malformed_request` where there is none,
 * and `invalid_config` where nothing of any can be taken back.
 */
export function undoNewest(env: Environment): Undone {
  const home = openHome({ path: locateHome(env), create: true });
  const records = readRecords(home);
  if (records.length === 0) throw new CapabilityError('malformed_request', 'There is no change of files to undo.');
  const passed: string[] = [];
  for (const [at, record] of [...records.entries()].toReversed()) {
    const step = planStep(record, env);
    if (step.restores.length === 0) {
      passed.push(...step.left);
      continue;
    }
    for (const { path, text } of step.restores) restoreFile(path, text);
    const rest = step.files.length === 0 ? [] : [{ ...record, files: step.files }];
    const remaining = [...records.slice(0, at), ...rest, ...records.slice(at + 1)];
    writeRecords(home, remaining);
    return {
      what: record.what,
      files: step.restores.map(({ path }) => path),
      left: [...passed, ...step.left],
      secrets: record.secrets ?? [],
      remaining: remaining.toReversed().map(({ what }) => what),
    };
  }
  throw new CapabilityError(
    'invalid_config',
    `Nothing was undone: what was written was changed since.\n${passed.join('\n')}`,
  );
}

/** What was moved by changes that can be taken back, as it is called in the owner's configuration. */
export function movedServers(env: Environment): readonly string[] {
  const home = openHome({ path: locateHome(env), create: true });
  return readRecords(home).flatMap(({ files }) => files.flatMap(({ moved = [] }) => moved));
}

interface Step {
  readonly restores: readonly { readonly path: string; readonly text: string | null }[];
  readonly left: readonly string[];
  /** Those of the record that are still to be taken back. */
  readonly files: readonly ChangedFile[];
}

function planStep({ files }: ChangeRecord, env: Environment): Step {
  const clients = files.filter(({ added }) => added === undefined);
  const kept = clients.filter((file) => !isUntouched(file));
  const restores = clients
    .filter((file) => !kept.includes(file))
    .map(({ path, copy }) => ({ path, text: textOf(copy) }));
  const step: Step = { restores: restores.toReversed(), left: kept.map(leftLine), files: kept };
  // While no client has its servers back, they are in the owner's configuration alone.
  const hasNone = clients.length > 0 && restores.length === 0;
  return files
    .filter((file) => !clients.includes(file) && !hasNone)
    .reduce((all, file) => cutOut(file, all, env), step);
}

/** As it was written, or by hand as it was before. */
function isUntouched({ path, copy, sha256 }: ChangedFile): boolean {
  const { text } = readForeignFile(path);
  // Without its copy there is nothing to bring back, and to bring back nothing would be to remove it.
  if (copy !== null && textOf(copy) === null) return false;
  return (text !== null && sha256Hex(text) === sha256) || text === textOf(copy);
}

function textOf(copy: string | null): string | null {
  return copy === null ? null : readForeignFile(copy).text;
}

function leftLine({ path, copy }: ChangedFile): string {
  return copy === null
    ? `${path} was changed since, and was not there before. To be rid of it: ${commandLine(['rm', path])}`
    : `${path} was changed since. To have it as it was: ${commandLine(['cp', copy, path])}`;
}

/** The owner's configuration as it was, or, where it has changed, without the servers that a client has back. */
function cutOut(file: ChangedFile, step: Step, env: Environment): Step {
  const { path, copy, added = {} } = file;
  if (step.files.length === 0 && isUntouched(file))
    return { ...step, restores: [...step.restores, { path, text: textOf(copy) }] };
  const own = readOwnServers(env);
  if (own.file.path !== path) return { ...step, left: [...step.left, leftLine(file)], files: [...step.files, file] };
  const now = ownServerHashes(own.file.text ?? '');
  const needed = new Set(step.files.flatMap(({ moved = [] }) => moved));
  const going = Object.keys(added).filter((name) => now.has(name) && !needed.has(name));
  const same = going.filter((name) => now.get(name) === added[name]);
  const text = ownServersText(own, { add: {}, remove: same }, env);
  const isEmpty = copy === null && text.trim() === '';
  const other = going.filter((name) => !same.includes(name));
  const stay = Object.fromEntries(Object.entries(added).filter(([name]) => needed.has(name)));
  return {
    restores: same.length === 0 ? step.restores : [...step.restores, { path, text: isEmpty ? null : text }],
    left: [
      ...step.left,
      ...other.map((name) => `The server ${name} was changed since and stays in ${path}. Take it out yourself.`),
    ],
    files: needed.size === 0 ? step.files : [...step.files, { ...file, added: stay }],
  };
}
