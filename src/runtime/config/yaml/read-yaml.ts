// YAML as configuration uses it: one document of plain values, and the place of each, so that a problem can be pointed at.
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import type { JsonValue } from '../../../contract/index.ts';
import { aliasTargets, asNode, plainValue, startOf, type AliasTargets } from './plain-value.ts';

/** Counted from 1; columns in UTF-16 code units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

interface YamlProblem {
  readonly place: Place;
  readonly message: string;
}

export type Path = readonly (string | number)[];

export type YamlReading =
  | { readonly ok: false; readonly problems: readonly YamlProblem[] }
  | {
      readonly ok: true;
      /** Null for a file without any value. */
      readonly value: JsonValue;
      /** Where the value of that path stands, or its key; for a path that is not there, the nearest above. */
      readonly placeOf: (path: Path, part?: 'value' | 'key') => Place;
    };

const advice: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'A tab cannot indent a line; use spaces.',
  MULTIPLE_DOCS: 'A second document begins here; a configuration file is one, so remove the "---".',
  RESOURCE_EXHAUSTION: 'Values are nested too deeply.',
  NON_STRING_KEY: 'A key must be plain text.',
  TAG_RESOLVE_FAILED: 'Tags (words that begin with "!") have no meaning here; remove it, or put the value into quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'There are two keys in one line; put a value that contains ": " into quotes.',
  BAD_SCALAR_START: 'A value that begins with this character has to be put into quotes.',
};

export function readYaml(text: string): YamlReading {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: 'core',
    merge: false,
    stringKeys: true,
    resolveKnownTags: false,
    // Compares each key of a map with all others; done below, in one pass.
    uniqueKeys: false,
  });
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const fault =
    document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION') ?? document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) {
    return {
      ok: false,
      problems: [{ place: place(fault.pos[0]), message: advice[fault.code] ?? `${fault.message.replace(/\.$/, '')}.` }],
    };
  }
  const targets = aliasTargets(document);
  const { value, problems } = plainValue(document, targets);
  if (problems.length > 0) {
    return { ok: false, problems: problems.map(({ offset, message }) => ({ place: place(offset), message })) };
  }
  return {
    ok: true,
    value,
    placeOf: (path, part = 'value') => place(offsetOf(document.contents, targets, { path, part })),
  };
}

interface Wanted {
  readonly path: Path;
  readonly part: 'value' | 'key';
}

function offsetOf(root: Node | null, targets: AliasTargets, { path, part }: Wanted): number {
  let node = root;
  let offset = startOf(node);
  path.forEach((step, at) => {
    const into = isAlias(node) ? (targets.get(node) ?? null) : node;
    const pair = isMap(into) ? into.items.find(({ key }) => isScalar(key) && key.value === step) : undefined;
    const key = pair === undefined ? null : asNode(pair.key);
    const item = isSeq(into) && typeof step === 'number' ? into.items[step] : pair?.value;
    node = asNode(item);
    const wanted = at === path.length - 1 && part === 'key' ? (key ?? node) : (node ?? key);
    offset = startOf(wanted, offset);
  });
  return offset;
}
