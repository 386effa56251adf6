// A step of the build: bundled code takes Node's builtins from the process instead of importing them. An import reads every export of a
// builtin, the lazy ones too, whatever names it asks for: `import { request } from 'node:http'` loads all of fetch, which takes longer
// than everything else at a start.
import { isBuiltin } from 'node:module';
import type { Rolldown } from 'tsdown';

type Program = ReturnType<Rolldown.PluginContext['parse']>;
type Import = Extract<Program['body'][number], { readonly type: 'ImportDeclaration' }>;
type Specifier = Import['specifiers'][number];

/** Loaded by the first call of one of their functions: most commands make none. */
const late: ReadonlySet<string> = new Set([
  'child_process',
  'crypto',
  'dns/promises',
  'fs/promises',
  'http',
  'http2',
  'net',
]);

export const builtinImports: Rolldown.Plugin = {
  name: 'builtin-imports',
  renderChunk(code, { fileName }) {
    if (!fileName.endsWith('.js')) return null;
    const imports = this.parse(code).body.filter((item) => item.type === 'ImportDeclaration');
    // From the end: what is replaced moves nothing that is still to be.
    return imports
      .filter(({ source }) => isBuiltin(source.value))
      .toReversed()
      .reduce((text, item) => `${text.slice(0, item.start)}${taken(item)}${text.slice(item.end)}`, code);
  },
};

function taken({ source, specifiers }: Import): string {
  const name = source.value.replace(/^node:/, '');
  const isLate = late.has(name) && specifiers.every((item) => canWait(name, item));
  return specifiers
    .map((item) => `const ${item.local.name} = ${isLate ? later(name, item) : now(name, item)};`)
    .join('\n');
}

function now(builtin: string, specifier: Specifier): string {
  const whole = `process.getBuiltinModule(${JSON.stringify(`node:${builtin}`)})`;
  const name = importedName(specifier);
  return name === null ? whole : `${whole}[${JSON.stringify(name)}]`;
}

/** Constructors and constants are what they are; a function may be one that looks for the real one when it is called. */
function canWait(builtin: string, specifier: Specifier): boolean {
  const name = importedName(specifier);
  if (name === null) return true;
  const member: unknown = Object(process.getBuiltinModule(builtin))[name];
  return typeof member === 'function' && /^[a-z]/.test(name);
}

function later(builtin: string, specifier: Specifier): string {
  const whole = `process.getBuiltinModule(${JSON.stringify(`node:${builtin}`)})`;
  const name = importedName(specifier);
  if (name === null) return `new Proxy({}, { get: (_, name) => ${whole}[name] })`;
  // Found once: a hash is asked for often.
  return `((found) => (...given) => (found ??= ${whole}[${JSON.stringify(name)}])(...given))()`;
}

/** Null for the builtin as a whole. */
function importedName(specifier: Specifier): string | null {
  if (specifier.type !== 'ImportSpecifier') return null;
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
}
