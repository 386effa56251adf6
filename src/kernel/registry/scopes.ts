// What profiles leave of the tools to the callers that they are for. They narrow and never widen; one that is not there leaves nothing.
import { isTakenAsRead, type Caller, type PolicyClass, type Tool } from '../../contract/index.ts';
import { parseSegment } from '../../text/index.ts';
import { isBridge } from './is-bridge.ts';

/** What a profile leaves. Null narrows nothing. */
export interface Profile {
  /** Principals that it always holds for. */
  readonly for: readonly string[];
  readonly readOnly: boolean;
  readonly classes: readonly PolicyClass[] | null;
  /** Of names, where * stands for any letters. A tool stays that is named here or comes from one of the sources. */
  readonly allow: readonly string[] | null;
  readonly sources: readonly string[] | null;
  /** Holds before all others. */
  readonly deny: readonly string[];
  /** So many stand in a list; the others are found and called all the same. */
  readonly maxTools: number | null;
}

export interface Scopes {
  /** The profiles that hold for a caller: those it came with, and those that name its principal. */
  of(caller: Caller): readonly string[];
  permits(tool: Tool, caller: Caller): boolean;
  /** The policy classes that are left of the caller's own; null where nothing narrows them. */
  classesOf(caller: Caller): readonly PolicyClass[] | null;
  /** How many tools its list may hold; null where nothing says. */
  mostTools(caller: Caller): number | null;
}

export function createScopes(profiles: ReadonlyMap<string, Profile>): Scopes {
  const tests = new Map([...profiles].map(([name, profile]) => [name, testOf(profile)]));
  const of = (caller: Caller): readonly string[] => {
    const own = [...profiles].filter(([, profile]) => profile.for.includes(caller.principal)).map(([name]) => name);
    return [...new Set([...(caller.profiles ?? []), ...own])];
  };
  const narrowed = (left: readonly PolicyClass[] | null, name: string): readonly PolicyClass[] | null => {
    const profile = profiles.get(name);
    const classes = profile === undefined ? [] : profile.readOnly ? readOnlyClasses : profile.classes;
    if (classes === null) return left;
    return left === null ? classes : left.filter((item) => classes.includes(item));
  };
  return {
    of,
    classesOf: (caller) => of(caller).reduce(narrowed, caller.policyClasses),
    mostTools(caller) {
      const limits = of(caller).flatMap((name) => profiles.get(name)?.maxTools ?? []);
      return limits.length === 0 ? null : Math.min(...limits);
    },
    permits: (tool, caller) => of(caller).every((name) => tests.get(name)?.(tool) === true),
  };
}

const readOnlyClasses: readonly PolicyClass[] = ['read_only'];

/** What narrows to reading leaves what its operator takes as that, too. What trust gives goes by the class alone. */
export function isOfClasses(tool: Tool, classes: readonly PolicyClass[]): boolean {
  return classes.includes(tool.policyClass) || (classes.includes('read_only') && isTakenAsRead(tool));
}

/** Where nothing is configured. */
export const noScopes: Scopes = createScopes(new Map());

function testOf({ readOnly, classes, allow, sources, deny }: Profile): (tool: Tool) => boolean {
  // A pattern that cannot be read is one of everything to what is denied, and of nothing to what is allowed.
  const isDenied = anyOf(deny, true);
  const isAllowed = anyOf(allow ?? [], false);
  return (tool) => {
    // By any of its names: one that it had before it was renamed is denied still.
    if (isDenied(tool.name) || tool.aliases.some(isDenied)) return false;
    if (readOnly && !isOfClasses(tool, readOnlyClasses)) return false;
    // Bridges lead to what is seen, and to nothing else.
    if (isBridge(tool)) return true;
    if (classes !== null && !isOfClasses(tool, classes)) return false;
    if (allow === null && sources === null) return true;
    return isAllowed(tool.name) || sources?.includes(tool.origin.source) === true;
  };
}

function anyOf(patterns: readonly string[], otherwise: boolean): (name: string) => boolean {
  const parses = patterns.map((pattern) => parseSegment(pattern));
  return (name) => parses.some((parse) => (parse.ok ? parse.segment.matches(name) : otherwise));
}
