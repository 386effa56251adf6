// Flags, positionals and commands with nothing said of them: readers add what their description says.
import type { TreeArgument, TreeCommand, TreeFlag, ValueType } from '../command-tree.ts';

export const anyText: ValueType = { type: 'string', choices: null, schema: null };

export const bareFlag = {
  kind: 'switch',
  negation: null,
  join: ' ',
  many: false,
  value: anyText,
  description: '',
  fallback: [],
  required: false,
  env: null,
  hidden: false,
  dangerous: false,
} as const satisfies Omit<TreeFlag, 'name' | 'flag'>;

export const bareArgument = {
  many: false,
  value: anyText,
  description: '',
  fallback: [],
  required: false,
  env: null,
} as const satisfies Omit<TreeArgument, 'name'>;

export const bareCommand = {
  aliases: [],
  help: '',
  helpLong: '',
  hidden: false,
  tags: [],
  flags: [],
  args: [],
  commands: [],
  runs: false,
  effect: null,
  dangerous: false,
  schema: null,
  doubts: [],
} as const satisfies Omit<TreeCommand, 'name'>;
