// Credentials that are written out in an entry go into the store of secrets, and the entry names them.
import { isCredential } from '../../../sources/index.ts';
import { commandLine, createSecretPatterns } from '../../../text/index.ts';
import type { NamedEntry, ServerEntry } from '../../config/schema/mcp-schema.ts';

export interface SecretShelf {
  /** The name under which a value is kept; the same for the same value. */
  nameOf(wanted: string, value: string): string;
  readonly placed: ReadonlyMap<string, string>;
  /** By its form, whatever it is called. */
  looksSecret(text: string): boolean;
}

/** Names that are taken are left alone, whatever they hold. */
export function createShelf(taken: readonly string[]): SecretShelf {
  const placed = new Map<string, string>();
  const patterns = createSecretPatterns();
  const isFree = (name: string) => !taken.includes(name) && !placed.has(name);
  return {
    placed,
    looksSecret: (text) => patterns.find({ text, from: 0, keyOpen: false }).spans.length > 0,
    nameOf(wanted, value) {
      const known = [...placed].find(([, kept]) => kept === value);
      if (known !== undefined) return known[0];
      const base = wanted
        .replaceAll(/[^A-Za-z0-9_-]/g, '_')
        .replace(/^(?![A-Za-z])/, 'S_')
        .slice(0, 60);
      let name = base;
      for (let at = 2; !isFree(name); at += 1) name = `${base}_${at}`;
      placed.set(name, value);
      return name;
    },
  };
}

export interface Placed {
  readonly entry: ServerEntry;
  readonly notes: readonly string[];
}

/** Shorter ones cannot be taken out of what agents see, and are no secrets of this store. */
const leastChars = 8;

export function placeSecrets(entry: ServerEntry, server: string, shelf: SecretShelf): Placed {
  const notes: string[] = [];
  const place = (values: Readonly<Record<string, NamedEntry>> | undefined) =>
    values === undefined
      ? undefined
      : Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, placeValue(name, value, { server, shelf, notes })]),
        );
  const [env, headers] = [place(entry.env), place(entry.headers)];
  const rest = [commandLine([entry.command ?? '', ...(entry.args ?? [])]), entry.url ?? ''];
  if (rest.some(shelf.looksSecret))
    notes.push(
      'an argument or the address looks like a credential and stands in your configuration as it was; move it into env or headers',
    );
  return {
    entry: { ...entry, ...(env === undefined ? {} : { env }), ...(headers === undefined ? {} : { headers }) },
    notes,
  };
}

interface Shelf {
  readonly server: string;
  readonly shelf: SecretShelf;
  readonly notes: string[];
}

function placeValue(name: string, value: NamedEntry, { server, shelf, notes }: Shelf): NamedEntry {
  if (typeof value !== 'string' || value === '') return value;
  if (!isCredential(name) && !shelf.looksSecret(value)) return value;
  const [, prefix = '', rest = value] = /^((?:Bearer|Basic|Token|token)\s+)(.+)$/s.exec(value) ?? [];
  if (rest.trim().length < leastChars) {
    notes.push(`${name} is too short for a secret and stands in your configuration as it was`);
    return value;
  }
  const wanted = name.toLowerCase() === 'authorization' ? `${server}_authorization` : name;
  const secret = shelf.nameOf(wanted, rest);
  notes.push(`${name} goes into the store of secrets as ${secret}`);
  return { secret, ...(prefix === '' ? {} : { prefix }) };
}
