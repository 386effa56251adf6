// What reads a kind of description of a program's commands.
import { CapabilityError } from '../../../contract/index.ts';
import { readTextFile, type ProgramAnswer } from '../../../host/index.ts';
import type { CommandTree } from '../../../sources/index.ts';
import type { CliSource } from '../../config/sources/settle-cli.ts';

export const maxDescriptionBytes = 16 * 1024 * 1024;

export interface AskNeeds {
  /** The real path of the file that is described; null where there is none. */
  readonly program: string | null;
  /** Starts the program, as it was found, with these arguments behind its own: alone, without credentials, in an empty folder. */
  ask(args: readonly string[]): Promise<ProgramAnswer>;
}

export interface Description {
  /** All that is kept of it. */
  readonly text: string;
  /** What the person who adds the program should know of how it was read. */
  readonly doubts: readonly string[];
}

/** Both throw CapabilityError where the whole is unusable. */
export interface Adapter {
  describe(source: CliSource, needs: AskNeeds): Promise<Description>;
  read(text: string): Promise<CommandTree> | CommandTree;
}

/** Throws what kept it from answering. */
export function saidText(answer: ProgramAnswer): string {
  if (answer.ok) return answer.stdout;
  throw new CapabilityError('invalid_tool', answer.why);
}

export function fileText(path: string): string {
  const file = readTextFile(path, maxDescriptionBytes);
  if (file.kind === 'text') return file.text;
  throw new CapabilityError(
    'invalid_tool',
    file.kind === 'absent' ? `${path} is missing.` : `${path} ${file.problem}.`,
  );
}
