// One row of a list of flags: `-x, --long TYPE  what it does`, in the forms that getopt, argparse, clap, pflag, kubectl and git write.

export interface FlagRow {
  /** As written, in their order. */
  readonly names: readonly string[];
  /** `--[no-]x` */
  readonly negatable: boolean;
  readonly value: 'none' | 'required' | 'optional';
  /** What stands for the value: `FILE`, `string`, `[]`. Empty where there is none. */
  readonly placeholder: string;
  /** The placeholder is what holds without the flag, as kubectl writes it: `--all=false:`. */
  readonly isDefault: boolean;
  readonly text: string;
}

const name = /^(--?)(\[no-?\])?([A-Za-z0-9?@#.][\w.:+-]*)/;
const quotedWord = /^(?:'[^']*'|"[^"]*")/;
/** Behind a name and one blank: a placeholder, or a word that ends the column. */
const spaced =
  /^ (<[^<>]{1,80}>(?:\.\.\.)?|\[[^[\]]{1,80}\](?:\.\.\.)?|\{[^{}]{1,200}\}|[A-Z][A-Z0-9_:.|/-]*(?=[\s,]|$)|[^\s,-][^\s,]*(?=,|\s{2,}|$))/;

/** Null where the line does not begin with a flag. */
export function readFlagRow(line: string): FlagRow | null {
  const names: string[] = [];
  let negatable = false;
  let value: Value = { kind: 'none', placeholder: '', isDefault: false, length: 0 };
  let rest = line;
  for (let next = name.exec(rest); next !== null && names.length < 10; next = name.exec(rest)) {
    names.push(`${next[1]}${trimmedName(next[3] ?? '')}`);
    negatable ||= next[2] !== undefined;
    rest = rest.slice(next[0].length - (next[3] ?? '').length + trimmedName(next[3] ?? '').length);
    const found = readValue(rest);
    if (found.kind !== 'none') value = found;
    rest = rest.slice(found.length);
    const separator = /^(?:, *| *\| *| +(?=--?[A-Za-z]\S*(?:\s{2,}|$)))(?=-)/.exec(rest);
    if (separator === null) break;
    rest = rest.slice(separator[0].length);
  }
  if (names.length === 0 || !/^(?:\s|:|,?\s*$)/.test(rest)) return null;
  const { kind, placeholder, isDefault } = value;
  return { names, negatable, value: kind, placeholder, isDefault, text: rest.replace(/^[:,]/, '').trim() };
}

/** A colon at the end belongs to the row. */
function trimmedName(text: string): string {
  return text.replace(/(?<=.)[:.]+$/, '');
}

interface Value {
  readonly kind: FlagRow['value'];
  readonly placeholder: string;
  readonly isDefault: boolean;
  readonly length: number;
}

function readValue(rest: string): Value {
  const optional = /^ ?\[ ?=? ?([^\]\s]*)\]/.exec(rest);
  if (optional !== null && (rest.startsWith('[') || optional[0].includes('='))) {
    return {
      kind: 'optional',
      placeholder: (optional[1] ?? '').slice(0, 80),
      isDefault: false,
      length: optional[0].length,
    };
  }
  if (rest.startsWith('=')) return equalsValue(rest);
  const found = spaced.exec(rest);
  if (found === null) return { kind: 'none', placeholder: '', isDefault: false, length: 0 };
  const placeholder = found[1] ?? '';
  // pflag: a value that may be left out is `string[="true"]`.
  const isOptional = /^\[.*\]$/.test(placeholder) || placeholder.includes('[=');
  return { kind: isOptional ? 'optional' : 'required', placeholder, isDefault: false, length: found[0].length };
}

function equalsValue(rest: string): Value {
  const after = rest.slice(1);
  const word = quotedWord.exec(after)?.[0] ?? /^<[^<>]{1,80}>/.exec(after)?.[0] ?? /^[^\s,]*/.exec(after)?.[0] ?? '';
  const isDefault = word.endsWith(':') || after.slice(word.length).startsWith(':');
  const placeholder = word.replace(/:$/, '');
  return { kind: 'required', placeholder: placeholder.slice(0, 80), isDefault, length: 1 + word.length };
}
