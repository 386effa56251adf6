// Takes secrets out of what is told of tools: their words may be anybody's, and no stage of the gate stands before a listing.

/** The same value where it holds none. Names of members stay: they are ours, or names of arguments that a call needs. */
export function withoutSecrets<Told extends object>(told: Told, redact: (text: string) => string): Told {
  // Texts are replaced by texts and nothing else changes, so the shape stays.
  return redacted(told, redact) as Told;
}

function redacted(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  // A raw number is an object of its own kind: a copy of it would be none.
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  if (Array.isArray(value))
    return keptOr(
      value,
      value.map((item) => redacted(item, redact)),
    );
  const entries = Object.entries(value).map(([name, member]) => [name, redacted(member, redact)] as const);
  const members: Readonly<Record<string, unknown>> = { ...value };
  return entries.every(([name, member]) => members[name] === member) ? value : Object.fromEntries(entries);
}

function keptOr(items: readonly unknown[], changed: readonly unknown[]): readonly unknown[] {
  return changed.every((item, at) => item === items[at]) ? items : changed;
}
