// From an entry as a client has it to one of gatehouse.yaml, with the client's variables in our words, or the reason why it stays.
import { join } from 'node:path';
import type { JsonValue } from '../../../contract/index.ts';
import { userFolder, type Environment } from '../../../host/index.ts';
import { isCredential, type NamedValues, type ServerReach } from '../../../sources/index.ts';
import { isPlainMap, readServerEntry } from '../../config/mcp/read-server-entry.ts';
import type { NamedEntry, ServerEntry } from '../../config/schema/mcp-schema.ts';
import type { Client } from '../client.ts';
import { sortFields, type SortedFields } from './sort-fields.ts';
import { partsOf, type TextPart } from './variables.ts';

export interface EntryPlace {
  readonly client: Client;
  readonly env: Environment;
  /** The folder of the project it belongs to; null for one of the user. */
  readonly project: string | null;
}

export type Translation =
  | { readonly kind: 'moves'; readonly entry: ServerEntry; readonly notes: readonly string[] }
  | { readonly kind: 'stays'; readonly why: string };

export function translateEntry(entry: JsonValue, place: EntryPlace): Translation {
  if (!isPlainMap(entry)) return { kind: 'stays', why: 'it is no map' };
  const fields = sortFields(entry, place.client);
  if (fields.problem !== null) return { kind: 'stays', why: fields.problem };
  const reach = readServerEntry(fields.shape, '/');
  if (typeof reach === 'string') return { kind: 'stays', why: reach };
  const notes = [...fields.notes];
  const problems: string[] = [];
  const words = createWords(place, { notes, problems });
  const translated =
    reach.kind === 'web' ? webEntry(reach, fields, words) : programEntry(reach, fields, { place, words });
  const [why] = problems;
  return why === undefined ? { kind: 'moves', entry: translated, notes } : { kind: 'stays', why };
}

type Reach<Kind> = Extract<ServerReach, { kind: Kind }>;

function webEntry(
  { url, headers }: Reach<'web'>,
  { headersFromEnv, settings }: SortedFields,
  words: Words,
): ServerEntry {
  const { cwd: _none, passEnv: _neither, ...rest } = settings;
  return {
    url: words.text(url, 'url'),
    ...some('headers', { ...words.values(headers, 'headers'), ...headersFromEnv }),
    ...rest,
  };
}

interface ProgramPlace {
  readonly place: EntryPlace;
  readonly words: Words;
}

function programEntry(
  { argv, env }: Reach<'program'>,
  { settings }: SortedFields,
  { place, words }: ProgramPlace,
): ServerEntry {
  const [command = '', ...args] = argv.map((word, at) => words.text(word, at === 0 ? 'command' : `args[${at - 1}]`));
  const { passEnv = [], cwd: said, ...rest } = settings;
  const cwd = said === undefined ? place.project : words.folder(said);
  return {
    command,
    ...(args.length === 0 ? {} : { args }),
    ...some('env', words.values(env, 'env')),
    ...(passEnv.length === 0 ? {} : { passEnv }),
    // A server of a project goes on running in it.
    ...(cwd === null ? {} : { cwd }),
    ...rest,
  };
}

function some(key: 'env' | 'headers', values: Readonly<Record<string, NamedEntry>>): ServerEntry {
  return Object.keys(values).length === 0 ? {} : { [key]: values };
}

interface Words {
  /** With every variable replaced; where that cannot be, it is told as a problem. */
  text(text: string, where: string): string;
  folder(text: string): string;
  values(values: NamedValues, where: string): Record<string, NamedEntry>;
}

interface Told {
  readonly notes: string[];
  /** Any of them, and the entry stays. */
  readonly problems: string[];
}

function createWords(place: EntryPlace, { notes, problems }: Told): Words {
  const { client, env } = place;

  function text(whole: string, where: string): string {
    return partsOf(whole, client.variables)
      .map((part) => plain(part, where))
      .join('');
  }

  function plain(part: TextPart, where: string): string {
    if (part.kind === 'text') return part.text;
    const known = part.kind === 'place' ? placeText(part.name, place) : part.kind === 'env' ? ofNow(part) : null;
    if (known === null)
      problems.push(
        `${where} uses ${part.source}, which has no counterpart here; write what it stands for in its place, then import again`,
      );
    else if (part.kind === 'env') notes.push(`${where}: ${part.source} is taken as it is now`);
    return known ?? '';
  }

  function ofNow({ name, otherwise }: Extract<TextPart, { kind: 'env' }>): string | null {
    const now = env[name] || null;
    return now === null ? otherwise : isCredential(name) ? null : now;
  }

  function value(whole: string, where: string): NamedEntry {
    const parts = partsOf(whole, client.variables);
    const last = parts.at(-1);
    const isSourced = last !== undefined && (last.kind === 'env' || last.kind === 'input');
    if (!isSourced || parts.slice(0, -1).some(({ kind }) => kind !== 'text')) return text(whole, where);
    const before = whole.slice(0, whole.length - last.source.length);
    const prefix = before === '' ? {} : { prefix: before };
    if (last.kind === 'input') {
      const secret = last.name
        .replaceAll(/[^A-Za-z0-9_-]/g, '_')
        .replace(/^(?![A-Za-z])/, 'input_')
        .slice(0, 64);
      notes.push(`${where} was asked for by ${client.title}: set it with gatehouse secrets set ${secret}`);
      return { secret, ...prefix };
    }
    if (last.otherwise !== null) {
      if (!env[last.name]) return text(whole, where);
      notes.push(`${where}: without the variable ${last.name} nothing takes its place here`);
    }
    return { env: last.name, ...prefix };
  }

  return {
    text,
    folder(said) {
      const path = text(said, 'cwd');
      if (/^(?:\/|~(?:\/|$)|[A-Za-z]:[\\/])/.test(path)) return path;
      if (place.project === null)
        problems.push(`cwd is ${said}, relative to where ${client.title} is started; write the whole path`);
      return join(place.project ?? '', path);
    },
    values: (values, where) =>
      Object.fromEntries(
        Object.entries(values).map(([name, item]) => [
          name,
          value('text' in item ? item.text : '', `${where}.${name}`),
        ]),
      ),
  };
}

function placeText(name: string, { env, project }: EntryPlace): string | null {
  if (name === 'userHome') return userFolder(env);
  if (name === 'workspaceFolder' || name === 'workspaceRoot') return project;
  return name === '/' || name === 'pathSeparator' ? '/' : null;
}
