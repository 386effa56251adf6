// What a command names besides its program: a script, packages that a runner looks for, or what cannot be told from the line.
import { basename } from 'node:path';

export type CommandReading =
  /** The program is all there is. */
  | { readonly kind: 'program' }
  /** `loads` says what is loaded besides it by the line. */
  | { readonly kind: 'script'; readonly file: string; readonly loads: readonly string[] }
  /** npx looks for these itself and fetches what it does not find. */
  | { readonly kind: 'npx'; readonly specs: readonly string[]; readonly loads: readonly string[] }
  /** `why` says what stays open. */
  | { readonly kind: 'open'; readonly why: string };

interface Interpreter {
  /** Options whose value is the next argument. */
  readonly withValue: readonly string[];
  /** Options that bring other code than a script. */
  readonly code: readonly string[];
  /** Options that load something besides the script. */
  readonly loads: readonly string[];
}

const nodeOptions: Interpreter = {
  withValue: ['-C', '--conditions', '--title', '--icu-data-dir', '--input-type'],
  code: ['-e', '--eval', '-p', '--print', '-c', '--check', '--run', '--test', '-i', '--interactive'],
  loads: [
    '-r',
    '--require',
    '--import',
    '--loader',
    '--experimental-loader',
    '--snapshot-blob',
    // Such a file may hold NODE_OPTIONS.
    '--env-file',
    '--env-file-if-exists',
    '--experimental-config-file',
  ],
};
const shell: Interpreter = { withValue: ['-o', '-O', '--rcfile', '--init-file'], code: ['-c', '-s'], loads: [] };
const python: Interpreter = { withValue: ['-W', '-X', '-Q'], code: ['-c', '-m', '-'], loads: [] };
const plain: Interpreter = { withValue: ['-I', '-S'], code: ['-e', '-E', '-r'], loads: ['-r'] };

const interpreters: Readonly<Record<string, Interpreter>> = {
  node: nodeOptions,
  nodejs: nodeOptions,
  tsx: nodeOptions,
  'ts-node': { ...nodeOptions, withValue: [...nodeOptions.withValue, '-P', '--project'] },
  bun: { ...nodeOptions, code: [...nodeOptions.code, 'x', 'run', 'test', 'exec'] },
  deno: { withValue: [], code: ['eval', 'run', 'task', 'x'], loads: [] },
  python,
  python2: python,
  python3: python,
  pypy3: python,
  ruby: { withValue: ['-I'], code: ['-e'], loads: ['-r'] },
  perl: { withValue: ['-I'], code: ['-e', '-E'], loads: ['-M'] },
  php: plain,
  lua: plain,
  sh: shell,
  bash: shell,
  dash: shell,
  zsh: shell,
};

/** Programs that fetch or find what they run by rules of their own; with the word before the name of it, where there is one. */
const runners: Readonly<Record<string, readonly string[]>> = {
  uvx: [],
  uv: ['run', 'tool'],
  pipx: ['run'],
  pnpx: [],
  pnpm: ['dlx', 'exec', 'run', 'start'],
  yarn: ['dlx', 'exec', 'run', 'start'],
  bunx: [],
  npm: ['run', 'start', 'run-script'],
  docker: ['run'],
  podman: ['run'],
  go: ['run'],
  cargo: ['run'],
  java: [],
  dotnet: [],
  env: [],
  sudo: [],
  cmd: [],
  powershell: [],
  pwsh: [],
};

export function readCommand(argv: readonly string[]): CommandReading {
  const [file = '', ...args] = argv;
  const name = basename(file).replace(/\.(?:exe|cmd|bat)$/i, '');
  if (name === 'npx') return readNpx(args);
  if (name === 'npm' && ['exec', 'x'].includes(args[0] ?? '')) return readNpx(args.slice(1));
  const python = /^python3?\.\d+$/.test(name) ? interpreters['python3'] : undefined;
  const interpreter = python ?? (Object.hasOwn(interpreters, name) ? interpreters[name] : undefined);
  if (interpreter !== undefined) return readScript(name, args, interpreter);
  if (Object.hasOwn(runners, name)) return { kind: 'open', why: openText(name, subjectOf(name, args)) };
  return { kind: 'program' };
}

