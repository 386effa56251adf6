// Reads the text of a git configuration file as git does. What git would not read is no guess of ours: it is a problem.

export interface GitConfigEntry {
  /** In lower case. */
  readonly section: string;
  /** As it is written; null where the section has none. */
  readonly subsection: string | null;
  /** In lower case. */
  readonly name: string;
  /** Null for a name without `=`, which means true. */
  readonly value: string | null;
}

export type GitConfig =
  | { readonly ok: true; readonly entries: readonly GitConfigEntry[] }
  | { readonly ok: false; readonly line: number };

interface Reader {
  readonly text: string;
  at: number;
}

const space = new Set([' ', '\t', '\v', '\f', '\r']);

export function parseGitConfig(source: string): GitConfig {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const reader: Reader = { text, at: 0 };
  const entries: GitConfigEntry[] = [];
  let place: Pick<GitConfigEntry, 'section' | 'subsection'> | null = null;
  for (;;) {
    const sign = text[reader.at];
    if (sign === undefined) return { ok: true, entries };
    if (sign === '\n' || space.has(sign)) reader.at += 1;
    else if (sign === '#' || sign === ';') skipLine(reader);
    else if (sign === '[') {
      place = readSection(reader);
      if (place === null) return problem(reader);
    } else {
      const entry = place === null ? null : readEntry(reader);
      if (place === null || entry === null) return problem(reader);
      entries.push({ ...place, ...entry });
    }
  }
}

/** The form in which git itself names a key. */
export function gitConfigKey({ section, subsection, name }: GitConfigEntry): string {
  return subsection === null ? `${section}.${name}` : `${section}.${subsection}.${name}`;
}

/** An entry of `git config --list -z`: the key, and after a newline the value. Null for what is no key. */
export function readGitConfigItem(item: string): GitConfigEntry | null {
  const [key = ''] = item.split('\n', 1);
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  if (first < 1 || last === key.length - 1) return null;
  return {
    section: key.slice(0, first).toLowerCase(),
    subsection: first === last ? null : key.slice(first + 1, last),
    name: key.slice(last + 1).toLowerCase(),
    value: key.length === item.length ? null : item.slice(key.length + 1),
  };
}

function problem({ text, at }: Reader): GitConfig {
  return { ok: false, line: text.slice(0, at).split('\n').length };
}

function skipLine(reader: Reader): void {
  const end = reader.text.indexOf('\n', reader.at);
  reader.at = end < 0 ? reader.text.length : end + 1;
}

/** `[section]`, `[section "subsection"]`, or the old `[section.subsection]`, whose subsection knows no case. */
function readSection(reader: Reader): Pick<GitConfigEntry, 'section' | 'subsection'> | null {
  const head = /^\[([A-Za-z0-9.-]+)(?:[ \t\v\f\r]+"((?:[^"\\\n]|\\[^\n])*)")?\]/.exec(reader.text.slice(reader.at));
  if (head === null) return null;
  reader.at += head[0].length;
  const [, words = '', quoted] = head;
  const dot = words.indexOf('.');
  const section = (dot < 0 ? words : words.slice(0, dot)).toLowerCase();
  const old = dot < 0 ? null : words.slice(dot + 1).toLowerCase();
  if (quoted === undefined) return { section, subsection: old };
  const subsection = quoted.replaceAll(/\\(.)/g, '$1');
  return { section, subsection: old === null ? subsection : `${old}.${subsection}` };
}

function readEntry(reader: Reader): Pick<GitConfigEntry, 'name' | 'value'> | null {
  const word = /^[A-Za-z][A-Za-z0-9-]*/.exec(reader.text.slice(reader.at));
  if (word === null) return null;
  reader.at += word[0].length;
  const name = word[0].toLowerCase();
  while (reader.text[reader.at] === ' ' || reader.text[reader.at] === '\t') reader.at += 1;
  const sign = reader.text[reader.at];
  if (sign === undefined || sign === '\n') return { name, value: null };
  if (sign !== '=') return null;
  reader.at += 1;
  const value = readValue(reader);
  return value === null ? null : { name, value };
}

const escapes: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', '\\': '\\', '"': '"' };

/** To the end of the line, or a comment: quotes keep what is in them, and a backslash at the end continues. */
const rawValue = /(?:"(?:[^"\\\n]|\\[^])*"|\\[^]|[^"\\\n#;])*/y;
const valuePart = /"((?:[^"\\]|\\[^])*)"|(\\[^])|([^"\\]+)/g;
const unquotedSpace = /[ \t\v\f\r]/;

function readValue(reader: Reader): string | null {
  rawValue.lastIndex = reader.at;
  const [raw = ''] = rawValue.exec(reader.text) ?? [];
  reader.at += raw.length;
  const end = reader.text[reader.at];
  if (end === '#' || end === ';') reader.at = lineEnd(reader);
  // What is left stands for a quote that nobody closed, or a backslash before nothing.
  else if (end !== undefined && end !== '\n') return null;
  return unquoted(raw);
}

function lineEnd({ text, at }: Reader): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Spaces at both ends are none, unless they are quoted. */
function unquoted(raw: string): string | null {
  let value = '';
  let kept = 0;
  for (const [, quoted, escape, plain = ''] of raw.matchAll(valuePart)) {
    const sure = unescaped(quoted ?? escape ?? '');
    if (sure === null) return null;
    value = `${value}${sure}`;
    if (sure !== '') kept = value.length;
    for (const letter of plain) {
      const isSpace = unquotedSpace.test(letter);
      if (!isSpace || value !== '') value += letter;
      if (!isSpace) kept = value.length;
    }
  }
  return value.slice(0, kept);
}

/** Null for a letter that means nothing behind a backslash. */
function unescaped(text: string): string | null {
  const letters = [...text.matchAll(/\\([^])/g)].map(([, letter = '']) => letter);
  if (letters.some((letter) => letter !== '\n' && escapes[letter] === undefined)) return null;
  return text.replaceAll(/\\([^])/g, (_, letter: string) => escapes[letter] ?? '');
}
