// From the nodes of a YAML document to plain values: keys once each, no numbers that JSON lacks, everything bounded.
import { isAlias, isMap, isScalar, isSeq, visit, type Alias, type Document, type Node } from 'yaml';
import type { JsonValue } from '../../../contract/index.ts';
import { cutHead, escapeVisible } from '../../../text/index.ts';

export interface PlainValue {
  /** Null for a file without any value. Not to be used where there are problems. */
  readonly value: JsonValue;
  /** `offset` is a place in the text. */
  readonly problems: readonly { readonly offset: number; readonly message: string }[];
}

export type AliasTargets = ReadonlyMap<Alias, Node>;

/** Aliases repeat what they name: ten lines of them could stand for billions of values. */
const mostValues = 100_000;
const deepest = 64;

/** Every problem is found, not only the first. */
export function plainValue(document: Document, targets: AliasTargets): PlainValue {
  const problems: { offset: number; message: string }[] = [];
  let values = 0;

  function refuse(node: Node | null, message: string): null {
    problems.push({ offset: startOf(node), message });
    return null;
  }

  function plain(node: Node | null, depth: number): JsonValue {
    values += 1;
    if (values === mostValues + 1) return refuse(node, `There are more than ${mostValues} values, aliases counted.`);
    if (values > mostValues) return null;
    if (depth > deepest) return refuse(node, 'Values are nested too deeply.');
    if (isMap(node)) return plainMap(node.items, depth);
    if (isSeq(node)) return node.items.map((item) => plain(asNode(item), depth + 1));
    if (isAlias(node)) return plainAlias(node, depth);
    return plainScalar(node);
  }

  function plainMap(pairs: readonly { readonly key: unknown; readonly value: unknown }[], depth: number): JsonValue {
    const entries = new Map<string, JsonValue>();
    for (const { key, value } of pairs) {
      const keyNode = asNode(key);
      const name = isScalar(keyNode) ? String(keyNode.value) : '';
      if (name === '' || name === '__proto__') refuse(keyNode, `"${name}" cannot be a key.`);
      else if (entries.has(name)) refuse(keyNode, `The key ${shown(name)} stands here twice; remove one of them.`);
      else entries.set(name, plain(asNode(value), depth + 1));
    }
    return Object.fromEntries(entries);
  }

  function plainAlias(node: Alias, depth: number): JsonValue {
    const target = targets.get(node);
    if (target !== undefined) return plain(target, depth + 1);
    const name = shown(`*${node.source}`);
    return refuse(node, `${name} is read as an alias of nothing; put a pattern that begins with "*" into quotes.`);
  }

  function plainScalar(node: Node | null): JsonValue {
    const value = isScalar(node) ? node.value : null;
    if (typeof value === 'number' && !Number.isFinite(value)) return refuse(node, 'This is no finite number.');
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
  }

  return { value: plain(document.contents, 0), problems };
}

function shown(name: string): string {
  return escapeVisible(JSON.stringify(cutHead(name, 60).text));
}

/** What each alias names: the last node before it that was given the name. */
export function aliasTargets(document: Document): AliasTargets {
  const named = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) named.set(node.anchor, node);
        return;
      }
      const target = named.get(node.source);
      if (target !== undefined) targets.set(node, target);
    },
  });
  return targets;
}

/** Null for what the parser left empty. */
export function asNode(value: unknown): Node | null {
  return isMap(value) || isSeq(value) || isScalar(value) || isAlias(value) ? value : null;
}

/** Where the node begins in the text. */
export function startOf(node: Node | null, otherwise = 0): number {
  return node?.range?.[0] ?? otherwise;
}
