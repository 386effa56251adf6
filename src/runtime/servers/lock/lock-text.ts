// The text of gatehouse.lock: JSON in a fixed order, one tool a line, so that a change of one definition is a change of one line.
import { parseJson } from '../../../text/index.ts';

export interface LockedServer {
  /** The command or the address, without values of variables and without the folders of one machine. */
  readonly command: string;
  /** What the command leads to, a line each, sorted. */
  readonly runs: readonly string[];
  /** Digest of what the server says of itself. */
  readonly about: string;
  /** Digests of the definitions, by the server's own names. */
  readonly tools: ReadonlyMap<string, string>;
}

export type Lock = ReadonlyMap<string, LockedServer>;

export type LockReading = { readonly ok: true; readonly lock: Lock } | { readonly ok: false; readonly problem: string };

/** Of the form, not of Gatehouse. */
const lockVersion = 1;

export function formatLock(lock: Lock): string {
  const servers = sorted(lock).map(([name, server]) => `    ${JSON.stringify(name)}: ${serverText(server)}`);
  return `{\n  "lockVersion": ${lockVersion},\n  "servers": ${block(servers, '  ', '{}')}\n}\n`;
}

function serverText({ command, runs, about, tools }: LockedServer): string {
  const lines = runs.toSorted().map((line) => `        ${JSON.stringify(line)}`);
  const digests = sorted(tools).map(([name, digest]) => `        ${JSON.stringify(name)}: ${JSON.stringify(digest)}`);
  const members = [
    `"command": ${JSON.stringify(command)}`,
    `"runs": ${block(lines, '      ', '[]')}`,
    `"about": ${JSON.stringify(about)}`,
    `"tools": ${block(digests, '      ', '{}')}`,
  ];
  return `{\n${members.map((member) => `      ${member}`).join(',\n')}\n    }`;
}

function block(lines: readonly string[], indent: string, [open, close]: string): string {
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function sorted<Value>(entries: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  return [...entries].toSorted(([left], [right]) => (left < right ? -1 : 1));
}

/** Whole or not at all: half of a lock holds nothing. */
export function readLock(text: string): LockReading {
  if (/^(?:<{7}|={7}|>{7})/m.test(text))
    return refused('it holds the marks of a merge that was not resolved; resolve it, or write it anew');
  const json = parseJson(text, { maxBytes: maxLockBytes });
  if (!json.ok) return refused(`it is no JSON: ${json.problem.message}`);
  if (!isMap(json.value) || !isMap(json.value['servers'])) return refused('it has no map "servers"');
  const version = json.value['lockVersion'];
  if (version !== lockVersion)
    return refused(
      `its lockVersion is ${JSON.stringify(version) ?? 'not there'}, and this version of Gatehouse reads ${lockVersion}`,
    );
  const lock = new Map<string, LockedServer>();
  for (const [name, entry] of Object.entries(json.value['servers'])) {
    const server = readServer(entry);
    if (server === null) return refused(`its entry ${JSON.stringify(name.slice(0, 80))} is not as one is written`);
    lock.set(name, server);
  }
  return { ok: true, lock };
}

/** Ten thousand tools are a tenth of that. */
export const maxLockBytes = 16 * 1024 * 1024;

function readServer(entry: unknown): LockedServer | null {
  if (!isMap(entry)) return null;
  const { command, runs, about, tools, ...more } = entry;
  if (typeof command !== 'string' || typeof about !== 'string' || Object.keys(more).length > 0) return null;
  if (!Array.isArray(runs) || !runs.every(isText) || !isMap(tools)) return null;
  const digests: [string, string][] = [];
  for (const [name, digest] of Object.entries(tools)) {
    if (!isText(digest) || !/^sha256-[0-9a-f]{64}$/.test(digest)) return null;
    digests.push([name, digest]);
  }
  return { command, runs, about, tools: new Map(digests) };
}

function refused(problem: string): LockReading {
  return { ok: false, problem };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
