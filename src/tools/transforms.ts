// Tools that models invent, and the calls they plausibly mean. What comes out is a call like any other and is judged as such.
import type { JsonObject, JsonValue } from '../contract/index.ts';
import { quoteWord } from '../text/index.ts';

export interface ArgumentTransform {
  readonly name: string;
  readonly to: string;
  /** Null where the arguments do not say what is meant: then the tool is unknown. */
  transform(args: JsonObject): JsonObject | null;
}

/** Which arguments a program is plausibly called with, and the words they become. */
interface Program {
  readonly name: string;
  /** One word each, in this order; the first spelling that is there counts. All must be there unless `optional`. */
  readonly words: readonly (readonly string[])[];
  readonly optional?: boolean;
  /** Switches: a spelling whose value is true adds the option. */
  readonly options?: Readonly<Record<string, string>>;
}

const pathNames = ['path', 'file', 'filename', 'file_path', 'filepath', 'name', 'target'];
const folderNames = ['path', 'directory', 'dir', 'folder', 'name'];
const fromNames = ['source', 'src', 'from', 'old_path', 'path'];
const toNames = ['destination', 'dest', 'dst', 'to', 'target', 'new_path'];

const programs: readonly Program[] = [
  { name: 'mkdir', words: [folderNames], options: { parents: '-p', recursive: '-p' } },
  { name: 'touch', words: [pathNames] },
  { name: 'rm', words: [pathNames], options: { recursive: '-r', force: '-f' } },
  { name: 'rmdir', words: [folderNames] },
  { name: 'mv', words: [fromNames, toNames] },
  { name: 'cp', words: [fromNames, toNames], options: { recursive: '-r' } },
  { name: 'ls', words: [folderNames], optional: true, options: { all: '-a', long: '-l' } },
  { name: 'pwd', words: [] },
];

/** Each yields a `shell` command of quoted words; nothing in an argument can become shell syntax. */
export const argumentTransforms: readonly ArgumentTransform[] = programs.map((program) => ({
  name: program.name,
  to: 'shell',
  transform(args) {
    const words = wordsOf(program, args);
    return words === null ? null : { command: [program.name, ...words.map(quoteWord)].join(' ') };
  },
}));

function wordsOf(program: Program, args: JsonObject): readonly string[] | null {
  const open = new Set(Object.keys(args));
  const options = new Set<string>();
  for (const [spelling, option] of Object.entries(program.options ?? {})) {
    if (!open.delete(spelling)) continue;
    const value = args[spelling];
    if (typeof value !== 'boolean') return null;
    if (value) options.add(option);
  }
  const operands: string[] = [];
  for (const spellings of program.words) {
    const spelling = spellings.find((name) => open.has(name));
    if (spelling === undefined) {
      if (program.optional === true) continue;
      return null;
    }
    open.delete(spelling);
    const operand = operandOf(args[spelling]);
    if (operand === null) return null;
    operands.push(operand);
  }
  // An argument that nobody understood may be the one that matters (`dry_run`): no guess is made past it.
  return open.size > 0 ? null : [...options, ...operands];
}

/** A path as an operand: never empty, without control characters, and never an option. */
function operandOf(value: JsonValue | undefined): string | null {
  if (typeof value !== 'string' || value === '' || /\p{Cc}/u.test(value)) return null;
  return value.startsWith('-') ? `./${value}` : value;
}
