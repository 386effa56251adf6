// All about one tool for people.
import type { JsonObject, JsonValue, ToolDescription } from '../../../contract/index.ts';
import { escapeVisible } from '../../../text/index.ts';
import { lines } from './outcome.ts';

export function renderDescription(tool: ToolDescription): string {
  return lines(
    `${tool.name}  ${escapeVisible(tool.title)}`,
    escapeVisible(tool.description),
    tool.whenToUse === '' ? null : `When to use: ${escapeVisible(tool.whenToUse)}`,
    '',
    ...argumentLines(tool),
    '',
    `mode ${tool.mode}, class ${tool.policyClass}, risk ${tool.risk}, category ${tool.category}, from ${tool.source}, at most ${tool.timeoutMs / 1000} s`,
    tool.aliases.length === 0 ? null : `also called ${tool.aliases.join(', ')}`,
    tool.tags.length === 0 ? null : `tags ${tool.tags.join(', ')}`,
    tool.requiresSetup === null ? null : `needs ${escapeVisible(tool.requiresSetup)}`,
    ...tool.examples.map((example) => `example: ${escapeVisible(example.description)}\n  gatehouse call ${tool.name} '${JSON.stringify(example.arguments)}'`),
    ...tool.failureModes.map((mode) => `may fail: ${escapeVisible(mode)}`),
    tool.executionNote,
  );
}

function argumentLines(tool: ToolDescription): readonly string[] {
  const properties = asObject(tool.parameters['properties']);
  const names = [...tool.required, ...tool.optional];
  if (names.length === 0) return ['Takes no arguments.'];
  return ['Arguments:', ...names.map((name) => argumentLine(name, asObject(properties[name]), tool))];
}

function argumentLine(name: string, schema: JsonObject, tool: ToolDescription): string {
  const need = tool.required.includes(name) ? 'required' : 'optional';
  const type = Array.isArray(schema['type']) ? schema['type'].join('|') : String(schema['type'] ?? 'any');
  const other = Object.entries(tool.argumentAliases).flatMap(([alias, own]) => (own === name ? [alias] : []));
  const also = other.length === 0 ? '' : ` (also ${other.join(', ')})`;
  const preset = schema['default'] === undefined ? '' : `, default ${JSON.stringify(schema['default'])}`;
  const text = typeof schema['description'] === 'string' ? `: ${escapeVisible(schema['description'])}` : '';
  return `  ${name}  ${type}, ${need}${preset}${also}${text}`;
}

function asObject(value: JsonValue | undefined): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
  // A schema that is not an object (true, false) says nothing that could be shown.
  return isObject ? (value as JsonObject) : {};
}
