// Reads a source that is not configured yet, and shows what it would bring. Nothing is registered and nothing is run but what describes it.
import type { SourceView } from '../../contract/index.ts';
import { createArtifacts, createProgramAsking, locateHome, openHome, type Environment } from '../../host/index.ts';
import type { Config } from '../config/load-config.ts';
import type { SourceSettings } from '../config/sources/settle-sources.ts';
import { openSource } from './open-source.ts';

export interface TriedSource {
  readonly view: SourceView;
  /** By name, what a model is told first of each. */
  readonly descriptions: ReadonlyMap<string, string>;
}

export interface TryPlace {
  readonly env: Environment;
  readonly workspace: string;
  readonly net: Config['net'];
}

/** What was read is kept as that of a configured one is: what is added then is what was shown. */
export async function trySource(settings: SourceSettings, { env, workspace, net }: TryPlace): Promise<TriedSource> {
  const home = openHome({ path: locateHome(env), create: true });
  const source = await openSource(settings, {
    env,
    workspace,
    net,
    folder: home.sources,
    artifacts: createArtifacts(),
    asking: createProgramAsking(),
    redactor: { register: () => undefined },
    secretValue: () => Promise.reject(new Error('No secret is read to look at a source')),
  });
  (await source.read(true))();
  const tools = source.tools().map(({ tool }) => tool);
  return {
    view: { ...source.view(), tools: tools.map(({ name, alwaysAsk }) => ({ name, asks: alwaysAsk })) },
    descriptions: new Map(tools.map(({ name, description }) => [name, description.split('\n')[0] ?? ''])),
  };
}
