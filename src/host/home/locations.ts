// Where the home and the owner's configuration lie, by the environment of the process.
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Environment variables by name, such as `process.env`. An empty one counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** `GATEHOUSE_HOME`, else `~/.gatehouse`. Absolute; not looked at. */
export function locateHome(env: Environment): string {
  const named = env['GATEHOUSE_HOME'];
  return named ? resolve(named) : join(userFolder(env), '.gatehouse');
}

export interface ConfigLocation {
  readonly path: string;
  /** Named by GATEHOUSE_CONFIG: it has to be there. */
  readonly isNamed: boolean;
  /** It is all the configuration there is: neither a file of the workspace nor a daemon that runs under another one has a say. */
  readonly isAlone: boolean;
}

/** The file named by `GATEHOUSE_CONFIG`, else `gatehouse/config.yaml` in `$XDG_CONFIG_HOME` or `~/.config`. Absolute; not looked at. */
export function locateConfig(env: Environment): ConfigLocation {
  const named = env['GATEHOUSE_CONFIG'];
  if (named) return { path: resolve(named), isNamed: true, isAlone: isSaid(env['GATEHOUSE_CONFIG_ALONE']) };
  const xdg = env['XDG_CONFIG_HOME'];
  // The XDG specification has relative paths ignored.
  const folder = xdg && isAbsolute(xdg) ? xdg : join(userFolder(env), '.config');
  return { path: join(folder, 'gatehouse', 'config.yaml'), isNamed: false, isAlone: false };
}

/** Whatever is said but no is a yes. */
export function isSaid(value: string | undefined): boolean {
  return !['', '0', 'false', 'no'].includes((value ?? '').toLowerCase());
}

/** The folder that `~` means. */
export function userFolder(env: Environment): string {
  return env['HOME'] || homedir();
}
