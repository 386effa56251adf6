// What reads a kind of description of a program's commands.
import { CapabilityError } from '../../../contract/index.ts';
import { readTextFile, type ProgramAnswer, type ProgramAsking } from '../../../host/index.ts';
import type { CommandTree } from '../../../sources/index.ts';
import type { CliSource } from '../../config/sources/settle-cli.ts';
import type { SpecSearch } from './find-spec.ts';

export const maxDescriptionBytes = 16 * 1024 * 1024;

export interface AskNeeds extends SpecSearch {
  /** Starts the program, as it was found, with these arguments behind its own: alone, without credentials, in an empty folder. */
  ask(args: readonly string[]): Promise<ProgramAnswer>;
  /** Starts another one that finds out what it is. */
  readonly run: ProgramAsking['ask'];
}

export interface Description {
  /** All that is kept of it. */
  readonly text: string;
  /** What the person who adds the program should know of how it was read. */
  readonly doubts: readonly string[];
  /** What was read besides the program, where `stamp` wants to know. */
  readonly files?: readonly string[];
}

/** Both throw CapabilityError where the whole is unusable. */
export interface Adapter {
  describe(source: CliSource, needs: AskNeeds): Promise<Description>;
  read(text: string): Promise<CommandTree> | CommandTree;
  /** As long as it is equal the files that describe the program are the same. Default: by the setting `spec` alone. Starts nothing and never throws. */
  stamp?(source: CliSource, search: SpecSearch, files: readonly string[]): string;
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
