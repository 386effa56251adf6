// Where the tables of a TOML text begin and end: brackets within strings, lists and remarks begin none.
import { parse } from 'smol-toml';

export interface TomlTable {
  readonly path: readonly string[];
  /** Written `[[like this]]`. */
  readonly isOfList: boolean;
  readonly start: number;
  /** After the last line of it that says something: remarks before the next table are that one's. */
  readonly end: number;
}

/** Of a text that is valid TOML. In order. */
export function tomlTables(text: string): readonly TomlTable[] {
  const tables: TomlTable[] = [];
  for (let at = 0; at < text.length;) {
    const end = statementEnd(text, at);
    const statement = text.slice(at, end);
    const head = /^[ \t]*\[/.test(statement);
    const says = statement.trim() !== '' && !statement.trimStart().startsWith('#');
    const open = tables.at(-1);
    if (head) tables.push({ ...headOf(statement), start: at, end });
    else if (says && open !== undefined) tables[tables.length - 1] = { ...open, end };
    at = end;
  }
  return tables;
}

function headOf(statement: string): Pick<TomlTable, 'path' | 'isOfList'> {
  const path: string[] = [];
  let value: unknown = parse(statement);
  let isOfList = false;
  for (;;) {
    if (Array.isArray(value)) {
      isOfList = true;
      value = value[0];
    }
    const [key, ...more] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (key === undefined || more.length > 0) return { path, isOfList };
    path.push(key[0]);
    value = key[1];
  }
}

/** After the line break that ends what begins at `from`, however many lines that has. */
function statementEnd(text: string, from: number): number {
  const token = /"""(?:\\[^]|[^\\])*?"{3,5}|'''[^]*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[[{]|[\]}]|\n/g;
  token.lastIndex = from;
  let depth = 0;
  for (;;) {
    const found = token.exec(text);
    if (found === null) return text.length;
    const [word] = found;
    if (word === '[' || word === '{') depth += 1;
    else if (word === ']' || word === '}') depth -= 1;
    else if (word === '\n' && depth <= 0) return token.lastIndex;
  }
}
