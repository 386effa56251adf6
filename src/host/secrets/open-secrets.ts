// The secrets of a home: in the keychain where one answers, else in encrypted files.
import type { Secrets } from '../../contract/index.ts';
import type { Environment } from '../home/locations.ts';
import type { Home } from '../home/open-home.ts';
import { createKeychain, systemKeychain, type AskKeychain } from './keychain.ts';
import { createSecretFiles } from './secret-files.ts';

export interface SecretsPlace {
  readonly home: Pick<Home, 'path' | 'keys' | 'readOrCreateKey'>;
  readonly env: Environment;
  /** Default: the keychain of this user. */
  readonly ask?: AskKeychain;
}

/** Touches nothing until the first secret is asked for. */
export function openSecrets({ home, env, ask = systemKeychain(env) }: SecretsPlace): Secrets {
  const keychain = createKeychain(ask);
  const files = createSecretFiles(home);
  // Homes share a keychain and no secrets.
  const accountOf = (name: string) => `${home.path}:${name}`;
  return {
    async set(name, value) {
      if (await keychain.answers()) {
        await keychain.set(accountOf(name), value);
        return 'keychain';
      }
      await files.set(name, value);
      return 'file';
    },
    read: (name, place) => (place === 'keychain' ? keychain.get(accountOf(name)) : files.get(name)),
    async remove(name, place) {
      if (place === 'keychain') await keychain.remove(accountOf(name));
      else files.remove(name);
    },
  };
}
