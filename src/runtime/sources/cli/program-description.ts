// The description of a program's commands: as it was kept while program and files are the same, else read anew. A failure is kept too, so that
// a program that hangs does not do so at each start.
import { join } from 'node:path';
import { isCapabilityError, type Artifact } from '../../../contract/index.ts';
import {
  cleanEnvironment,
  fileStamp,
  realFolder as realPath,
  type IdentifiedArtifact,
  type ProgramAnswer,
} from '../../../host/index.ts';
import { canonicalJson, sha256Hex } from '../../../text/index.ts';
import type { CliSource } from '../../config/sources/settle-cli.ts';
import { artifactDifferences } from '../../servers/launch-text.ts';
import type { SourceNeeds } from '../kinds/source.ts';
import { maxDescriptionBytes, type AskNeeds, type Description } from './adapter.ts';
import { adapters } from './adapters.ts';
import { isWithin, type SpecSearch } from './find-spec.ts';
import { readKept, writeKept, type KeptDescription, type KeptPlace } from './kept-description.ts';

const askMs = 30_000;

type DescribeNeeds = Pick<SourceNeeds, 'workspace' | 'env' | 'folder' | 'artifacts' | 'asking'>;

/** What the program is now, as far as files tell. Starts nothing. */
export function lookAtProgram(
  { settings }: Pick<CliSource, 'settings'>,
  { workspace, env, artifacts }: Pick<DescribeNeeds, 'workspace' | 'env' | 'artifacts'>,
  known: Artifact | null,
): Promise<IdentifiedArtifact> {
  const environment = cleanEnvironment(env, { allow: [] });
  return artifacts.identify({ argv: settings.argv, directory: workspace, environment }, known);
}

/** `isAnew`: whatever is kept. Never rejects but where the home cannot be written. */
export async function describeProgram(
  source: CliSource,
  needs: DescribeNeeds,
  isAnew: boolean,
): Promise<KeptDescription> {
  const keptAt: KeptPlace = { folder: needs.folder, key: keyOf(source) };
  const kept = readKept(keptAt);
  const artifact = await lookAtProgram(source, needs, kept?.artifact ?? null);
  const search = searchFor(artifact, needs);
  const specStamp = stampOf(source, search, kept?.files ?? []);
  if (!isAnew && isStill(kept, artifact, specStamp)) return touched(keptAt, kept, artifact);
  const where = isAnew ? null : placeInWorkspace(artifact, needs);
  if (where !== null) return unread(artifact, where, kept !== null);
  const { files = [], ...said } = await ask(source, artifact, needs);
  const found = {
    artifact: plain(artifact),
    specStamp: stampOf(source, search, files),
    files,
    said,
    readAt: new Date().toISOString(),
  };
  // What is not there costs nothing to look for again.
  if (artifact.program !== null) writeKept(keptAt, found);
  return found;
}

function isStill(kept: KeptDescription | null, artifact: Artifact, specStamp: string): kept is KeptDescription {
  return kept !== null && kept.specStamp === specStamp && isSame(kept.artifact, artifact);
}

/** The first file of it that tools may write; null where there is none. Reading it starts it, outside the sandbox. */
export function placeInWorkspace(
  { program = null, parts }: Partial<Pick<IdentifiedArtifact, 'program'>> & Artifact,
  { workspace }: Pick<DescribeNeeds, 'workspace'>,
): string | null {
  const folder = realPath(workspace) ?? workspace;
  const paths = [...(program === null ? [] : [program]), ...parts.map(({ path }) => path)];
  return paths.find((path) => isWithin(folder, path) || isWithin(workspace, path)) ?? null;
}

/** What was kept stays, for when it is that program again. */
function unread(artifact: IdentifiedArtifact, where: string, isKept: boolean): KeptDescription {
  const what = isKept ? 'is another one than was read' : 'was not read yet';
  const problem = `${where} ${what}, and lies in the workspace, where tools may write: it is started to be read only when you say so.`;
  return { artifact: plain(artifact), specStamp: '', files: [], said: { problem }, readAt: new Date().toISOString() };
}

/** Read again, and found to be the same: next time that need not be. */
function touched(keptAt: KeptPlace, kept: KeptDescription, artifact: IdentifiedArtifact): KeptDescription {
  if (stampsOf(kept.artifact) === stampsOf(artifact)) return kept;
  const now = { ...kept, artifact: plain(artifact) };
  writeKept(keptAt, now);
  return now;
}

interface Failure {
  readonly problem: string;
  readonly files?: undefined;
}

async function ask(
  source: CliSource,
  artifact: IdentifiedArtifact,
  needs: DescribeNeeds,
): Promise<Description | Failure> {
  const adapter = adapters[source.as];
  const questions = asking(source, artifact, needs);
  try {
    // Nothing is started that is not there: the answer says what is missing.
    if (artifact.program === null) return failure(await questions.ask([]));
    const description = await adapter.describe(source, questions);
    const now = await lookAtProgram(source, needs, artifact);
    return isSame(artifact, now) ? description : { problem: 'It was replaced while its commands were read.' };
  } catch (cause) {
    if (!isCapabilityError(cause)) throw cause;
    return { problem: cause.message };
  }
}

function failure(answer: ProgramAnswer): Failure {
  return { problem: answer.ok ? 'It came while it was looked for.' : answer.why };
}

function asking(
  { settings }: CliSource,
  artifact: IdentifiedArtifact,
  { env, workspace, asking: host }: DescribeNeeds,
): AskNeeds {
  const [name, ...own] = settings.argv;
  return {
    ...searchFor(artifact, { env, workspace }),
    run: (question) => host.ask(question),
    ask: (args) =>
      host.ask({
        argv: [artifact.program ?? name, ...own, ...args],
        environment: cleanEnvironment(env, { allow: [] }),
        timeoutMs: askMs,
        maxBytes: maxDescriptionBytes,
      }),
  };
}

function searchFor({ parts }: Artifact, { env, workspace }: Pick<DescribeNeeds, 'env' | 'workspace'>): SpecSearch {
  const described = parts.find(({ kind }) => kind === 'script') ?? parts.find(({ kind }) => kind === 'program');
  return { program: described?.path ?? null, env, workspace };
}

function keyOf({ as, spec, settings }: CliSource): string {
  return sha256Hex(canonicalJson({ as, spec, argv: [...settings.argv] }));
}

/** A package folder is as its files are that describe it. */
function stampOf(source: CliSource, search: SpecSearch, files: readonly string[]): string {
  const own = adapters[source.as].stamp;
  if (own !== undefined) return own(source, search, files);
  const { spec } = source;
  if (spec === null) return '';
  return [spec, join(spec, 'oclif.manifest.json'), join(spec, 'package.json')].map(fileStamp).join();
}

function isSame(before: Artifact, after: Artifact): boolean {
  return artifactDifferences(before, after).length === 0;
}

function stampsOf({ parts }: Artifact): string {
  return parts.map(({ stamp }) => stamp).join();
}

function plain({ parts, notPinned }: Artifact): Artifact {
  return { parts, notPinned };
}
