// Puts the built-in tools into the registry as the operator wants them: those that are named, without the disabled ones, with other timeouts.
import { bridges, type HandlerLoader, type Tool } from '../../contract/index.ts';
import type { Registry } from '../../kernel/index.ts';

/** What finds, describes and runs deferred tools stays, whatever is named: without it they could not be reached. */
const reaching: ReadonlySet<string> = new Set([...Object.values(bridges), 'describe_capabilities']);

export interface BuiltinWishes {
  readonly catalog: readonly Tool[];
  readonly loaders: Readonly<Record<string, HandlerLoader>>;
  /** Names or aliases: a tool is there where each list has one of its own. */
  readonly named: readonly (readonly string[])[];
  /** Names or aliases. A disabled tool is not registered: it cannot be seen or called at all. */
  readonly disabled: readonly string[];
  readonly timeoutsMs: ReadonlyMap<string, number>;
  /** False: what reaches deferred tools is not registered, and its names are free. */
  readonly deferral: boolean;
  /** Tools that come from elsewhere and may be wished things of too. */
  readonly elsewhere: readonly string[];
}

/** Names of no tools that something was wished of. */
export interface UnknownNames {
  readonly builtins: readonly string[];
  readonly disabled: readonly string[];
  readonly timeouts: readonly string[];
}

export function registerBuiltins(registry: Registry, wishes: BuiltinWishes): UnknownNames {
  const { catalog, loaders, disabled, timeoutsMs, elsewhere, named } = wishes;
  const builtins = new Set(namesOf(catalog));
  const names = new Set([...builtins, ...elsewhere]);
  const offered = wishes.deferral ? catalog : catalog.flatMap(withoutBridge);
  for (const tool of offered) {
    const own = [tool.name, ...tool.aliases];
    const loader = loaders[tool.name];
    if (loader === undefined || own.some((name) => disabled.includes(name))) continue;
    if (!isNamed(tool, named) && !(wishes.deferral && reaching.has(tool.name))) continue;
    const timeout = own.map((name) => timeoutsMs.get(name)).find((ms) => ms !== undefined);
    registry.register({ tool: timeout === undefined ? tool : { ...tool, timeoutMs: timeout }, loader });
  }
  return {
    builtins: named.flat().filter((name) => !builtins.has(name)),
    disabled: disabled.filter((name) => !names.has(name)),
    timeouts: [...timeoutsMs.keys()].filter((name) => !names.has(name)),
  };
}

/** Told once the tools of sources are known: `isElsewhere` says of a disabled one that it is one of those. */
export function unknownTexts(
  { builtins, disabled, timeouts }: UnknownNames,
  isElsewhere: (name: string) => boolean,
): readonly string[] {
  const text = (setting: string, name: string): string =>
    `${setting} names ${JSON.stringify(name)}, and there is no such tool.`;
  return [
    ...builtins.map((name) => `tools.builtins names ${JSON.stringify(name)}, and there is no such built-in tool.`),
    ...disabled.filter((name) => !isElsewhere(name)).map((name) => text('tools.disable', name)),
    ...timeouts.map((name) => text('tools.timeouts', name)),
  ];
}

/** Names of built-in tools that nobody named: they are there for what is deferred, and shown with that. */
export function forDeferralAlone({ catalog, named }: Pick<BuiltinWishes, 'catalog' | 'named'>): ReadonlySet<string> {
  return new Set(catalog.flatMap((tool) => (reaching.has(tool.name) && !isNamed(tool, named) ? [tool.name] : [])));
}

function isNamed({ name, aliases }: Tool, named: BuiltinWishes['named']): boolean {
  return named.every((list) => [name, ...aliases].some((own) => list.includes(own)));
}

function namesOf(catalog: readonly Tool[]): readonly string[] {
  return catalog.flatMap((tool) => [tool.name, ...tool.aliases]);
}

/** Describing a tool is of use in itself, under its own name. */
function withoutBridge(tool: Tool): readonly Tool[] {
  if (tool.name === bridges.search || tool.name === bridges.call) return [];
  return tool.name === bridges.describe
    ? [{ ...tool, aliases: tool.aliases.filter((alias) => alias !== 'tool_describe') }]
    : [tool];
}
