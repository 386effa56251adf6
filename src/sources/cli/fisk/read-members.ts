// Members of a document that others wrote: what is of another type than it should be counts as absent and is told, so that the rest is read.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { escapeVisible, isList } from '../../../text/index.ts';

export type Note = (sentence: string) => void;

/** The names are ours, and no object has one of them from elsewhere. */
export function member(of: JsonObject, name: Member): JsonValue {
  return of[name] ?? null;
}

type Member =
  | 'aliases'
  | 'args'
  | 'boolean'
  | 'commands'
  | 'completions'
  | 'cumulative'
  | 'default'
  | 'envar'
  | 'flags'
  | 'help'
  | 'help_long'
  | 'hidden'
  | 'name'
  | 'negatable'
  | 'required'
  | 'restricted_schema'
  | 'schema'
  | 'tags'
  | 'version';

/** A text for people and models: what would not be seen is written out. */
export function readText(of: JsonObject, name: Member, note: Note): string {
  const value = member(of, name);
  if (typeof value === 'string') return escapeVisible(value, { keepLines: true }).trim();
  if (value !== null) note(`${name} is no text`);
  return '';
}

export function readFlag(of: JsonObject, name: Member, note: Note): boolean {
  const value = member(of, name);
  if (value !== null && typeof value !== 'boolean') note(`${name} is neither true nor false`);
  return value === true;
}

export function readList(of: JsonObject, name: Member, note: Note): readonly JsonValue[] {
  const value = member(of, name);
  if (isList(value)) return value;
  if (value !== null) note(`${name} is no list`);
  return [];
}

/** Values as the program takes them. A single one counts as a list of it. */
export function readTexts(of: JsonObject, name: Member, note: Note): readonly string[] {
  const value = member(of, name);
  if (value === null) return nothing;
  const texts = (isList(value) ? value : [value]).map(scalarText);
  if (!texts.every((text) => text !== null)) note(`${name} holds what is no text`);
  return texts.filter((text) => text !== null);
}

const nothing: readonly string[] = [];

function scalarText(value: JsonValue): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
