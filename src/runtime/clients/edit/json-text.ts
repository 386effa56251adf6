// JSON with comments and trailing commas as clients write it: read into a tree that knows where everything stands.
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { JsonValue } from '../../../contract/index.ts';
import { malformed, type Spot, type TextOf } from './server-maps.ts';

/** Null for a text without any value. Throws `invalid_config` with the place of what is wrong. */
export function readTree({ path, text }: TextOf): Node | null {
  if (text.trim() === '') return null;
  const errors: ParseError[] = [];
  const root = parseTreeOf(text, errors, path);
  const [error] = errors;
  if (error !== undefined) throw malformed(path, spotIn(text, error.offset), wordsOf(error));
  if (root?.type !== 'object') throw malformed(path, { line: 1, column: 1 }, 'A map is expected here');
  return root;
}

function parseTreeOf(text: string, errors: ParseError[], path: string): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (cause) {
    if (cause instanceof RangeError) throw malformed(path, { line: 1, column: 1 }, 'Values are nested too deeply');
    throw cause;
  }
}

function wordsOf({ error }: ParseError): string {
  // PropertyNameExpected → Property name expected
  const words = printParseErrorCode(error).replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `This cannot be read (${words})`;
}

function spotIn(text: string, offset: number): Spot {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

export interface Property {
  readonly name: string;
  readonly whole: Node;
  readonly value: Node;
}

export function propertiesOf(node: Node): readonly Property[] {
  return (node.children ?? []).flatMap((whole) => {
    const [key, value] = whole.children ?? [];
    return key === undefined || value === undefined ? [] : [{ name: String(key.value), whole, value }];
  });
}

/** The last one of a name holds, as for the clients. */
export function plainOf(node: Node): JsonValue {
  if (node.type === 'array') return (node.children ?? []).map(plainOf);
  if (node.type === 'object')
    return Object.fromEntries(propertiesOf(node).map(({ name, value }) => [name, plainOf(value)]));
  const { value } = node as { readonly value?: unknown };
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
