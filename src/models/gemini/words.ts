// What the subset has no keyword for, as words at the end of a description.
import type { JsonObject, JsonValue } from '../../contract/index.ts';
import { type Changes, isList, own, ownText } from '../../text/index.ts';

/** Keywords that tell a model something it can heed. */
const told = [
  'const',
  'contains',
  'default',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'multipleOf',
  'not',
  'patternProperties',
  'prefixItems',
  'propertyNames',
  'uniqueItems',
] as const;

/** Longer values than this say more to a parser than to a reader. */
const maxValueChars = 200;

interface Where {
  readonly path: string;
  readonly changes: Changes;
}

/** The description of the translated schema, with what its keywords no longer say. */
export function inWords(schema: JsonObject, translated: JsonObject, { path, changes }: Where): string {
  const description = ownText(schema, 'description') || ownText(schema, 'title');
  const lost: string[] = [];
  for (const keyword of told) {
    const value = own(schema, keyword);
    if (value === undefined || value === false || isSaid(keyword, value, translated)) continue;
    changes.add(`"${keyword}" is said in words`, path);
    const text = JSON.stringify(value);
    if (text.length <= maxValueChars) lost.push(`${keyword}: ${text}`);
  }
  return [description, ...(lost.length === 0 ? [] : [`(${lost.join('; ')})`])].filter(Boolean).join(' ');
}

function isSaid(keyword: string, value: JsonValue, translated: JsonObject): boolean {
  const kept = own(translated, keyword === 'const' ? 'enum' : keyword);
  if (keyword === 'enum') return isList(kept) && isList(value) && kept.length === value.length;
  if (keyword === 'const') return kept !== undefined;
  return kept !== undefined && kept === value;
}
