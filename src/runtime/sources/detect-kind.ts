// Which kinds of description a program has: it is asked in each way that is known, alone and for a short while each.
import { basename, dirname, join } from 'node:path';
import { cleanEnvironment, createArtifacts, createProgramAsking, readTextFile } from '../../host/index.ts';
import { detectKinds, probeProgram, type DetectedKind } from '../../sources/index.ts';
import { installedSpec } from './cli/find-spec.ts';
import type { TryPlace } from './try-source.ts';

const askMs = 10_000;
const maxBytes = 16 * 1024 * 1024;

/** In the order of their worth. `program` is a name, or an absolute path. */
export async function detectKind(
  program: string,
  { env, workspace }: Pick<TryPlace, 'env' | 'workspace'>,
): Promise<readonly DetectedKind[]> {
  const environment = cleanEnvironment(env, { allow: [] });
  const command = { argv: [program], directory: workspace, environment };
  const found = await createArtifacts().identify(command, null);
  const realPath = found.parts.find(({ kind }) => kind === 'program')?.path ?? program;
  const asking = createProgramAsking();
  const probes = await probeProgram(async (words) => {
    const argv = [found.program ?? program, ...words];
    const answer = await asking.ask({ argv, environment, timeoutMs: askMs, maxBytes });
    if (answer.ok) return { stdout: answer.stdout, exitCode: 0 };
    if (answer.problem === 'exit' && answer.exitCode !== null)
      return { stdout: answer.stdout, exitCode: answer.exitCode };
    throw new Error(answer.why);
  });
  const spec = installedSpec(basename(program), { program: realPath, env, workspace });
  return detectKinds({ realPath, ...packageFacts(realPath), figSpec: spec?.file ?? null }, probes);
}

function packageFacts(realPath: string): { readonly packageJson: unknown; readonly hasManifest: boolean } {
  for (let folder = dirname(realPath); folder !== dirname(folder); folder = dirname(folder)) {
    const file = readTextFile(join(folder, 'package.json'), 1024 * 1024);
    if (file.kind !== 'text') continue;
    const hasManifest = readTextFile(join(folder, 'oclif.manifest.json'), 1).kind !== 'absent';
    return { packageJson: jsonOf(file.text), hasManifest };
  }
  return { packageJson: null, hasManifest: false };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
