// What is wrong with the headers that a tool wants its arguments sent in as well. Over HTTP the protocol has such a tool left out: what stands
// between reads the header, and the server the argument.

const key = 'x-mcp-header';
/** As RFC 9110 has the names of headers. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const fitTypes: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
/** What stands under them is a value and no schema. */
const values: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', 'example']);

/** Of a schema that was checked to be JSON, which bounds its depth. Null where nothing is wrong. */
export function headerProblem(inputSchema: unknown): string | null {
  return problemIn(inputSchema, true, new Set());
}

/** A header is for what lies under `properties` alone, at any depth: elsewhere nothing says which argument is meant. */
function problemIn(schema: unknown, isReachable: boolean, seen: Set<string>): string | null {
  if (typeof schema !== 'object' || schema === null) return null;
  const own = Object.hasOwn(schema, key) ? declarationProblem(schema, isReachable, seen) : null;
  if (own !== null) return own;
  for (const [keyword, part] of Object.entries(schema)) {
    if (values.has(keyword)) continue;
    const problem =
      keyword === 'properties' && !Array.isArray(schema)
        ? firstProblem(part, isReachable, seen)
        : problemIn(part, false, seen);
    if (problem !== null) return problem;
  }
  return null;
}

function firstProblem(properties: unknown, isReachable: boolean, seen: Set<string>): string | null {
  if (typeof properties !== 'object' || properties === null) return null;
  for (const property of Object.values(properties)) {
    const problem = problemIn(property, isReachable, seen);
    if (problem !== null) return problem;
  }
  return null;
}

function declarationProblem(schema: object, isReachable: boolean, seen: Set<string>): string | null {
  const name: unknown = Object.entries(schema).find(([member]) => member === key)?.[1];
  const type: unknown = Object.entries(schema).find(([member]) => member === 'type')?.[1];
  if (typeof name !== 'string' || !token.test(name)) return `an ${key} that is no name of a header`;
  if (!isReachable) return `the ${key} ${name} where no argument is`;
  if (!fitTypes.has(type)) return `the ${key} ${name} on what is no text, whole number or boolean`;
  const lower = name.toLowerCase();
  if (seen.has(lower)) return `the ${key} ${name} twice`;
  seen.add(lower);
  return null;
}
