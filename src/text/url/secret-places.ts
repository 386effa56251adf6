// Where the value of a secret goes in an address: `{secret NAME}`, also as URL parsers write it.

const place = /(?:\{|%7b)secret(?: |%20)([A-Za-z_][\w-]*)(?:\}|%7d)/gi;

/** The names in their order, as often as they stand there. */
export function secretNames(text: string): readonly string[] {
  return [...text.matchAll(place)].map(([, name = '']) => name);
}

/** Each place with what `value` gives for its name. */
export function fillSecrets(text: string, value: (name: string) => string): string {
  return text.replaceAll(place, (_whole, name: string) => value(name));
}
