// What a lock says of one server, and how what is here differs from it.
import type { Artifact, ArtifactPart } from '../../../contract/index.ts';
import { codeVariables, readCommand } from '../../../host/index.ts';
import {
  isCredential,
  toolFingerprint,
  type NamedValue,
  type ServerSpec,
  type ServerTool,
} from '../../../sources/index.ts';
import { canonicalJson, commandLine, sha256Hex } from '../../../text/index.ts';
import { ownParts } from '../launch-text.ts';
import type { LockedServer } from './lock-text.ts';

export interface Portable {
  readonly workspace: string;
  readonly userFolder: string;
  readonly redact: (text: string) => string;
}

/** What is here of a server; null where nothing was accepted or looked at yet. */
export interface Present {
  readonly artifact: Artifact | null;
  readonly about: string;
  readonly tools: ReadonlyMap<string, ServerTool>;
}

/** Interpreters and runners differ between machines; a program that is the server itself is part of it. */
export function lockedServer(spec: Pick<ServerSpec, 'reach'>, present: Present, portable: Portable): LockedServer {
  const tools = [...present.tools].map(([name, tool]) => [name, toolDigest(tool)] as const);
  return {
    command: commandText(spec, portable),
    runs: runLines(spec, present.artifact, portable).toSorted(),
    about: digestText(present.about),
    tools: new Map(tools),
  };
}

export function toolDigest(tool: ServerTool): string {
  return `sha256-${toolFingerprint('', tool)}`;
}

function digestText(text: string): string {
  return `sha256-${sha256Hex(text)}`;
}

/** Names of variables and headers belong to it; what they hold is nobody's to read in a repository, but for what makes programs run other code. */
export function commandText({ reach }: Pick<ServerSpec, 'reach'>, portable: Portable): string {
  const { redact } = portable;
  if (reach.kind === 'web') return [redact(reach.url), ...Object.keys(reach.headers).toSorted()].join(' ');
  const names = [...new Set([...Object.keys(reach.env), ...reach.passEnv])]
    .toSorted()
    .map((name) => `${name}=${lockedValue(name, reach.env[name], portable)}`);
  const argv = reach.argv.map((arg) => withoutFolders(arg, portable));
  return redact([...names, commandLine(argv)].join(' '));
}

function lockedValue(name: string, value: NamedValue | undefined, portable: Portable): string {
  if (value === undefined || !('text' in value) || isCredential(name)) return '…';
  const isCode = name === 'PATH' || codeVariables({ [name]: value.text }).length > 0;
  return isCode ? withoutFolders(value.text, portable) : '…';
}

function withoutFolders(text: string, { workspace, userFolder }: Portable): string {
  for (const [folder, name] of [
    [workspace, '.'],
    [userFolder, '~'],
  ] as const) {
    if (text === folder) return name;
    if (folder !== '/' && text.startsWith(`${folder}/`)) return `${name}${text.slice(folder.length)}`;
  }
  return text;
}

function runLines(spec: Pick<ServerSpec, 'reach'>, artifact: Artifact | null, portable: Portable): readonly string[] {
  if (artifact === null || spec.reach.kind === 'web') return [];
  const isServer = readCommand(spec.reach.argv).kind === 'program';
  const own = ownParts(artifact.parts);
  const others = artifact.parts.filter((part) => !own.includes(part));
  const isKept = ({ kind, path }: ArtifactPart): boolean => {
    // One of the system is a matter of the machine, one that lies in the workspace of whoever writes there.
    if (kind === 'interpreter') return path.startsWith(`${portable.workspace}/`);
    return kind !== 'program' || isServer;
  };
  const lines = own.filter(isKept).map((part) => partLine(part, portable));
  if (others.length === 0) return lines;
  // By name and content: where npm puts a package is a matter of the machine.
  const known = others.map(({ name, version, digest }) => `${name}@${version} ${digest}`).toSorted();
  return [...lines, `${known.length} packages that it depends on sha256-${sha256Hex(canonicalJson(known))}`];
}

function partLine({ kind, name, version, path, digest }: ArtifactPart, portable: Portable): string {
  const what = kind === 'package' ? `${name}@${version}` : withoutFolders(path, portable);
  return `${kind} ${what} sha256-${digest}`;
}

export interface LockDifferences {
  /** What of the server itself is not as locked: none of its tools holds then. */
  readonly server: readonly string[];
  /** Tools, by the server's own names, that are not as locked. */
  readonly tools: ReadonlyMap<string, string>;
  /** Tools of the lock that are not here. */
  readonly gone: readonly string[];
}

export function lockDifferences(locked: LockedServer, here: LockedServer): LockDifferences {
  const tools = new Map<string, string>();
  for (const [name, digest] of here.tools) {
    const wanted = locked.tools.get(name);
    if (wanted === digest) continue;
    tools.set(
      name,
      wanted === undefined ? 'is not in the lock' : `is ${short(wanted)} in the lock, ${short(digest)} here`,
    );
  }
  const server = [
    ...(locked.command === here.command ? [] : [`command: ${locked.command} in the lock, ${here.command} here`]),
    ...locked.runs.filter((line) => !here.runs.includes(line)).map((line) => `${missingHere} ${line}`),
    ...here.runs.filter((line) => !locked.runs.includes(line)).map((line) => `here and not in the lock: ${line}`),
    ...(locked.about === here.about ? [] : ['what the server says of itself is not what was locked']),
  ];
  return { server, tools, gone: [...locked.tools.keys()].filter((name) => !here.tools.has(name)) };
}

/** How a line begins of something that the lock has and this machine has not. */
export const missingHere = 'in the lock and not here:';

function short(digest: string): string {
  return `${digest.slice(0, 'sha256-'.length + 16)}…`;
}
