// Reads YAML in a thread of its own: text that is made for it takes the parser minutes.
import { parse } from 'yaml';

/** For the thread that loads it: a bundler keeps what a module says of itself. */
export const moduleUrl = import.meta.url;

/** Of one alias may come many nodes: so many are followed at most. */
const maxAliasCount = 1_000;

const take: unknown = Reflect.get(globalThis, Symbol.for('gatehouse.worker-task'));
if (typeof take === 'function')
  take((text: string): unknown => {
    // Comparing each key with all others takes too long for large documents: of two equal ones the last holds, as in JSON.
    const value: unknown = parse(text, { uniqueKeys: false, maxAliasCount, logLevel: 'error', merge: true });
    // As JSON says it: dates and other values of YAML are none.
    return JSON.parse(JSON.stringify(value) ?? 'null');
  });
