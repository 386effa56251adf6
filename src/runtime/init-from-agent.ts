// Writes a configuration that serves what an agent.yaml of Fisk AI describes, and tells of each of its keys what became of it.
import { CapabilityError } from '../contract/index.ts';
import {
  changeForeignFile,
  locateHome,
  readForeignFile,
  readTextFile,
  userFolder,
  type Environment,
} from '../host/index.ts';
import { loadPatterns } from '../text/index.ts';
import { readAgent } from './config/agent/read-agent.ts';
import { translateAgent, type KeyAccount } from './config/agent/translate-agent.ts';
import { readConfigFile } from './config/read-config-file.ts';

export interface AgentImportPlace {
  /** Absolute paths. */
  readonly from: string;
  readonly out: string;
  readonly workspace: string;
  readonly env: Environment;
}

export interface AgentImport {
  readonly file: string;
  readonly account: readonly KeyAccount[];
  /** The profile that what it serves is to be narrowed by; null for none. */
  readonly profile: string | null;
}

const maxBytes = 1024 * 1024;

/** Throws `invalid_config`, and nothing is written, where the one cannot be read whole or the other is there. */
export async function initFromAgent({ from, out, workspace, env }: AgentImportPlace): Promise<AgentImport> {
  const file = readTextFile(from, maxBytes);
  if (file.kind === 'absent') throw unusable(`${from} is not there.`);
  if (file.kind === 'unreadable') throw unusable(`${from} ${file.problem}.`);
  const before = readForeignFile(out);
  if (before.text !== null) throw unusable(`${out} is there already. Give another file with --out.`);
  const { text, account, hasProfile } = translateAgent(await readAgent(from, file.text), { file: from, out });
  checkOwn(out, text, {
    surroundings: { workspace, userFolder: userFolder(env), home: locateHome(env) },
    patterns: await loadPatterns(),
  });
  changeForeignFile(before, text);
  return { file: out, account, profile: hasProfile ? 'exposed' : null };
}

/** What is written loads: a value that Fisk AI takes and we do not is refused before, by the place it would have. */
function checkOwn(
  out: string,
  text: string,
  rest: Pick<Parameters<typeof readConfigFile>[0], 'surroundings' | 'patterns'>,
): void {
  try {
    readConfigFile({ file: out, text, ownerFile: null, ...rest });
  } catch (cause) {
    const why = cause instanceof CapabilityError ? cause.message : String(cause);
    throw new CapabilityError('invalid_config', `Nothing was written: Gatehouse would not take it so.\n${why}`, {
      cause,
    });
  }
}

function unusable(message: string): CapabilityError {
  return new CapabilityError('invalid_config', message);
}
