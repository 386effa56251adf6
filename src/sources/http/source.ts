// Brings the tools of one source: those of its tools file, requests and commands, then those of its entries.
import type { HandlerLoader, Tool } from '../../contract/index.ts';
import { invokeLine } from '../preset/invoke.ts';
import { invokeHttp } from './call/invoke.ts';
import { describeCommandTool, type CommandTool } from './command/command-tool.ts';
import { describeHttp } from './describe.ts';
import type { HttpSettings } from './http-settings.ts';
import type { HttpTool, ReadTool } from './http-tool.ts';
import { filterProblems } from './jq/run-filter.ts';
import { manifestTools } from './pipe/manifest-tools.ts';
import { typedTools } from './typed-tools.ts';
import { readValues, type SecretNeeds } from './values.ts';

export interface HttpTools {
  readonly tools: readonly { readonly tool: Tool; readonly loader: HandlerLoader }[];
  /** What stays out, and what of the rest does nothing: each begins with file and line, or with the setting. */
  readonly left: readonly string[];
}

/** Touches no network. */
export async function httpTools(settings: HttpSettings, needs: SecretNeeds): Promise<HttpTools> {
  const values = readValues(settings.values, needs.env);
  const inFile = manifestTools(settings, values);
  const typed = typedTools(settings, values, new Set(inFile.map(({ name }) => name)));
  const read = await withoutBadFilters([...inFile, ...typed]);
  return {
    tools: read.flatMap(({ tool }) => (tool === null ? [] : [entry(tool, settings.source, needs)])),
    left: read.flatMap(({ name, where, tool, said }) =>
      said.map((text) => `${where}: ${name === '' ? 'the line' : name}${tool === null ? ' stays out' : ''}: ${text}.`),
    ),
  };
}

function entry(tool: HttpTool | CommandTool, source: string, needs: SecretNeeds): HttpTools['tools'][number] {
  if ('words' in tool) {
    const command = describeCommandTool(tool, source);
    return { tool: command, loader: () => Promise.resolve(invokeLine(command, tool.timeoutMs)) };
  }
  return { tool: describeHttp(tool, source), loader: () => Promise.resolve(invokeHttp(tool, needs)) };
}

/** One thread for all of them. */
async function withoutBadFilters(read: readonly ReadTool[]): Promise<readonly ReadTool[]> {
  const filters = [...new Set(read.flatMap(({ tool }) => filterOf(tool) ?? []))];
  const problems = await filterProblems(filters);
  const problemOf = new Map(filters.map((filter, at) => [filter, problems[at] ?? null]));
  return read.map((each) => {
    const problem = problemOf.get(filterOf(each.tool) ?? '') ?? null;
    if (problem === null) return each;
    return { ...each, tool: null, said: [`its filter is none. jq said: ${problem.trim().replaceAll(/\s+/g, ' ')}`] };
  });
}

function filterOf(tool: ReadTool['tool']): string | null {
  return tool === null || 'words' in tool ? null : tool.filter;
}
