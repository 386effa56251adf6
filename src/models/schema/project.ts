// The schema of one tool as one provider takes it: the same object where it can be, else a copy with what was changed.
import type { JsonObject, JsonValue } from '../../contract/index.ts';
import {
  createChanges,
  type Changes,
  isObject,
  own,
  ownObject,
  without,
  repairSchema,
  type SubschemaRules,
} from '../../text/index.ts';
import { wireNames, type NameRule } from '../names/wire-names.ts';
import { tooMuch } from './measure.ts';
import { mayBeObject, mergeBranches, renameProperties } from './object-root.ts';
import { cutDanglingReferences, refersAtRoot, writeOutReferences } from './references.ts';

export interface SchemaRules extends SubschemaRules {
  readonly references: 'followed' | 'written out';
  /** Keywords that may not stand at the root. */
  readonly refusedAtRoot: ReadonlySet<string>;
  /** The root has to have `properties`, which may be empty: it says the same, so no note is made of it. */
  readonly needsProperties: boolean;
  /** What the names of arguments have to be; null where anything is taken. */
  readonly argumentNames: NameRule | null;
  /** A narrower language, into which the sound schema is translated last. */
  readonly translate?: (schema: JsonObject, changes: Changes) => JsonObject;
}

export type ProjectedSchema =
  | {
      readonly ok: true;
      readonly schema: JsonObject;
      /** For the description of the tool. */
      readonly words: string;
      /** For the operator; empty where the schema went verbatim. */
      readonly note: string;
      /** Name on the wire → name in the schema, for arguments that were renamed. */
      readonly renamed: ReadonlyMap<string, string>;
    }
  | { readonly ok: false; readonly reason: string };

export function projectSchema(given: JsonValue, rules: SchemaRules): ProjectedSchema {
  if (!isObject(given)) return { ok: false, reason: 'its schema is no JSON object' };
  const oversize = tooMuch(given);
  if (oversize !== null) return { ok: false, reason: oversize };
  const changes = createChanges();
  const sound = soundSchema(given, rules, changes);
  if (sound === null) return { ok: false, reason: 'its schema is too large with its references written out' };
  if (!mayBeObject(sound)) return { ok: false, reason: 'its arguments are no object' };
  const root = objectRoot(sound, rules, changes);
  const wire = argumentNames(root.schema, rules);
  if (wire === null) return { ok: false, reason: 'its arguments have names that cannot be told apart' };
  const named = isRenamed(wire) ? renameProperties(root.schema, wire, changes) : root.schema;
  const schema = rules.translate?.(named, changes) ?? named;
  const grown = tooMuch(schema);
  if (grown !== null) return { ok: false, reason: `${grown} when it is projected` };
  const renamed = new Map([...wire].filter(([name, sent]) => name !== sent).map(([name, sent]) => [sent, name]));
  return { ok: true, schema, words: root.words, note: changes.text(), renamed };
}

/** References have to be written out where the root is rebuilt: they may lead into what moves. Null where that is too much. */
function soundSchema(given: JsonObject, rules: SchemaRules, changes: Changes): JsonObject | null {
  const isRebuilt = refersAtRoot(given) || hasRefused(given, rules) || isRenamed(argumentNames(given, rules));
  const followed =
    rules.references === 'written out' || isRebuilt
      ? writeOutReferences(given, changes)
      : cutDanglingReferences(given, changes);
  return followed === null ? null : repairSchema(followed, rules, changes);
}

function hasRefused(schema: JsonObject, { refusedAtRoot }: SchemaRules): boolean {
  return Object.keys(schema).some((key) => refusedAtRoot.has(key));
}

function objectRoot(
  schema: JsonObject,
  rules: SchemaRules,
  changes: Changes,
): { readonly schema: JsonObject; readonly words: string } {
  let root = { schema, words: '' };
  if (hasRefused(schema, rules)) {
    root = mergeBranches(schema);
    root.schema = without(root.schema, rules.refusedAtRoot);
    changes.add('the branches of the root are one object', '');
  }
  if (own(root.schema, 'type') !== 'object') {
    changes.add('the root says that it is an object', '');
    root.schema = { ...root.schema, type: 'object' };
  }
  if (rules.needsProperties && ownObject(root.schema, 'properties') === null)
    root.schema = { ...root.schema, properties: {} };
  return root;
}

/** Null where two names would be one. */
function argumentNames(schema: JsonObject, { argumentNames: rule }: SchemaRules): ReadonlyMap<string, string> | null {
  const names = Object.keys(ownObject(schema, 'properties') ?? {});
  if (rule === null) return new Map(names.map((name) => [name, name]));
  const wire = wireNames(names, rule);
  return wire.size === names.length ? wire : null;
}

function isRenamed(wire: ReadonlyMap<string, string> | null): boolean {
  return wire === null || [...wire].some(([name, sent]) => name !== sent);
}
