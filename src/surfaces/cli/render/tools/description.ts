// All about one tool for people.
import type { JsonObject, JsonValue, ToolDescription } from '../../../../contract/index.ts';
import { callWord } from '../effect-words.ts';
import { layoutFields, layoutText } from '../fields.ts';
import { lines } from '../lines.ts';
import type { OutcomeView } from '../outcome.ts';

export function renderDescription(tool: ToolDescription, { width, command }: OutcomeView): string {
  const text = (words: string) => layoutText(words, width);
  return lines(
    `${tool.name}: ${callWord(tool)}`,
    ...tool.description.split('\n').map(text),
    tool.whenToUse === '' ? null : text(`When to use: ${tool.whenToUse}`),
    '',
    ...argumentLines(tool, width),
    '',
    layoutFields(
      [
        ['title', tool.title],
        ['mode', tool.mode],
        ['class', tool.policyClass],
        ['risk', tool.risk],
        ['effects', tool.effects.length === 0 ? 'none declared' : tool.effects.join(', ')],
        ['category', tool.category],
        ['source', `${tool.source} (${tool.kind})`],
        ['time', `at most ${tool.timeoutMs / 1000} s`],
        tool.aliases.length === 0 ? null : ['also called', tool.aliases.join(', ')],
        tool.tags.length === 0 ? null : ['tags', tool.tags.join(', ')],
        tool.requiresSetup === null ? null : ['needs', tool.requiresSetup],
      ],
      width,
    ),
    ...tool.failureModes.map((mode) => text(`May fail: ${mode}`)),
    ...tool.examples.flatMap((example) => [
      '',
      text(`Example: ${example.description}`),
      `    ${command} call ${tool.name} ${shellWord(JSON.stringify(example.arguments))}`,
    ]),
    '',
    text(tool.executionNote),
  );
}

/** One word for a POSIX shell. */
function shellWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function argumentLines(tool: ToolDescription, width: number): readonly string[] {
  const properties = asObject(tool.parameters['properties']);
  const names = [...tool.required, ...tool.optional];
  if (names.length === 0) return ['Takes no arguments.'];
  return [
    'Arguments:',
    layoutFields(
      names.map((name) => [name, argumentText(name, asObject(properties[name]), tool)]),
      width,
    ),
  ];
}

function argumentText(name: string, schema: JsonObject, tool: ToolDescription): string {
  const need = tool.required.includes(name) ? 'required' : 'optional';
  const other = Object.entries(tool.argumentAliases).flatMap(([alias, own]) => (own === name ? [alias] : []));
  const also = other.length === 0 ? '' : `, also ${other.join(', ')}`;
  const preset = schema['default'] === undefined ? '' : `, default ${JSON.stringify(schema['default'])}`;
  const text = typeof schema['description'] === 'string' ? `. ${schema['description']}` : '';
  return `${typeText(schema)}, ${need}${preset}${also}${text}`;
}

function typeText({ type, enum: values }: JsonObject): string {
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(type)) return type.join(' | ');
  return typeof type === 'string' ? type : 'any';
}

function asObject(value: JsonValue | undefined): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
  // A schema that is not an object (true, false) says nothing that could be shown.
  return isObject ? (value as JsonObject) : {};
}
