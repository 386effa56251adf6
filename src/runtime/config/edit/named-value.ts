// A value of a variable or a header as people and models write it in one text.
import type { NamedEntry } from '../schema/mcp-schema.ts';

/** What `{secret NAME}` and `{env NAME}` at its end stand for, with what stands before. */
export function readNamedValue(text: string): NamedEntry {
  const [, prefix = '', kind, source] = /^(.*)\{(secret|env) ([A-Za-z_][\w-]*)\}$/s.exec(text) ?? [];
  if (source === undefined) return text;
  const before = prefix === '' ? {} : { prefix };
  return kind === 'secret' ? { secret: source, ...before } : { env: source, ...before };
}
