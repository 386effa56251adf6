// What holds for every built-in, whoever adds it: the registry takes it, and what it says of itself fits its schema.
import { describe, expect, it } from 'vitest';
import type { JsonObject, Tool } from '../contract/index.ts';
import { createRegistry, findMode } from '../kernel/index.ts';
import { createSchemas } from '../text/index.ts';
import { argumentTransforms, builtinCatalog, builtinLoaders } from './index.ts';

const schemas = createSchemas();

function propertiesOf(tool: Tool): JsonObject {
  const properties = tool.parameters['properties'];
  // A built-in's schema is made from a zod object, whose properties are an object.
  return (properties ?? {}) as JsonObject;
}

it('all registers, with a loader each and no name or alias twice', () => {
  const registry = createRegistry({ isKnownMode: (mode) => findMode(mode) !== undefined });
  for (const tool of builtinCatalog) {
    const loader = builtinLoaders[tool.name];
    if (loader === undefined) throw new Error(`${tool.name} has no loader`);
    registry.register({ tool, loader });
  }
  expect(registry.list({ includeHidden: true }).map((tool) => tool.name)).toEqual(Object.keys(builtinLoaders));
});

it('is rewritten to from tools that do not exist', () => {
  const names = builtinCatalog.flatMap((tool) => [tool.name, ...tool.aliases]);
  expect(argumentTransforms.filter(({ name }) => names.includes(name))).toEqual([]);
  expect(argumentTransforms.filter(({ to }) => !names.includes(to)).map(({ name }) => name)).toEqual([]);
});

describe.each(builtinCatalog.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  it('brings something that runs', async () => {
    expect(typeof (await builtinLoaders[tool.name]?.())).toBe('function');
  });

  it('gives examples that its own schema takes', async () => {
    const check = await schemas.compile(tool.origin.fingerprint, tool.parameters);
    expect(tool.examples.map((example) => check(example.arguments))).toEqual(tool.examples.map(() => []));
  });

  it('refuses arguments it does not know', () => {
    expect(tool.parameters['additionalProperties']).toBe(false);
  });

  it('names arguments that exist in its aliases, targets and action', () => {
    const names = Object.keys(propertiesOf(tool));
    const meant = [
      ...Object.values(tool.argumentAliases),
      ...tool.targets.map((target) => target.pointer.slice(1)),
      ...(tool.actionPointer === null ? [] : [tool.actionPointer.slice(1)]),
    ];
    expect(meant.filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.keys(tool.argumentAliases).filter((alias) => names.includes(alias))).toEqual([]);
  });

  it('says what every argument means, and when to use the tool', () => {
    const silent = Object.entries(propertiesOf(tool)).filter(
      ([, schema]) => !JSON.stringify(schema).includes('"description"'),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
    expect([tool.description, tool.whenToUse, tool.title].filter((text) => text.trim() === '')).toEqual([]);
  });
});
