// The keychain of the operating system: Secret Service, Keychain or Credential Manager. Asked in a process of its own, within a time.
import { fileURLToPath } from 'node:url';
import { CapabilityError } from '../../contract/index.ts';
import { runScript, type ScriptEnd } from '../process/run-script.ts';
import type { Environment } from '../home/locations.ts';

export interface KeychainRequest {
  readonly act: 'get' | 'set' | 'remove';
  readonly account: string;
  /** Of `set` alone. */
  readonly value?: string;
}

/** Asks the keychain once. */
export type AskKeychain = (request: KeychainRequest) => Promise<ScriptEnd>;

export interface Keychain {
  /** False where there is none. Throws `secret_unavailable` where there is one that does not answer. */
  answers(): Promise<boolean>;
  get(account: string): Promise<string | null>;
  set(account: string, value: string): Promise<void>;
  remove(account: string): Promise<void>;
}

/** What the other process prints. */
type Answer = { readonly value: string | null } | { readonly failure: string };

const timeoutMs = 10_000;

/** Its own words for: nobody is there who could keep a secret. */
const absent =
  /no default store|platform failure|serviceunknown|not provided by any|cannot find module|not supported|no such interface|noentry/i;

export function createKeychain(ask: AskKeychain): Keychain {
  const asked = async (request: KeychainRequest): Promise<string | null> => {
    const answer = read(await ask(request));
    if ('value' in answer) return answer.value;
    throw new CapabilityError(
      'secret_unavailable',
      `The keychain does not give or take secrets (${answer.failure}). It may be locked: unlock it, then try again.`,
    );
  };
  return {
    async answers() {
      // Of a name that nobody has: an answer shows that somebody keeps secrets, and no lock is asked to open.
      const answer = read(await ask({ act: 'get', account: 'gatehouse-is-there' }));
      return 'value' in answer || !absent.test(answer.failure);
    },
    get: (account) => asked({ act: 'get', account }),
    async set(account, value) {
      await asked({ act: 'set', account, value });
      // Some keep a value in memory alone, or cut it.
      if ((await asked({ act: 'get', account })) !== value)
        throw new CapabilityError('secret_unavailable', 'The keychain does not give back what it was given.');
    },
    async remove(account) {
      await asked({ act: 'remove', account });
    },
  };
}

function read(end: ScriptEnd): Answer {
  if (end.ended === 'timeout')
    throw new CapabilityError(
      'secret_unavailable',
      `The keychain did not answer within ${timeoutMs / 1_000} s: it is locked, or waits for somebody at the screen. Unlock it, then try again.`,
    );
  if (end.ended === 'failed') return { failure: end.why };
  try {
    const answer: unknown = JSON.parse(end.answer);
    if (typeof answer === 'object' && answer !== null) {
      if ('failure' in answer && typeof answer.failure === 'string') return { failure: answer.failure };
      if ('value' in answer && (typeof answer.value === 'string' || answer.value === null))
        return { value: answer.value };
    }
  } catch {
    // Told below: whatever was printed may hold a value.
  }
  return { failure: 'it answered something else' };
}

// Of the kernel keyring, which the library would fall back to, nothing is left after a restart.
const script = `
const { text } = require('node:stream/consumers');
(async () => {
  const { module, act, account, value } = JSON.parse(await text(process.stdin));
  try {
    const { AsyncEntry } = require(module);
    const entry = new AsyncEntry('gatehouse', account, { linux: { store: 'secret-service' } });
    if (act === 'set') await entry.setPassword(value);
    if (act === 'remove') await entry.deletePassword();
    console.log(JSON.stringify({ value: act === 'get' ? ((await entry.getPassword()) ?? null) : null }));
  } catch (fault) {
    console.log(JSON.stringify({ failure: String(fault.message).split('\\n')[0].slice(0, 300) }));
  }
})();`;

/** How a session is found, and nothing that a program could be steered by. */
const passedOn = [
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_RUNTIME_DIR',
  'XDG_DATA_HOME',
  'HOME',
  'USER',
  'LOGNAME',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'LANG',
  'SystemRoot',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
];

/** The real one, as the environment of this user leads to it. */
export function systemKeychain(env: Environment): AskKeychain {
  return (request) => {
    const given = passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
    const module = import.meta.resolve('@napi-rs/keyring');
    return runScript({
      script,
      input: { ...request, module: fileURLToPath(module) },
      env: Object.fromEntries(given),
      timeoutMs,
    });
  };
}
