// Puts the built-in tools into the registry as the operator wants them: without the disabled ones, with other timeouts.
import type { HandlerLoader, Tool } from '../../contract/index.ts';
import type { Registry } from '../../kernel/index.ts';

export interface BuiltinWishes {
  readonly catalog: readonly Tool[];
  readonly loaders: Readonly<Record<string, HandlerLoader>>;
  /** Names or aliases. A disabled tool is not registered: it cannot be seen or called at all. */
  readonly disabled: readonly string[];
  readonly timeoutsMs: ReadonlyMap<string, number>;
  /** Tools that come from elsewhere and may be wished things of too. */
  readonly elsewhere: readonly string[];
}

/** Answers what was wished of tools that do not exist. */
export function registerBuiltins(registry: Registry, wishes: BuiltinWishes): readonly string[] {
  const { catalog, loaders, disabled, timeoutsMs, elsewhere } = wishes;
  const names = new Set([...catalog.flatMap((tool) => [tool.name, ...tool.aliases]), ...elsewhere]);
  for (const tool of catalog) {
    const own = [tool.name, ...tool.aliases];
    const loader = loaders[tool.name];
    if (loader === undefined || own.some((name) => disabled.includes(name))) continue;
    const timeout = own.map((name) => timeoutsMs.get(name)).find((ms) => ms !== undefined);
    registry.register({ tool: timeout === undefined ? tool : { ...tool, timeoutMs: timeout }, loader });
  }
  return [
    ...disabled
      .filter((name) => !names.has(name))
      .map((name) => `tools.disable names ${JSON.stringify(name)}, and there is no such tool.`),
    ...[...timeoutsMs.keys()]
      .filter((name) => !names.has(name))
      .map((name) => `tools.timeouts names ${JSON.stringify(name)}, and there is no such tool.`),
  ];
}
