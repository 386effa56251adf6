// Which tools of a server the configuration takes, and what it says of tools that are not there.
import type { ServerSpec, ServerTool } from '../../../sources/index.ts';
import { nearNames, parseSegment } from '../../../text/index.ts';

export type IsWanted = (tool: Pick<ServerTool, 'name'>) => boolean;

/** First what is excluded, then what is included. */
export function wantedBy({ include, exclude }: ServerSpec): IsWanted {
  const [included, excluded] = [include, exclude].map((patterns) =>
    patterns?.map((pattern) => {
      const parse = parseSegment(pattern);
      return parse.ok ? parse.segment : null;
    }),
  );
  return ({ name }) => {
    if (excluded?.some((segment) => segment?.matches(name) !== false) === true) return false;
    return included === undefined || included.some((segment) => segment?.matches(name) === true);
  };
}

/** Settings of tools that the server does not list, or that are not taken. `listed` is null before it was ever asked. */
export function idleSettings(spec: ServerSpec, listed: readonly string[] | null): readonly string[] {
  const isWanted = wantedBy(spec);
  const known = listed === null ? null : new Set(listed);
  return spec.tools.flatMap(({ tool }) => {
    const setting = `mcp.servers.${spec.name}.tools.${tool} has no effect:`;
    if (!isWanted({ name: tool })) return [`${setting} include and exclude leave that tool out.`];
    if (known === null || known.has(tool)) return [];
    const [near] = nearNames(tool, listed ?? [], 1);
    return [`${setting} the server lists no such tool.${near === undefined ? '' : ` Did you mean ${near}?`}`];
  });
}
