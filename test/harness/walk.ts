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
  /** Whose getters are asked: asking changes what is lazy. Default: everybody's. */
  readonly asks?: (value: object) => boolean;
}

/** Getters behind getters may make new objects for ever; so many in a row are asked. */
const maxGetters = 4;

interface Step extends Found {
  readonly getters: number;
}

/** Every object and function reachable from the roots, each once. */
export function walk(
  roots: Readonly<Record<string, unknown>>,
  { known, asks = () => true }: WalkOptions,
): readonly Found[] {
  const seen = new Set<object>(known);
  const found: Step[] = [];
  const reach = (value: unknown, path: string, getters: number): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    found.push({ value, path, getters });
  };
  for (const [name, root] of Object.entries(roots)) reach(root, name, 0);
  // Nearest first, so that the shortest way to a thing is the one that is told, with the fewest getters.
  for (const { value, path, getters } of found) {
    reach(Object.getPrototypeOf(value), `${path}.__proto__`, getters);
    for (const [key, member] of membersOf(value)) {
      const way = `${path}.${String(key)}`;
      reach(member.get, `${way} (getter)`, getters);
      reach(member.set, `${way} (setter)`, getters);
      reach(member.value, way, getters);
      if (member.get !== undefined && getters < maxGetters && asks(value))
        reach(answerOf(member.get, value), way, getters + 1);
    }
    for (const [name, held] of heldBy(value)) reach(held, `${path}${name}`, getters);
  }
  return found;
}

/** Its own members, and the getters that it inherits: they answer for it. */
function membersOf(value: object): readonly (readonly [PropertyKey, PropertyDescriptor])[] {
  // The members of these are numbers, and there may be millions.
  if (ArrayBuffer.isView(value)) return [];
  const members = Object.entries(Object.getOwnPropertyDescriptors(value));
  const symbols = Object.getOwnPropertySymbols(value).map(
    (key) => [key, Object.getOwnPropertyDescriptor(value, key) ?? {}] as const,
  );
  return [...members, ...symbols, ...inheritedGetters(value)];
}

function inheritedGetters(value: object): readonly (readonly [PropertyKey, PropertyDescriptor])[] {
  const inherited: (readonly [PropertyKey, PropertyDescriptor])[] = [];
  for (
    let at: object | null = Object.getPrototypeOf(value);
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    for (const key of Reflect.ownKeys(at)) {
      const member = Object.getOwnPropertyDescriptor(at, key);
      if (member?.get !== undefined) inherited.push([key, member]);
    }
  }
  return inherited;
}

function answerOf(getter: () => unknown, value: object): unknown {
  try {
    const answer = getter.call(value);
    // A promise that rejects because nobody should have asked.
    if (types.isPromise(answer)) answer.catch(() => undefined);
    return answer;
  } catch {
    // It answers nobody.
    return undefined;
  }
}

function heldBy(value: object): readonly (readonly [string, unknown])[] {
  if (types.isMap(value))
    return [...value].flatMap(([key, held]) => [
      [`.key(${String(key)})`, key] as const,
      [`.get(${String(key)})`, held] as const,
    ]);
  if (types.isSet(value)) return [...value].map((held, at) => [`.item(${at})`, held] as const);
  return value instanceof WeakRef ? [['.deref()', value.deref()]] : [];
}

/** What the language and Node bring: reachable from everywhere, and nobody's secret. */
export function knownToAll(): ReadonlySet<object> {
  const intrinsics = [
    async () => undefined,
    function* () {},
    async function* () {},
    [][Symbol.iterator](),
    new Map().entries(),
    /x/g[Symbol.matchAll](''),
  ];
  return new Set(
    walk({ globalThis, intrinsics }, { known: new Set(), asks: (value) => value === globalThis }).map(
      ({ value }) => value,
    ),
  );
}
