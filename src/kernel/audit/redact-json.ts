// Takes secrets out of JSON. What others wrote is searched wherever a text can stand; what we wrote holds theirs in values alone.
import type { JsonObject, JsonValue } from '../../contract/index.ts';

export type Redact = (text: string) => string;

/** Of others: values, the names of members, and the digits of a number, since a password may be nothing but digits. */
export function redactJson(value: JsonValue, redact: Redact): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number' || JSON.isRawJSON(value)) return redactNumber(value, redact);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return redactItems(value, redactJson, redact);
  // The type of a readonly list is not taken out by isArray.
  const members = redactMembers(value as JsonObject, redactJson, redact);
  return Object.keys(members).every((name) => redact(name) === name)
    ? members
    : Object.fromEntries(Object.entries(members).map(([name, member]) => [redact(name), member]));
}

/** Of ours: the names of members and the numbers stay as they are. */
export function redactTexts(value: JsonValue, redact: Redact): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  if (Array.isArray(value)) return redactItems(value, redactTexts, redact);
  return redactMembers(value as JsonObject, redactTexts, redact);
}

type RedactValue = (value: JsonValue, redact: Redact) => JsonValue;

/** The same list where nothing is redacted, as in nearly every record: copying it would cost more than looking. */
function redactItems(items: readonly JsonValue[], change: RedactValue, redact: Redact): JsonValue {
  let copy: JsonValue[] | null = null;
  for (const [index, item] of items.entries()) {
    const redacted = change(item, redact);
    if (redacted === item) continue;
    copy ??= [...items];
    copy[index] = redacted;
  }
  return copy ?? items;
}

/** The same for an object. */
function redactMembers(members: JsonObject, change: RedactValue, redact: Redact): JsonObject {
  let changed: Map<string, JsonValue> | null = null;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (member === undefined) continue;
    const redacted = change(member, redact);
    if (redacted === member) continue;
    changed ??= new Map();
    changed.set(name, redacted);
  }
  if (changed === null) return members;
  const left = changed;
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, left.get(name) ?? member]));
}

function redactNumber(value: JsonValue, redact: Redact): JsonValue {
  const digits = JSON.stringify(value);
  const redacted = redact(digits);
  return redacted === digits ? value : redacted;
}