/** Containers are pinned by the digest in their name, packages of Python by their version: by whoever fetches them. */
function openText(name: string, subject: string): string {
  const why = `what ${name} finds, fetches or starts for ${subject}`;
  if (['docker', 'podman'].includes(name))
    return /@sha256:[0-9a-f]{64}$/.test(subject) ? why : `${why}; name its digest, such as image@sha256:…`;
  if (['uvx', 'uv', 'pipx'].includes(name))
    return /(?:@|==)\d[\w.+!-]*$/.test(subject) ? why : `${why}; name one version, such as ${subject}@1.2.3`;
  return why;
}

function subjectOf(name: string, args: readonly string[]): string {
  const words = Object.hasOwn(runners, name) ? (runners[name] ?? []) : [];
  const rest = words.includes(args[0] ?? '') ? args.slice(1) : args;
  return rest.find((arg) => !arg.startsWith('-')) ?? 'its arguments';
}

function readScript(name: string, args: readonly string[], { withValue, code, loads }: Interpreter): CommandReading {
  const loaded: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const { option, hasValue } = readOption(arg, [...code, ...loads, ...withValue]);
    if (code.includes(option)) return { kind: 'open', why: `what ${name} ${option} runs or loads` };
    const isLoading = loads.includes(option);
    if (isLoading) loaded.push(`what ${name} loads by ${option}`);
    if (!hasValue && (isLoading || withValue.includes(option))) at++;
    else if (arg === '--') return scriptOf(args[at + 1], name, loaded);
    else if (!arg.startsWith('-')) return scriptOf(arg, name, loaded);
  }
  return scriptOf(undefined, name, loaded);
}

interface ReadOption {
  readonly option: string;
  /** In the same argument. */
  readonly hasValue: boolean;
}

/** Of letters behind one dash the first that says what the rest is: `-Wonce` is a value, and `-uc` is code. */
function readOption(arg: string, known: readonly string[]): ReadOption {
  const option = arg.split('=')[0] ?? '';
  if (known.includes(option) || !/^-[^-]/.test(arg)) return { option, hasValue: option !== arg };
  const letters = arg.slice(1).split('');
  const at = letters.findIndex((letter) => known.includes(`-${letter}`));
  return at < 0 ? { option, hasValue: false } : { option: `-${letters[at]}`, hasValue: at < letters.length - 1 };
}

function scriptOf(file: string | undefined, name: string, loads: readonly string[]): CommandReading {
  if (file !== undefined) return { kind: 'script', file, loads };
  return { kind: 'open', why: [`what ${name} reads and runs`, ...loads].join(', ') };
}

const npxValues = ['--prefix', '--cache', '--registry', '--workspace', '-w', '--loglevel', '--userconfig'];
/** Options that change neither where a package is found nor what is run of it. */
const npxHarmless = new Set(
  '-y --yes -q --quiet -s --silent --loglevel -p --package --no-install --offline --prefer-offline --prefer-online --registry'.split(
    ' ',
  ),
);

function readNpx(args: readonly string[]): CommandReading {
  const specs: string[] = [];
  const loads: string[] = [];
  let rest = args;
  while (/^-(?!-$)/.test(rest[0] ?? '')) {
    const { option, words, spec } = readNpxOption(rest);
    if (option === '-c' || option === '--call') return { kind: 'open', why: `what npx ${option} runs` };
    if (spec !== null) specs.push(spec);
    if (!npxHarmless.has(option)) loads.push(`what npx finds or runs by ${option}`);
    rest = rest.slice(words);
  }
  if (specs.length === 0) specs.push(...rest.filter((arg) => arg !== '--').slice(0, 1));
  return specs.length > 0 ? { kind: 'npx', specs, loads } : { kind: 'open', why: 'what npx finds and runs' };
}

interface NpxOption {
  readonly option: string;
  /** How many arguments it takes up. */
  readonly words: number;
  /** The package that it names. */
  readonly spec: string | null;
}

function readNpxOption([arg = '', next = '']: readonly string[]): NpxOption {
  const [option = '', value] = arg.split(/=(.*)/s);
  const isPackage = option === '-p' || option === '--package';
  const words = value === undefined && (isPackage || npxValues.includes(option)) ? 2 : 1;
  return { option, words, spec: isPackage ? (value ?? next) : null };
}
