// A step of the build: bundled code takes Node's builtins from the process instead of importing them. An import reads every export of a
// builtin, the lazy ones too, whatever names it asks for: `import { request } from 'node:http'` loads all of fetch, which takes longer
// than everything else at a start.
import { isBuiltin } from 'node:module';
import type { Rolldown } from 'tsdown';

type Program = ReturnType<Rolldown.PluginContext['parse']>;
type Import = Extract<Program['body'][number], { readonly type: 'ImportDeclaration' }>;

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
  const whole = specifiers.flatMap((item) => (item.type === 'ImportSpecifier' ? [] : [item.local.name]));
  const named = specifiers.flatMap((item) =>
    item.type === 'ImportSpecifier' ? [`${nameOf(item.imported)}: ${item.local.name}`] : [],
  );
  const bindings = named.length === 0 ? whole : [...whole, `{ ${named.join(', ')} }`];
  const builtin = `process.getBuiltinModule(${JSON.stringify(source.value)})`;
  return bindings.map((binding) => `const ${binding} = ${builtin};`).join('\n');
}

function nameOf(imported: { readonly type: string; readonly name?: string; readonly value?: string }): string {
  return imported.name ?? JSON.stringify(imported.value);
}
