// Joins what the files say of the flow rule: a project may tighten it and not loosen it.
import type { ConfigFile, Settings } from './config-schema.ts';
import { defaultSettings } from './default-settings.ts';

type Flow = Settings['policy']['flow'];

interface Layers {
  readonly owner: ConfigFile;
  readonly project: ConfigFile;
}

/** From the loosest to the strictest. */
const strictness: readonly Flow[] = ['off', 'relaxed', 'strict'];

/** An owner who wrote nothing has the default. */
export function settleFlow({ owner, project }: Layers): Flow {
  const mine = owner.policy?.flow ?? defaultSettings.policy.flow;
  return strictness.findLast((setting) => setting === mine || setting === project.policy?.flow) ?? mine;
}

/** What the project asks for and does not get. */
export function flowWarnings(path: string, layers: Layers): readonly string[] {
  const theirs = layers.project.policy?.flow;
  if (theirs === undefined || settleFlow(layers) === theirs) return [];
  return [`${path} sets policy.flow: ${theirs}; only your own file may loosen the flow rule, so it stays stricter.`];
}
