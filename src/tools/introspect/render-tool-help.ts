// Lays out the documentation of a tool as Markdown: sections that would be empty are left out.
import type { JsonObject, JsonValue, ToolDescription } from '../../contract/index.ts';

export function renderToolHelp(tool: ToolDescription): string {
  const sections = [
    [`# ${tool.name}: ${tool.title}`, '', tool.description],
    titled('When to use', tool.whenToUse === '' ? [] : [tool.whenToUse]),
    titled('Arguments', argumentLines(tool)),
    titled(
      'Examples',
      tool.examples.map((example) => `- ${example.description}: \`${JSON.stringify(example.arguments)}\``),
    ),
    titled(
      'Failure modes',
      tool.failureModes.map((mode) => `- ${mode}`),
    ),
    titled('Setup', tool.requiresSetup === null ? [] : [tool.requiresSetup]),
    titled('Policy', policyLines(tool)),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, ...lines];
}

function policyLines(tool: ToolDescription): readonly string[] {
  const depends = tool.conditional ? '; targets or findings of a call may change it' : '';
  return [
    `- Now: ${tool.locked ? 'locked, it never runs' : `${tool.effect}${depends}`}`,
    `- Mode: ${tool.mode}; class: ${tool.policyClass}; risk: ${tool.risk}`,
    `- May do: ${tool.effects.length === 0 ? 'nothing beyond reading' : tool.effects.join(', ')}`,
    `- Source: ${tool.source} (${tool.kind}); category: ${tool.category}; time limit: ${tool.timeoutMs / 1000} s`,
    ...(tool.aliases.length > 0 ? [`- Also called: ${tool.aliases.join(', ')}`] : []),
    ...(tool.tags.length > 0 ? [`- Tags: ${tool.tags.join(', ')}`] : []),
    `- ${tool.executionNote}`,
  ];
}

function argumentLines(tool: ToolDescription): readonly string[] {
  const properties = tool.parameters['properties'];
  const names = [...tool.required, ...tool.optional];
  if (names.length === 0) return ['It takes no arguments.'];
  return [
    '| name | type | required | default | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...names.map((name) => {
      const schema = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
      const fields = isObject(schema) ? schema : {};
      const spellings = Object.keys(tool.argumentAliases).filter((alias) => tool.argumentAliases[alias] === name);
      const also = spellings.length === 0 ? '' : ` (also: ${spellings.join(', ')})`;
      const cells = [
        name + also,
        typeOf(fields),
        tool.required.includes(name) ? 'yes' : 'no',
        fields['default'] === undefined ? '' : JSON.stringify(fields['default']),
        typeof fields['description'] === 'string' ? fields['description'] : '',
      ];
      return `| ${cells.map(asCell).join(' | ')} |`;
    }),
  ];
}

/** The type in a word or two; the whole schema is describe_tool's. Foreign schemas nest at will, so only `levels` are looked into. */
function typeOf(schema: JsonObject, levels = 3): string {
  const { type, items, anyOf, oneOf } = schema;
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' or ');
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (type === 'array' && isObject(items) && levels > 0) return `array of ${typeOf(items, levels - 1)}`;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.join(' or ');
  const choices: readonly JsonValue[] = [anyOf, oneOf].find((list) => Array.isArray(list)) ?? [];
  const kinds = choices.filter(isObject).map((choice) => (levels > 0 ? typeOf(choice, levels - 1) : 'any'));
  return kinds.length === 0 ? 'any' : kinds.join(' or ');
}

function asCell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
