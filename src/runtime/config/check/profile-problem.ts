// Whether a profile that somebody names is there: one that is not leaves its caller nothing, which nobody would understand unsaid.
import { locateHome, type Environment } from '../../../host/index.ts';
import { nearNames } from '../../../text/index.ts';
import { loadConfig } from '../load-config.ts';

/** Null where it is configured. Profiles are in the owner's file alone. */
export async function profileProblem(name: string, env: Environment): Promise<string | null> {
  const home = { path: locateHome(env) };
  const { config } = await loadConfig({ home, workspace: home.path, env, trustedFolders: [] });
  const names = [...config.profiles.keys()];
  if (names.includes(name)) return null;
  const near = nearNames(name, names);
  const known = names.length === 0 ? 'None is.' : `There are: ${names.join(', ')}.`;
  const hint = near.length === 0 ? known : `Did you mean ${near.join(', ')}?`;
  return `No profile named ${JSON.stringify(name)} is configured, so this client is left no tools. ${hint}`;
}
