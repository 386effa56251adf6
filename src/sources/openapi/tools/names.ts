// The names of the tools of a document: what its operations are called, made plain, or else their method and path.
import { sha256Hex } from '../../../text/index.ts';
import type { ApiOperation } from '../document/operations.ts';
import { own } from '../../../text/index.ts';

const maxChars = 64;
const hashChars = 8;

/** A name for each operation, in their order. Of two that would be the same each gets its hash, so that the order does not matter. */
export function toolNames(operations: readonly ApiOperation[], prefix: string): readonly string[] {
  const wanted = operations.map((operation) => withPrefix(prefix, plainName(operation)));
  const counts = new Map<string, number>();
  // Callers and rules take the case of letters for no difference.
  for (const name of wanted) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return wanted.map((name, index) => {
    const isUnique = counts.get(name.toLowerCase()) === 1;
    if (isUnique && name.length <= maxChars) return name;
    const { method, path } = operations[index] ?? { method: '', path: '' };
    const hash = sha256Hex(`${method} ${path}`).slice(0, hashChars);
    return `${name.slice(0, maxChars - hashChars - 1).replace(/[_-]+$/, '')}_${hash}`;
  });
}

function withPrefix(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}_${name}`;
}

function plainName({ method, path, value }: ApiOperation): string {
  const id = own(value, 'operationId');
  const plain = typeof id === 'string' ? plainWord(id) : '';
  // Nothing of it is left where it has no letter of ours.
  return /[A-Za-z0-9]/.test(plain) ? plain : plainWord(`${method}_${path.split('#', 1)[0] ?? ''}`);
}

function plainWord(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replaceAll(/_{2,}/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}
