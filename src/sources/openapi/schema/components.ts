// The schemas of a document that tools refer to, each converted once, in as much detail as there is room for.
import { canonicalJson, pointerGet, sha256Hex } from '../../../text/index.ts';
import type { JsonObject } from '../../../contract/index.ts';
import type { ApiDocument } from '../document/document.ts';
import { convertSchema, type Converted } from './convert.ts';
import { lessDetail, type Detail } from './detail.ts';
import { weightOf } from './weight.ts';

export interface Component extends Converted {
  readonly name: string;
  readonly isMissing: boolean;
  readonly in: (detail: Detail) => WeighedSchema;
}

export interface WeighedSchema {
  /** Frozen, so that it is kept once for all tools that have it. */
  readonly schema: JsonObject;
  readonly digest: string;
  readonly weight: number;
}

export interface Components {
  convert(schema: Parameters<typeof convertSchema>[0]): Converted;
  get(pointer: string): Component;
}

export function createComponents(document: ApiDocument, isUsablePattern: (pattern: string) => boolean): Components {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const made = new Map<string, Component>();
  const nameOf = (pointer: string): string => {
    const known = names.get(pointer);
    if (known !== undefined) return known;
    const plain = (pointer.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_.-]/g, '_').slice(0, 64) || 'schema';
    let name = plain;
    for (let count = 2; taken.has(name); count++) name = `${plain}_${count}`;
    taken.add(name);
    names.set(pointer, name);
    return name;
  };
  const convert = (schema: Parameters<typeof convertSchema>[0]): Converted =>
    convertSchema(schema, { document, nameOf, isUsablePattern });
  return {
    convert,
    get(pointer) {
      const known = made.get(pointer);
      if (known !== undefined) return known;
      const found = pointerGet(document.root, pointer);
      const converted = convert(found ?? {});
      const component = { ...converted, name: nameOf(pointer), isMissing: found === undefined, in: weighed(converted) };
      made.set(pointer, component);
      return component;
    },
  };
}

/** Made when it is asked for, and kept: most components are asked for in full. */
function weighed({ schema }: Converted): Component['in'] {
  const made = new Map<Detail, WeighedSchema>();
  return (detail) => {
    const known = made.get(detail);
    if (known !== undefined) return known;
    const shown = lessDetail(schema, detail);
    const entry = { schema: frozen(shown), weight: weightOf(shown), digest: sha256Hex(canonicalJson(shown)) };
    made.set(detail, entry);
    return entry;
  };
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const child of Object.values(value)) frozen(child);
  return Object.freeze(value);
}
