// Reads the lines of a tools file: a tool a line, its fields between pipes, which nothing escapes.

export interface ManifestLine {
  /** From 1. */
  readonly line: number;
  readonly name: string;
  readonly description: string;
  /** By key in lower case; a later one goes before. */
  readonly fields: ReadonlyMap<string, string>;
  /** Fields that are no `key=value`. */
  readonly odd: readonly string[];
}

export function readLines(text: string): readonly ManifestLine[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((line, at) => (line.trim() === '' || line.trim().startsWith('#') ? [] : [readLine(line, at + 1)]));
}

function readLine(text: string, line: number): ManifestLine {
  const [name = '', description = '', ...rest] = text.split('|').map((field) => field.trim());
  const pairs = rest
    .filter((field) => field.includes('='))
    .map((field) => {
      const sign = field.indexOf('=');
      return [field.slice(0, sign).trim().toLowerCase(), field.slice(sign + 1).trim()] as const;
    });
  const odd = rest.filter((field) => field !== '' && !field.includes('='));
  return { line, name, description: description === '' ? prettified(name) : description, fields: new Map(pairs), odd };
}

/** `get_page_title` becomes `Get page title`. */
export function prettified(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
