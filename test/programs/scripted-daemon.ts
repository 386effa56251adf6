// A real daemon on real listeners in front of a scripted runtime: its home is a temporary folder, its tokens are those a test names.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CapabilityError, type Owner, type Runtime } from '../../src/contract/index.ts';
import type { TokenIdentity } from '../../src/runtime/index.ts';
import type { DaemonHome } from '../../src/surfaces/http/daemon-home.ts';
import { startDaemon, type Daemon } from '../../src/surfaces/http/start-daemon.ts';
import { createScriptedRuntime, type RuntimeScript, type ScriptedRuntime } from '../../src/testing/index.ts';
import { sha256Hex } from '../../src/text/index.ts';

export const guestToken = 'gh_guest_of_the_house';
export const secondToken = 'gh_another_operator';

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface ScriptedDaemon {
  readonly daemon: Daemon;
  readonly runtime: ScriptedRuntime;
  readonly workspace: string;
  readonly home: DaemonHome;
  readonly token: string;
  readonly port: number;
  /** Tokens of the store, by the token. A test may add and remove. */
  readonly tokens: Map<string, TokenIdentity>;
  readonly reports: string[];
  /** What the home was told and asked, in order. */
  readonly acts: string[];
  /** Over TCP, with the daemon's own token unless the headers name another. */
  send(path: string, what?: Sent): Promise<Response>;
  /** Over the owner's socket. */
  sendOwner(path: string, what?: Sent): Promise<Answered>;
  close(): Promise<void>;
}

export interface ScriptedHome {
  readonly home: DaemonHome;
  readonly runtime: ScriptedRuntime;
  readonly folder: string;
  readonly workspace: string;
  readonly tokens: Map<string, TokenIdentity>;
  readonly acts: string[];
  remove(): void;
}

/** `owner` absent: every decision fails loudly. */
export function openScriptedHome(script: RuntimeScript): ScriptedHome {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gh-')));
  const workspace = join(folder, 'work ✓');
  const run = join(folder, 'run');
  mkdirSync(workspace);
  mkdirSync(run, { mode: 0o700 });
  const acts: string[] = [];
  const tokens = new Map<string, TokenIdentity>([
    [guestToken, { principal: 'token:guest', trust: 'guest' }],
    [secondToken, { principal: 'token:second', trust: 'operator' }],
  ]);
  const runtime = createScriptedRuntime({
    ...script,
    answers: { owner: unscriptedOwner(), ...script.answers, workspace },
  });
  const home: DaemonHome = {
    ownerSocket: join(run, 'owner.sock'),
    clientToken: join(run, 'client.token'),
    daemonFile: join(run, 'daemon.json'),
    async runtimeFor(named) {
      acts.push(`runtimeFor ${named}`);
      return runtimeAt(named, runtime);
    },
    async identify(hash) {
      for (const [token, identity] of tokens) if (sha256Hex(token) === hash) return identity;
      return null;
    },
    protectSecret: (name) => void acts.push(`protectSecret ${name}`),
    writePrivateFile(path, text) {
      writeFileSync(path, text, { mode: 0o600 });
      chmodSync(path, 0o600);
    },
    removeFile: (path) => rmSync(path, { force: true }),
    async close() {
      acts.push('close');
      await runtime.close();
    },
  };
  return {
    home,
    runtime,
    folder,
    workspace,
    tokens,
    acts,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The same script serves every folder that there is. */
function runtimeAt(named: string, runtime: ScriptedRuntime): Runtime {
  try {
    return { ...runtime, workspace: realpathSync(named) };
  } catch (cause) {
    throw new CapabilityError('malformed_request', `The workspace ${named} is not a folder.`, { cause });
  }
}

export async function startScriptedDaemon(script: RuntimeScript = {}): Promise<ScriptedDaemon> {
  const opened = openScriptedHome(script);
  const { home, workspace, runtime, tokens, acts } = opened;
  const reports: string[] = [];
  const daemon = await startDaemon({ home, port: 0, workspace, report: (message) => reports.push(message) });
  const token = readFileSync(daemon.tokenFile, 'utf8').trim();
  return {
    daemon,
    runtime,
    workspace,
    home,
    token,
    port: Number(new URL(daemon.url).port),
    tokens,
    reports,
    acts,
    send(path, { method = 'GET', headers, body, signal } = {}) {
      return fetch(`${daemon.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        redirect: 'error',
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
    },
    sendOwner: (path, what = {}) => sendSocket(daemon.socketPath, path, what),
    async close() {
      await daemon.close();
      opened.remove();
    },
  };
}

function sendSocket(
  socketPath: string,
  path: string,
  { method = 'GET', headers, body, signal }: Sent,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        socketPath,
        path,
        method,
        headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
        ...(signal === undefined ? {} : { signal }),
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        answer.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function unscriptedOwner(): Owner {
  const fail = (what: string) => () =>
    Promise.reject(new Error(`The scripted owner was asked to ${what}, which no test scripted.`));
  return {
    answer: fail('answer'),
    answerQuestion: fail('answer a question'),
    addRule: fail('add a rule'),
    removeRule: fail('remove a rule'),
    revokeGrant: fail('revoke a grant'),
    removeRoot: fail('remove a root'),
    forgetSearches: fail('forget searches'),
    sessions: fail('list sessions'),
    setSessionMode: fail('set a mode'),
    addToken: fail('add a token'),
    tokens: fail('list tokens'),
    revokeToken: fail('revoke a token'),
    secrets: fail('list secrets'),
    setSecret: fail('set a secret'),
    removeSecret: fail('remove a secret'),
    servers: fail('list servers'),
    reviewServer: fail('review a server'),
    acceptServer: fail('accept a server'),
    refreshServers: fail('refresh servers'),
    lockServers: fail('lock servers'),
    sources: fail('list sources'),
    refreshSources: fail('refresh sources'),
    beginLogin: fail('begin a login'),
    endLogin: fail('end a login'),
    logout: fail('log out'),
    trustFolder: fail('trust a folder'),
    verifyAudit: fail('verify'),
    exportAudit() {
      throw new Error('The scripted owner was asked to export, which no test scripted.');
    },
    redact: fail('erase'),
    diagnose: fail('diagnose'),
  };
}
