// Where the spec of a program is: in an installed @withfig/autocomplete by its name, or a file that the owner names.
import { dirname, join } from 'node:path';

/** All absolute and real: the permission to read follows no links. */
export interface SpecPlace {
  readonly file: string;
  /** The folder that references to other specs are relative to. */
  readonly references: string;
  /** What the spec may read. */
  readonly readable: string;
}

const programName = /^(?:@[\w-]+\/)?[\w+-][\w.+-]*$/;

/** Best first, whether they are there or not; none for what is no name of a program. `folder` is that of the package. */
export function packagedSpecs(folder: string, program: string): readonly SpecPlace[] {
  if (!programName.test(program) || program === 'index') return [];
  const references = join(folder, 'build');
  return [`${program}.js`, join(program, 'index.js')].map((name) => ({
    file: join(references, name),
    references,
    readable: folder,
  }));
}

/** A file by itself may read its own folder. */
export function ownSpec(file: string): SpecPlace {
  return { file, references: dirname(file), readable: dirname(file) };
}
