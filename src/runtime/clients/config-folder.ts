// Where programs keep what a user set: by the system, and by what the environment says otherwise.
import { isAbsolute, join } from 'node:path';
import { userFolder } from '../../host/index.ts';
import type { ClientPlace } from './client.ts';

/** Of programs with windows. */
export function applicationFolder(place: ClientPlace): string {
  const { env, platform } = place;
  const user = userFolder(env);
  if (platform === 'darwin') return join(user, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] || join(user, 'AppData', 'Roaming');
  return xdgFolder(place);
}

/** Of programs that go by the XDG specification on every system. */
export function xdgFolder({ env }: Pick<ClientPlace, 'env'>): string {
  const named = env['XDG_CONFIG_HOME'];
  return named && isAbsolute(named) ? named : join(userFolder(env), '.config');
}
