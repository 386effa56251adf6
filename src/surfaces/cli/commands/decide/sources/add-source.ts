// gatehouse source add: shows what a program or a tools file would bring, and writes it into the owner's own configuration after a yes.
import { basename, extname, resolve } from 'node:path';
import { CapabilityError } from '../../../../../contract/index.ts';
import { openSourceEdits, type SourceEntry } from '../../../../../runtime/index.ts';
import type { Action } from '../../../command-spec.ts';
import { exitCodes } from '../../../exit-code.ts';
import type { Invocation } from '../../../invocation.ts';
import { lines } from '../../../render/lines.ts';
import { readLine } from '../servers/read-line.ts';
import { wholeText } from './source-text.ts';
import { notTaken, taken } from './sources.ts';

interface AddOptions {
  readonly name?: string;
  readonly as?: string;
  readonly spec?: string;
  readonly sandbox?: string;
  readonly server?: string;
  readonly yes?: boolean;
}

export const addSource: Action<AddOptions> = async (invocation, [kind = '', path = ''], options) => {
  const { environment, output, command, caller } = invocation;
  const wanted = entryOf({ kind, path, cwd: environment.cwd }, options);
  const name = options.name ?? nameOf(path);
  // Whoever may not decide may not say what is to be run either.
  await invocation.owner();
  const { prepareSource, trySource } = await openSourceEdits();
  await prepareSource(name, wanted, environment.env);
  if (kind === 'cli') output.note(`gatehouse: this is asked now what its commands are: ${path}`);
  const entry = withPrefix(await withKind(wanted, invocation), path);
  const { file, settings, net, make } = await prepareSource(name, entry, environment.env);
  const { view, descriptions } = await trySource(settings, { env: environment.env, workspace: caller.workspace, net });
  const shown = wholeText(view, output.width, descriptions);
  if (view.state === 'broken') {
    output.document({ file, written: false, source: view });
    output.say(lines(shown, 'Nothing was written.'));
    return exitCodes.failed;
  }
  if (options.yes !== true && !(await isConfirmed(invocation, shown, file))) {
    output.document({ file, written: false, source: view });
    output.say(
      lines(
        environment.stdin.isTTY === true ? null : shown,
        `Nothing was written. To write it into ${file}: add --yes.`,
      ),
    );
    return 0;
  }
  make();
  const now = await taken(invocation, (views) => views.find((each) => each.name === name));
  output.document({ file, written: true, source: now ?? view });
  output.say(
    lines(
      options.yes === true ? shown : null,
      `Wrote the source ${name} into ${file}.`,
      now === undefined ? notTaken(command) : `Its tools: ${command} tools list --source ${name}`,
    ),
  );
  return 0;
};

/** Where nobody says what describes it, the best that there is. */
async function withKind(entry: SourceEntry, { environment, output, caller }: Invocation): Promise<SourceEntry> {
  if (entry.kind !== 'cli' || entry.as !== undefined || entry.spec !== undefined) return entry;
  const { detectKind } = await openSourceEdits();
  const program = typeof entry.command === 'string' ? entry.command : (entry.command[0] ?? '');
  const kinds = await detectKind(program, { env: environment.env, workspace: caller.workspace });
  const best = kinds.find(({ applies }) => applies);
  // What it is asked by default says best what is wrong.
  if (best === undefined) return entry;
  output.note(`gatehouse: described by ${best.kind}: ${best.why}.`);
  return best.kind === 'fisk' ? entry : { ...entry, as: best.kind };
}

/** Of an application of fisk the names are the paths of its commands; beside others `add` and `list` would say nothing. */
function withPrefix(entry: SourceEntry, path: string): SourceEntry {
  return entry.kind !== 'cli' || (entry.as ?? 'fisk') === 'fisk' ? entry : { ...entry, prefix: nameOf(path) };
}

/** The answer of a person at a terminal; nobody else is asked. */
async function isConfirmed({ environment, output }: Invocation, shown: string, file: string): Promise<boolean> {
  if (environment.stdin.isTTY !== true) return false;
  output.note(lines(shown, `Write this into ${file}? [y/N]`));
  const answer = await readLine(environment.stdin, environment.signal);
  return answer !== null && /^y(?:es)?$/i.test(answer.trim());
}

const sandboxSettings = ['on', 'off'] as const;
const adapters = ['fisk', 'oclif', 'fig', 'usage', 'cobra', 'help'] as const;

interface Wanted {
  readonly kind: string;
  readonly path: string;
  /** Relative paths start there. */
  readonly cwd: string;
}

function entryOf({ kind, path, cwd }: Wanted, { as, spec, sandbox, server }: AddOptions): SourceEntry {
  if (kind !== 'openapi' && server !== undefined)
    throw wrong('--server says where the operations of a document are: it goes with openapi.');
  if (kind === 'http') return httpEntry(resolve(cwd, path), [as, spec, sandbox]);
  if (kind === 'openapi') return openApiEntry(path, cwd, { server, others: [as, spec, sandbox] });
  if (kind !== 'cli')
    throw wrong(`There is no kind of source ${JSON.stringify(kind)} to add. There are cli, http and openapi.`);
  if (path === '' || path.startsWith('-')) throw wrong(`${JSON.stringify(path)} is the name of no program.`);
  return {
    kind,
    command: path.includes('/') ? resolve(cwd, path) : path,
    ...(as === undefined ? {} : { as: oneOf('--as', as, adapters) }),
    ...(spec === undefined ? {} : { spec: resolve(cwd, spec) }),
    ...(sandbox === undefined ? {} : { sandbox: oneOf('--sandbox', sandbox, sandboxSettings) }),
  };
}

function httpEntry(file: string, others: readonly (string | undefined)[]): SourceEntry {
  if (others.some((option) => option !== undefined))
    throw wrong('--as, --spec and --sandbox say something of a program; a tools file has no use for them.');
  return { kind: 'http', file };
}

interface Said {
  readonly server: string | undefined;
  readonly others: readonly (string | undefined)[];
}

function openApiEntry(path: string, cwd: string, { server, others }: Said): SourceEntry {
  if (others.some((option) => option !== undefined))
    throw wrong('--as, --spec and --sandbox say something of a program; a document has no use for them.');
  const document = /^https?:\/\//i.test(path) ? path : resolve(cwd, path);
  return { kind: 'openapi', document, ...(server === undefined ? {} : { server }) };
}

function oneOf<const Word extends string>(option: string, given: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === given);
  if (word !== undefined) return word;
  throw wrong(`${option} is one of ${words.join(', ')}, not ${JSON.stringify(given)}.`);
}

/** The name of its file without an ending, in letters that a name may have. */
function nameOf(path: string): string {
  const base = basename(path);
  return base
    .slice(0, base.length - extname(base).length)
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, 32);
}

function wrong(text: string): CapabilityError {
  return new CapabilityError('malformed_request', text);
}
