// How much schema a request carries of one tool: beyond it a model reads more than it can use, and parsers of providers give up.
import type { JsonObject, JsonValue } from '../../contract/index.ts';
import { isRawNumber } from '../../text/index.ts';

/** Levels of arrays and objects. The parsers of Google stop at 100 messages, and a level here is about one. */
const maxDepth = 64;
/** Arrays and objects. */
const maxContainers = 5_000;
/** Characters of all texts and keys: some 30,000 tokens. */
const maxChars = 131_072;

/** Why the schema goes to no provider, or null. Iterative: a foreign schema may be deep. */
export function tooMuch(schema: JsonObject): string | null {
  const open: { readonly value: JsonValue; readonly depth: number }[] = [{ value: schema, depth: 1 }];
  let containers = 0;
  let chars = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') chars += value.length;
    if (chars > maxChars) return `its schema holds more than ${maxChars} characters`;
    if (typeof value !== 'object' || value === null || isRawNumber(value)) continue;
    containers += 1;
    if (containers > maxContainers) return `its schema has more than ${maxContainers} parts`;
    if (depth > maxDepth) return `its schema is nested more than ${maxDepth} levels deep`;
    for (const [key, child] of Object.entries(value)) {
      chars += key.length;
      open.push({ value: child, depth: depth + 1 });
    }
  }
  return null;
}
