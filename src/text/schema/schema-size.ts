// How much schema is taken: what is compiled costs time by the subschema and stack by the level.
import type { JsonObject, JsonValue } from '../json/json-value.ts';

/** Levels of arrays and objects. */
const maxDepth = 128;
/** Arrays and objects. Compiling one costs about 0.1 ms. */
const maxContainers = 5_000;
/** Branches of `oneOf`, which are compiled into each other. */
const maxBranches = 800;
/** Characters of all texts, keys among them. */
const maxChars = 1_048_576;

/** Why a schema is too much to compile, or null. Iterative: a foreign schema may be deep. */
export function oversize(schema: JsonObject): string | null {
  const open: { readonly value: JsonValue; readonly depth: number }[] = [{ value: schema, depth: 1 }];
  let containers = 0;
  let branches = 0;
  let chars = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') chars += value.length;
    if (chars > maxChars) return `it holds more than ${maxChars} characters`;
    if (typeof value !== 'object' || value === null) continue;
    containers += 1;
    if (branches > maxBranches) return `it has more than ${maxBranches} branches of oneOf`;
    if (containers > maxContainers) return `it has more than ${maxContainers} parts`;
    if (depth > maxDepth) return `it is nested more than ${maxDepth} levels deep`;
    for (const [key, child] of Object.entries(value)) {
      chars += key.length;
      if (key === 'oneOf' && Array.isArray(child)) branches += child.length;
      open.push({ value: child, depth: depth + 1 });
    }
  }
  return null;
}
