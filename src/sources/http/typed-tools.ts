// Tools that YAML describes, with typed parameters.
import { buildTool } from './build-tool.ts';
import { defaultTimeoutMs, type HttpSettings, type HttpToolSettings } from './http-settings.ts';
import type { ReadTool } from './http-tool.ts';
import { parametersProblem, parametersSchema, typedParameters } from './parameters.ts';
import { prettified } from './pipe/read-lines.ts';
import type { Value } from './values.ts';

/** An entry of a tool that the tools file has is no tool of its own. */
export function typedTools(
  { source, tools }: HttpSettings,
  values: ReadonlyMap<string, Value>,
  inFile: ReadonlySet<string>,
): readonly ReadTool[] {
  return Object.entries(tools)
    .filter(([name]) => !inFile.has(name))
    .map(([name, entry]) => {
      const where = `sources.${source}.tools.${name}`;
      const built = typedTool(name, entry, { source, values });
      return 'problem' in built
        ? { name, where, tool: null, said: [built.problem] }
        : { name, where, tool: built.tool, said: built.tool.unset === null ? [] : [built.tool.unset] };
    });
}

function typedTool(
  name: string,
  entry: HttpToolSettings,
  { source, values }: { readonly source: string; readonly values: ReadonlyMap<string, Value> },
): ReturnType<typeof buildTool> {
  if (entry.url === null) return { problem: 'it has no url, and no tools file has a tool of this name' };
  const parameters = typedParameters(entry.parameters ?? {});
  const problem = parametersProblem(parameters);
  if (problem !== null) return { problem };
  const method = entry.method ?? (entry.body === null ? 'GET' : 'POST');
  if (entry.body !== null && (method === 'GET' || method === 'HEAD')) return { problem: `a ${method} has no body` };
  return buildTool(
    {
      name,
      description: entry.description ?? prettified(name),
      whenToUse: '',
      tags: [],
      parameters: parametersSchema(parameters),
      method,
      url: entry.url,
      headers: entry.headers ?? {},
      body: entry.body,
      filter: entry.filter,
      extract: entry.extract,
      timeoutMs: entry.timeoutMs ?? defaultTimeoutMs,
    },
    {
      names: { parameters: new Set(parameters.map((parameter) => parameter.name)), values },
      valuesAt: `sources.${source}.values`,
      encode: 'component',
    },
  );
}
