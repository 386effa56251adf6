// Tool: what can be done here, from live state. Opens no file, makes no request and starts no process, so every mode allows it.
import { z } from 'zod';
import { defineTool, type CapabilitiesReport, type JsonObject } from '../../contract/index.ts';
import { describedBy } from './described-label.ts';
import { renderCapabilities } from './render-capabilities.ts';

export const describeCapabilities = defineTool({
  name: 'describe_capabilities',
  title: 'Describe capabilities',
  description:
    'Report what can be done here now: tools by mode, MCP servers, skills, subagents, session mode, sandbox, opened directories, limits, and what is always refused.',
  mode: 'introspect',
  category: 'system',
  risk: 'low',
  effects: [],
  timeoutMs: 10_000,
  aliases: ['capabilities'],
  input: z.strictObject({}),
  needs: ['catalog'],
  whenToUse: 'When you are asked what you can do, or need to know whether something is possible before you promise it.',
  examples: [{ description: 'The whole report', arguments: {} }],
  failureModes: [],
  async run(_args, context) {
    const report = await context.ports.catalog.capabilities();
    return {
      blocks: [{ type: 'text', text: renderCapabilities(report) }],
      structured: asJson(report),
      keep: 'head',
      label: describedBy(
        [...Object.values(report.toolsByMode).flat(), ...report.tokens.sources],
        'describe_capabilities',
      ),
    };
  },
});

/** The same values as plain objects: an interface is no JsonObject to the compiler. */
function asJson(report: CapabilitiesReport): JsonObject {
  const modes = Object.entries(report.toolsByMode).map(([mode, tools]) => [mode, tools.map((tool) => ({ ...tool }))]);
  const { level, tokens, sources } = report.tokens;
  return {
    ...report,
    sandbox: { ...report.sandbox },
    openedDirectories: report.openedDirectories.map((directory) => ({ ...directory })),
    toolsByMode: Object.fromEntries(modes),
    tokens: { level, tokens: { ...tokens }, sources: sources.map((source) => ({ ...source })) },
  };
}
