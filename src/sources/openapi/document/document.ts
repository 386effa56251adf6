// A document whose references inside it can be followed, one step behind the other and never in a circle.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { foreignName, isObject, own, pointerGet } from '../../../text/index.ts';

export type Followed =
  | { readonly ok: true; readonly value: JsonObject; readonly pointer: string }
  /** `pointer`: where it went wrong. */
  | { readonly ok: false; readonly pointer: string; readonly why: string };

export interface ApiDocument {
  readonly root: JsonObject;
  /** Its schemas are JSON Schema; those of 3.0 are a dialect of their own. */
  readonly is31: boolean;
  /** The object that stands there, or at the end of the references that stand there. */
  readonly follow: (value: JsonValue | undefined, pointer: string) => Followed;
}

const mostSteps = 32;

export function createDocument(root: JsonObject): ApiDocument {
  const version = own(root, 'openapi');
  return {
    root,
    is31: typeof version === 'string' && !version.startsWith('3.0'),
    follow(given, at) {
      let found = { value: given, pointer: at };
      for (let step = 0; step <= mostSteps; step++) {
        const { value, pointer } = found;
        if (!isObject(value)) return { ok: false, pointer, why: 'there is no object' };
        const reference = own(value, '$ref');
        if (reference === undefined) return { ok: true, value, pointer };
        const target = pointerOfReference(reference);
        if (target === null) return { ok: false, pointer, why: outsideText(reference) };
        const there = pointerGet(root, target);
        if (there === undefined) return { ok: false, pointer, why: `$ref leads to nothing: ${shown(reference)}` };
        found = { value: withSiblings(there, value), pointer: target };
      }
      return { ok: false, pointer: at, why: '$ref leads back to itself' };
    },
  };
}

/** What stands beside a reference says more than what it refers to, as a path item's operations do. */
function withSiblings(there: JsonValue, { $ref: _reference, ...beside }: JsonObject): JsonValue {
  return isObject(there) && Object.keys(beside).length > 0 ? { ...there, ...beside } : there;
}

/** The JSON pointer that a reference inside the document is; null where it leads out of it. */
export function pointerOfReference(reference: JsonValue): string | null {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return null;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}

export function outsideText(reference: JsonValue): string {
  return `$ref leads out of the document, which is not followed: ${shown(reference)}`;
}

function shown(reference: JsonValue): string {
  return foreignName(typeof reference === 'string' ? reference : JSON.stringify(reference), 120);
}
