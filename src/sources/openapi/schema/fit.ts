// The parameters of one tool within their room: whole where they fit, else with less detail, fewer far definitions, fewer levels.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import type { Component, Components } from './components.ts';
import { cutBelow, lessDetail, withoutReferences, type Detail } from './detail.ts';
import { weightOf } from './weight.ts';

/** Some 8,000 tokens: what a model can use of one tool. The registry takes eight times as much. */
export const maxWeight = 32_768;

export interface Fitted {
  readonly parameters: JsonObject;
  /** By the names of its definitions, the SHA-256 of each. */
  readonly digests: Readonly<Record<string, string>>;
  /** What was left out for want of room, or null. */
  readonly cut: string | null;
  /** What definitions refer to outside of the document, each a sentence. */
  readonly outside: readonly string[];
  /** Pointers of definitions that are not there. */
  readonly missing: readonly string[];
}

export interface Wanted {
  readonly properties: JsonObject;
  readonly required: readonly string[];
  /** Pointers that the properties refer to. */
  readonly references: readonly string[];
}

export function fitParameters(wanted: Wanted, components: Components): Fitted {
  for (const detail of ['full', 'brief', 'bare'] as const) {
    const root = rootOf(wanted, detail);
    const room = maxWeight - weightOf(root);
    const reach = room > 0 ? reachable(wanted.references, components, { detail, room }) : null;
    if (reach?.isWhole !== true) continue;
    return { parameters: withDefinitions(root, reach.taken, detail), cut: cutText(detail), ...kept(reach, detail) };
  }
  return fitLoose(wanted, components);
}

function kept({ taken }: Pick<Reach, 'taken'>, detail: Detail): Pick<Fitted, 'digests' | 'outside' | 'missing'> {
  const components = [...taken];
  return {
    digests: Object.fromEntries(components.map(([, component]) => [component.name, component.in(detail).digest])),
    outside: components.flatMap(([, { outside }]) => outside),
    missing: components.flatMap(([pointer, { isMissing }]) => (isMissing ? [pointer] : [])),
  };
}

function cutText(detail: Detail): string | null {
  if (detail === 'full') return null;
  return detail === 'brief' ? 'descriptions are shortened' : 'descriptions are left out';
}

function rootOf({ properties, required }: Wanted, detail: Detail): JsonObject {
  const root: JsonObject = { properties };
  return {
    type: 'object',
    ...lessDetail(root, detail),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

interface Reach {
  /** Nearest first. */
  readonly taken: ReadonlyMap<string, Component>;
  readonly isWhole: boolean;
}

/** As many definitions as there is room for, level by level from what is referred to. */
function reachable(
  references: readonly string[],
  components: Components,
  { detail, room }: { readonly detail: Detail; readonly room: number },
): Reach {
  const taken = new Map<string, Component>();
  const open = [...references];
  let left = room;
  let isWhole = true;
  for (let at = 0; at < open.length; at++) {
    const pointer = open[at] ?? '';
    if (taken.has(pointer)) continue;
    const component = components.get(pointer);
    const cost = component.in(detail).weight + component.name.length + 4;
    if (cost > left) {
      if (detail !== 'loose') return { taken, isWhole: false };
      isWhole = false;
      continue;
    }
    left -= cost;
    taken.set(pointer, component);
    open.push(...component.references);
  }
  return { taken, isWhole };
}

function withDefinitions(root: JsonObject, taken: Reach['taken'], detail: Detail): JsonObject {
  if (taken.size === 0) return root;
  const definitions = [...taken.values()].map(({ name, in: shown }): [string, JsonValue] => [
    name,
    shown(detail).schema,
  ]);
  return { ...root, $defs: Object.fromEntries(definitions) };
}

const levelsTried = [16, 8, 6, 4, 3, 2, 1];
const cut = 'descriptions and what lies deep are left out: the service says what it takes there';

function fitLoose(wanted: Wanted, components: Components): Fitted {
  const whole = rootOf(wanted, 'loose');
  const tried = [whole, ...levelsTried.map((levels) => cutBelow(whole, levels))];
  const root = tried.find((schema) => weightOf(schema) <= maxWeight) ?? { type: 'object' };
  const room = maxWeight - weightOf(root);
  const { taken } = reachable(wanted.references, components, { detail: 'loose', room });
  const names = new Set([...taken.values()].map(({ name }) => `#/$defs/${name}`));
  const parameters = withoutReferences(withDefinitions(root, taken, 'loose'), (reference) => names.has(reference));
  return { parameters, cut, ...kept({ taken }, 'loose') };
}
