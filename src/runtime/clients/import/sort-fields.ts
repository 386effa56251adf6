// What the fields of a client's entry come to: the shape of mcpServers, settings of ours, and what is not taken along.
import type { Entry } from '../../config/mcp/read-server-entry.ts';
import type { ServerEntry } from '../../config/schema/mcp-schema.ts';
import type { Client, FieldMeaning } from '../client.ts';

export interface SortedFields {
  /** As an entry of mcpServers is written. */
  readonly shape: Entry;
  readonly settings: ServerEntry;
  /** Headers by name, and the variable that holds each. */
  readonly headersFromEnv: Readonly<Record<string, { readonly env: string; readonly prefix?: string }>>;
  readonly notes: readonly string[];
  /** Why it cannot be moved; null where it can. */
  readonly problem: string | null;
}

interface Sorting {
  shape: Record<string, unknown>;
  settings: ServerEntry;
  headersFromEnv: Record<string, { env: string; prefix?: string }>;
  notes: string[];
  problem: string | null;
}

export function sortFields(entry: Entry, { fields, title }: Client): SortedFields {
  const sorting: Sorting = { shape: {}, settings: {}, headersFromEnv: {}, notes: [], problem: null };
  for (const [key, value] of Object.entries(entry)) {
    const meaning = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (meaning === undefined) sorting.notes.push(`${key} is not known here and is left out`);
    else if (typeof meaning === 'object') sortForeign(key, value, { meaning, title, sorting });
    else if (!take(meaning, value, sorting)) sorting.problem ??= `${key} is not as ${title} reads it`;
  }
  return sorting;
}

interface Foreign {
  readonly meaning: Exclude<FieldMeaning, string>;
  readonly title: string;
  readonly sorting: Sorting;
}

function sortForeign(key: string, value: unknown, { meaning, sorting }: Foreign): void {
  if ('left' in meaning) sorting.notes.push(`${key} is left out: ${meaning.left}`);
  else if (value !== meaning.unless) sorting.problem ??= `${key}: ${meaning.stays}`;
}

type Taker = (value: unknown, sorting: Sorting) => boolean;

function shapeField(name: string): Taker {
  return (value, { shape }) => {
    shape[name] = value;
    return true;
  };
}

function words(key: 'include' | 'exclude' | 'passEnv'): Taker {
  return (value, { settings }) => {
    if (!isTexts(value)) return false;
    // `[]` of include would take every tool away; clients mean none of them is chosen out.
    if (value.length > 0) settings[key] = [...value];
    return true;
  };
}

function time(key: 'timeout' | 'startTimeout', unitMs: number, mostSeconds: number): Taker {
  return (value, { settings }) => {
    if (typeof value !== 'number' || !(value > 0)) return false;
    const seconds = Math.min(mostSeconds, Math.max(1, Math.ceil((value * unitMs) / 1_000)));
    settings[key] = `${seconds}s`;
    return true;
  };
}

function off(isOff: boolean): Taker {
  return (value, { settings }) => {
    if (typeof value !== 'boolean') return false;
    if (value === isOff) settings.disabled = true;
    return true;
  };
}

const takers: Readonly<Record<Extract<FieldMeaning, string>, Taker>> = {
  command: shapeField('command'),
  args: shapeField('args'),
  env: shapeField('env'),
  url: shapeField('url'),
  headers: shapeField('headers'),
  type: () => true,
  nothing: () => true,
  commandLine(value, { shape }) {
    if (!isTexts(value)) return false;
    [shape['command'], shape['args']] = [value[0], value.slice(1)];
    return true;
  },
  cwd(value, { settings }) {
    if (typeof value !== 'string') return false;
    settings.cwd = value;
    return true;
  },
  disabled: off(true),
  enabled: off(false),
  include: words('include'),
  exclude: words('exclude'),
  passEnv: words('passEnv'),
  timeoutMs: time('timeout', 1, 3_600),
  timeoutSeconds: time('timeout', 1_000, 3_600),
  startTimeoutMs: time('startTimeout', 1, 600),
  startTimeoutSeconds: time('startTimeout', 1_000, 600),
  bearerEnv(value, { headersFromEnv }) {
    if (typeof value !== 'string') return false;
    headersFromEnv['Authorization'] = { env: value, prefix: 'Bearer ' };
    return true;
  },
  headersFromEnv(value, { headersFromEnv }) {
    if (typeof value !== 'object' || value === null) return false;
    for (const [name, env] of Object.entries(value)) headersFromEnv[name] = { env: String(env) };
    return true;
  },
};

function take(meaning: Extract<FieldMeaning, string>, value: unknown, sorting: Sorting): boolean {
  return takers[meaning](value, sorting);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
