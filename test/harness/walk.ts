// Walks everything that can be reached from a value by looking: members of any kind and visibility, prototypes, what getters answer, and
// what Map, Set and WeakRef hold. What closures hold cannot be looked at by anybody.
import { types } from 'node:util';

export interface Found {
  readonly value: object;
  /** How it was reached, for the message of a test that fails. */
  readonly path: string;
}

export interface WalkOptions {
  /** Objects that are not entered, such as those of the language itself. */
  readonly known: ReadonlySet<object>;
}

/** Every object and function reachable from the roots, each once. */
export function walk(roots: Readonly<Record<string, unknown>>, { known }: WalkOptions): readonly Found[] {
  const seen = new Set<object>(known);
  const open: Found[] = [];
  const found: Found[] = [];
  const reach = (value: unknown, path: string): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    open.push({ value, path });
  };
  for (const [name, root] of Object.entries(roots)) reach(root, name);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    const { value, path } = next;
    reach(Object.getPrototypeOf(value), `${path}.__proto__`);
    for (const key of Reflect.ownKeys(value)) reachMember(value, key, `${path}.${String(key)}`, reach);
    for (const [name, held] of heldBy(value)) reach(held, `${path}${name}`);
  }
  return found;
}

function reachMember(...[value, key, path, reach]: [object, PropertyKey, string, (value: unknown, path: string) => void]): void {
  const member = Object.getOwnPropertyDescriptor(value, key);
  if (member === undefined) return;
  reach(member.get, `${path} (getter)`);
  reach(member.set, `${path} (setter)`);
  if (member.get === undefined) return reach(member.value, path);
  try {
    reach(member.get.call(value), path);
  } catch {
    // It answers nobody.
  }
}

function heldBy(value: object): readonly (readonly [string, unknown])[] {
  if (types.isMap(value)) return [...value].flatMap(([key, held]) => [[`.key(${String(key)})`, key] as const, [`.get(${String(key)})`, held] as const]);
  if (types.isSet(value)) return [...value].map((held, at) => [`.item(${at})`, held] as const);
  return value instanceof WeakRef ? [['.deref()', value.deref()]] : [];
}

/** What the language and Node bring: reachable from everywhere, and nobody's secret. */
export function knownToAll(): ReadonlySet<object> {
  const intrinsics = [async () => undefined, function* () {}, async function* () {}, [][Symbol.iterator](), new Map().entries(), /x/g[Symbol.matchAll]('')];
  return new Set(walk({ globalThis, intrinsics }, { known: new Set() }).map(({ value }) => value));
}
