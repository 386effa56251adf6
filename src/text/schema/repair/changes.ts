// What was changed in one schema, gathered by kind: a schema with a hundred equal faults gives one sentence.

export interface Changes {
  /** `what` is a sentence of its own, such as `"$ref" is written out`. */
  add(what: string, path: string): void;
  readonly isEmpty: boolean;
  /** One line; empty where nothing was changed. */
  text(): string;
}

const maxKinds = 6;
const maxPathChars = 60;

export function createChanges(): Changes {
  const kinds = new Map<string, { readonly path: string; count: number }>();
  return {
    add(what, path) {
      const kind = kinds.get(what);
      if (kind === undefined) kinds.set(what, { path, count: 1 });
      else kind.count += 1;
    },
    get isEmpty() {
      return kinds.size === 0;
    },
    text() {
      const said = [...kinds].slice(0, maxKinds).map(([what, { path, count }]) => `${what} (${places(path, count)})`);
      if (kinds.size > maxKinds) said.push(`${kinds.size - maxKinds} more kinds of change`);
      return said.join('; ');
    },
  };
}

function places(path: string, count: number): string {
  const shown = path.length > maxPathChars ? `${path.slice(0, maxPathChars).toWellFormed()}…` : path || 'the root';
  return count === 1 ? shown : `${shown} and ${count - 1} more`;
}
