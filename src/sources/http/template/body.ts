// The body of a request. An argument stays what it is: it ends no string of JSON and begins no field of a form.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { isRawNumber, percentEncode } from '../../../text/index.ts';
import { argumentAt, asText, fillParts, type Filling, type Write } from './fill-parts.ts';
import { parseTemplate, type Names, type Part } from './parse-template.ts';

/** A stretch of a text and how what is put into it is written. */
interface Stretch {
  readonly parts: readonly Part[];
  readonly as: 'plain' | 'inString' | 'value' | 'field';
}

/** JSON whose texts are templates. */
type Tree =
  | readonly Part[]
  | { readonly list: readonly Tree[] }
  | { readonly members: readonly (readonly [string, Tree])[] }
  | { readonly plain: JsonValue };

export type Body =
  | { readonly kind: 'text'; readonly stretches: readonly Stretch[]; readonly type: string }
  | { readonly kind: 'tree'; readonly tree: Tree; readonly type: string };

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** `type` is that of the content where a header says it. */
export function textBody(parts: readonly Part[], type: string | null): Body {
  const inJson = jsonStretches(parts);
  if (inJson !== null) return { kind: 'text', stretches: inJson, type: type ?? json };
  // A body that is one argument is that argument.
  const isField = type?.toLowerCase().startsWith(form) === true && parts.length > 1;
  return {
    kind: 'text',
    stretches: [{ parts, as: isField ? 'field' : 'plain' }],
    type: type ?? 'text/plain; charset=utf-8',
  };
}

export function treeBody(value: JsonValue, names: Names, type: string | null): Body {
  return { kind: 'tree', tree: treeOf(value, names), type: type ?? json };
}

/** Those of every text in it. */
export function bodyParts(body: Body): readonly Part[] {
  return body.kind === 'text' ? body.stretches.flatMap(({ parts }) => parts) : treeParts(body.tree);
}

export function fillBody(body: Body, filling: Filling): string {
  if (body.kind === 'tree') return JSON.stringify(fillTree(body.tree, filling) ?? null);
  return body.stretches.map(({ parts, as }) => fillParts(parts, filling, writers[as])).join('');
}

/** Those without which there is no body. */
export function neededParts(body: Body): readonly Part[] {
  return body.kind === 'text' ? bodyParts(body) : treeParts(body.tree, (parts) => onlyArgument(parts) === null);
}

const writers: Readonly<Record<Stretch['as'], Write>> = {
  plain: asText,
  field: (value) => percentEncode(asText(value)),
  inString: (value) => JSON.stringify(asText(value)).slice(1, -1),
  value: (value) => JSON.stringify(value),
};

/** Null where the text is no JSON, whatever stands in its holes. */
function jsonStretches(parts: readonly Part[]): readonly Stretch[] | null {
  const stretches: Stretch[] = [];
  let sample = '';
  for (const part of parts) {
    if (part.kind === 'text') {
      sample += part.text;
      stretches.push({ parts: [part], as: 'plain' });
      continue;
    }
    const isInside = endsInString(sample);
    // A value of the configuration is JSON where it is some.
    const plain = !isInside && part.kind === 'value' && parsesAsJson(part.text);
    sample += isInside ? 'x' : '0';
    stretches.push({ parts: [part], as: plain ? 'plain' : isInside ? 'inString' : 'value' });
  }
  return /^\s*[[{]/.test(sample) && parsesAsJson(sample) ? stretches : null;
}

function endsInString(text: string): boolean {
  return (text.replaceAll(/\\./gs, '').match(/"/g) ?? []).length % 2 === 1;
}

function parsesAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function treeOf(value: JsonValue, names: Names): Tree {
  if (typeof value === 'string') return parseTemplate(value, names).parts;
  if (Array.isArray(value)) return { list: value.map((item: JsonValue) => treeOf(item, names)) };
  if (!isMembers(value)) return { plain: value };
  return { members: Object.entries(value).map(([key, member]) => [key, treeOf(member, names)] as const) };
}

function treeParts(tree: Tree, wanted: (parts: readonly Part[]) => boolean = () => true): readonly Part[] {
  if (isParts(tree)) return wanted(tree) ? tree : [];
  if ('list' in tree) return tree.list.flatMap((item) => treeParts(item, wanted));
  return 'members' in tree ? tree.members.flatMap(([, member]) => treeParts(member, wanted)) : [];
}

/** Undefined for a text that is one argument which is absent: its member is left out. */
function fillTree(tree: Tree, filling: Filling): JsonValue | undefined {
  if (isParts(tree)) {
    const key = onlyArgument(tree);
    return key === null ? fillParts(tree, filling, asText) : (argumentAt(key, filling.args) ?? undefined);
  }
  if ('plain' in tree) return tree.plain;
  if ('list' in tree) return tree.list.map((item) => fillTree(item, filling)).filter((item) => item !== undefined);
  const members = tree.members.map(([key, member]) => [key, fillTree(member, filling)] as const);
  return Object.fromEntries(
    members.filter((member): member is readonly [string, JsonValue] => member[1] !== undefined),
  );
}

/** The argument that is the whole of a text, and keeps its type there. */
function onlyArgument(parts: readonly Part[]): string | null {
  const [only] = parts;
  return parts.length === 1 && only?.kind === 'argument' && !only.quoted ? only.key : null;
}

function isParts(tree: Tree): tree is readonly Part[] {
  return Array.isArray(tree);
}

function isMembers(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !isRawNumber(value);
}
