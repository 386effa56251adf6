// Secrets in the home, for machines without a keychain: one age file each, opened by a key that lies beside them. Who can read both can
// read the secrets; the files are the owner's alone.
import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CapabilityError } from '../../contract/index.ts';
import { failureCode } from '../home/describe-failure.ts';
import type { Home } from '../home/open-home.ts';
import { attempt } from '../home/private-folder.ts';
import { removePrivateFile, replacePrivateFile } from '../home/write-file.ts';

export interface SecretFiles {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): void;
}

const keyName = 'secrets';
const keyBytes = 32;
const maxFileBytes = 1024 * 1024;
const othersBits = 0o077;
/** The passphrase is a random key of 256 bits: nobody guesses it, however cheap a guess is. */
const workFactor = 10;

export function createSecretFiles(home: Pick<Home, 'path' | 'keys' | 'readOrCreateKey'>): SecretFiles {
  const folder = join(home.path, 'secrets');
  const pathOf = (name: string) => join(folder, `${name}.age`);
  const passphrase = (): string => {
    refuseOpenFile(join(home.keys, keyName));
    return home.readOrCreateKey(keyName, keyBytes).toString('base64url');
  };
  return {
    async get(name) {
      const sealed = readPrivate(pathOf(name));
      if (sealed === null) return null;
      // Loaded where there is something to open: a start without secrets does without.
      const { armor, Decrypter } = await import('age-encryption');
      const decrypter = new Decrypter();
      decrypter.addPassphrase(passphrase());
      try {
        return await decrypter.decrypt(armor.decode(sealed), 'text');
      } catch (cause) {
        throw new CapabilityError(
          'secret_unavailable',
          `${pathOf(name)} cannot be opened with the key of this home: one of them was changed. Set the secret again: gatehouse secrets set ${name}`,
          { cause },
        );
      }
    },
    async set(name, value) {
      const { armor, Encrypter } = await import('age-encryption');
      const encrypter = new Encrypter();
      encrypter.setPassphrase(passphrase());
      encrypter.setScryptWorkFactor(workFactor);
      attempt(folder, 'created', () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
      replacePrivateFile(pathOf(name), armor.encode(await encrypter.encrypt(value)));
    },
    remove: (name) => removePrivateFile(pathOf(name)),
  };
}

/** A key that others could read may be known to them: closing it now would hide that. */
function refuseOpenFile(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats !== undefined) refuseOpen(path, stats);
}

function refuseOpen(path: string, stats: { readonly mode: number; readonly uid: number; isFile(): boolean }): void {
  if (!stats.isFile()) throw unusable(path, 'it is no regular file', 'Move it away; secrets are then set anew.');
  // No permission bits there: the profile of the user protects it.
  if (process.getuid === undefined) return;
  if (stats.uid !== process.getuid()) throw unusable(path, 'it belongs to another user', 'Run as that user.');
  if ((stats.mode & othersBits) === 0) return;
  const mode = (stats.mode & 0o777).toString(8);
  throw unusable(
    path,
    `its mode ${mode} lets other users read it`,
    `If nobody did, run: chmod 600 ${path} — else remove it, and set the secrets anew with values that replace the old ones.`,
  );
}

function readPrivate(path: string): string | null {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    if (failureCode(cause) === 'ENOENT') return null;
    throw unusable(
      path,
      `it cannot be opened (${failureCode(cause) ?? 'unknown error'})`,
      'Set the secret again.',
      cause,
    );
  }
  try {
    const stats = fstatSync(handle);
    refuseOpen(path, stats);
    if (stats.size > maxFileBytes) throw unusable(path, 'it is longer than a secret can be', 'Set the secret again.');
    return attempt(path, 'read', () => readFileSync(handle, 'utf8'));
  } finally {
    closeSync(handle);
  }
}

function unusable(
  path: string,
  why: string,
  ...[advice, cause]: readonly [advice: string, cause?: unknown]
): CapabilityError {
  return new CapabilityError('secret_unavailable', `${path} cannot be used: ${why}. ${advice}`, {
    details: { path },
    cause,
  });
}
