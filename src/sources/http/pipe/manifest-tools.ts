// The tools of a tools file: a line goes before the configuration, which fills in what the line leaves open.
import type { HttpMethod, JsonValue } from '../../../contract/index.ts';
import { buildTool, type Described } from '../build-tool.ts';
import { splitCommand } from '../command/split-command.ts';
import { defaultTimeoutMs, longestTimeoutMs, type HttpSettings, type HttpToolSettings } from '../http-settings.ts';
import type { ReadTool } from '../http-tool.ts';
import { parametersProblem, parametersSchema, typedParameters, type Parameter } from '../parameters.ts';
import type { Value } from '../values.ts';
import { otherMode } from './other-modes.ts';
import { readLines, type ManifestLine } from './read-lines.ts';

type Values = ReadonlyMap<string, Value>;

/** In the order of the file. Of two lines of one name the later holds. */
export function manifestTools(settings: HttpSettings, values: Values): readonly ReadTool[] {
  if (settings.manifest === null) return [];
  const { file, text } = settings.manifest;
  const lines = readLines(text);
  const last = new Map(lines.map(({ name, line }) => [name, line]));
  return lines.map((line) => {
    const where = `${file}:${line.line}`;
    const later = last.get(line.name);
    if (later !== undefined && later !== line.line)
      return {
        name: line.name,
        where,
        tool: null,
        said: [`line ${later} has the same name, and goes before this one`],
      };
    return { name: line.name, where, ...lineTool(line, settings, values) };
  });
}

const methods: ReadonlyMap<string, HttpMethod> = new Map([
  ['http_get', 'GET'],
  ['http_post', 'POST'],
]);

const knownKeys: ReadonlySet<string> = new Set(
  (
    'mode args optional arg_types command url headers body filter extract expression path_arg content_arg timeout host ' +
    'sandbox_image keywords summary'
  ).split(' '),
);
/** They say something of other modes. */
const keysOfOthers = ['command', 'expression', 'path_arg', 'content_arg', 'host', 'sandbox_image'];

/** What a line says, and what the configuration says of its tool. */
interface Entry {
  readonly line: ManifestLine;
  readonly own: HttpToolSettings | null;
  readonly said: string[];
}

function lineTool(line: ManifestLine, settings: HttpSettings, values: Values): Pick<ReadTool, 'tool' | 'said'> {
  const own = Object.hasOwn(settings.tools, line.name) ? (settings.tools[line.name] ?? null) : null;
  const entry: Entry = { line, own, said: [] };
  if (isCommand(entry)) return commandOf(entry, values);
  const method = methodOf(entry);
  if (typeof method !== 'string') return { tool: null, said: [method.problem] };
  const parameters = readParameters(entry);
  const problem = parametersProblem(parameters);
  if (problem !== null) return { tool: null, said: [problem] };
  const described = describedLine(entry, method, parameters);
  const valuesAt = `sources.${settings.source}.values`;
  if (described.url === '')
    return {
      tool: null,
      said: [`it has no url; write url=https://… or set sources.${settings.source}.tools.${line.name}.url`],
    };
  const names = { parameters: new Set(parameters.map(({ name }) => name)), values };
  const built = buildTool(described, { names, valuesAt, encode: 'raw' });
  if ('problem' in built) return { tool: null, said: [built.problem] };
  const { tool } = built;
  const said = [...entry.said, ...ignoredFields(line, method), ...(tool.unset === null ? [] : [tool.unset])];
  return { tool, said };
}

/** A line without a mode is one, where the configuration makes no request of it. */
function isCommand({ line: { fields }, own }: Entry): boolean {
  const mode = fields.get('mode')?.toLowerCase() ?? '';
  return mode === 'shell' || (mode === '' && (own === null || own.method === null) && fields.has('command'));
}

function commandOf(entry: Entry, values: Values): Pick<ReadTool, 'tool' | 'said'> {
  const { name, description, fields } = entry.line;
  const stays = (problem: string): Pick<ReadTool, 'tool' | 'said'> => ({ tool: null, said: [problem] });
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
    return stays('a name has 1 to 64 letters, digits, "_" and "-"; give it another one');
  const command = fields.get('command');
  if (command === undefined) return stays('it has no command; write command=program {argument}');
  const given = readParameters(entry);
  const problem = parametersProblem(given);
  if (problem !== null) return stays(problem);
  const split = splitCommand(command, { parameters: new Set(given.map((parameter) => parameter.name)), values });
  if ('problem' in split) return stays(split.problem);
  const parameters = given.map((parameter) => {
    if (!parameter.isOptional || !split.joined.includes(parameter.name)) return parameter;
    entry.said.push(`${parameter.name} is a part of a word of its command, so it is not optional`);
    return { ...parameter, isOptional: false };
  });
  const tool = {
    name,
    description,
    whenToUse: fields.get('summary') ?? '',
    tags: listOf(fields.get('keywords')),
    parameters: parametersSchema(parameters),
    words: split.words,
    timeoutMs: readTimeout(entry),
  };
  return { tool, said: [...entry.said, ...ignoredByCommand(entry.line)] };
}

function methodOf({ line, own }: Entry): HttpMethod | { readonly problem: string } {
  const mode = line.fields.get('mode')?.toLowerCase() ?? '';
  const method = mode === '' ? own?.method : methods.get(mode);
  return method ?? { problem: otherMode(mode === '' ? 'shell' : mode, mode === '') };
}

function describedLine(entry: Entry, method: HttpMethod, parameters: readonly Parameter[]): Described {
  const { name, description, fields } = entry.line;
  return {
    name,
    description,
    whenToUse: fields.get('summary') ?? '',
    tags: listOf(fields.get('keywords')),
    parameters: parametersSchema(parameters),
    method,
    url: fields.get('url') ?? entry.own?.url ?? '',
    headers: fields.get('headers') ?? entry.own?.headers ?? '',
    body: bodyOf(entry, method),
    filter: fields.get('filter') ?? entry.own?.filter ?? null,
    extract: readExtract(entry),
    timeoutMs: readTimeout(entry),
  };
}

function bodyOf({ line: { fields }, own }: Entry, method: HttpMethod): JsonValue | null {
  return method === 'GET' || method === 'HEAD' ? null : (fields.get('body') ?? own?.body ?? '{}');
}

const types: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object']);

function readParameters({ line: { fields }, own, said }: Entry): readonly Parameter[] {
  const args = fields.get('args');
  if (args === undefined) return typedParameters(own?.parameters ?? {});
  const optional = new Set(listOf(fields.get('optional')));
  const pairs = listOf(fields.get('arg_types')).map((pair) => pair.split(':', 2).map((word) => word.trim()));
  const typeOf = new Map(pairs.map(([name = '', type = '']) => [name, type.toLowerCase()]));
  return [...new Set(listOf(args))].map((name) => {
    const type = typeOf.get(name) ?? 'string';
    if (!types.has(type)) said.push(`arg_types: ${JSON.stringify(type)} of ${name} is no type; it is a string here`);
    return { name, schema: { type: types.has(type) ? type : 'string' }, isOptional: optional.has(name) };
  });
}

function readExtract({ line: { fields }, own, said }: Entry): 'title' | null {
  const inline = fields.get('extract');
  if (inline === undefined) return own?.extract ?? null;
  if (inline === 'title') return inline;
  said.push(`extract=${inline} is unknown and does nothing; there is extract=title`);
  return null;
}

/** Seconds. Alone among the keys the configuration goes before it. */
function readTimeout({ line: { fields }, own, said }: Entry): number {
  const inline = fields.get('timeout');
  if (own !== null && own.timeoutMs !== null) return own.timeoutMs;
  if (inline === undefined) return defaultTimeoutMs;
  const seconds = /^\d+(?:\.\d+)?$/.test(inline) ? Number(inline) : 0;
  if (seconds > 0 && seconds * 1000 <= longestTimeoutMs) return seconds * 1000;
  const held = seconds > 0 ? longestTimeoutMs : defaultTimeoutMs;
  said.push(`timeout=${inline} is no number of seconds up to ${longestTimeoutMs / 1000}; ${held / 1000} holds`);
  return held;
}

function ignoredFields({ fields, odd }: ManifestLine, method: HttpMethod): readonly string[] {
  const keys = [...fields.keys()];
  return [
    ...odd.map((field) => `${JSON.stringify(field)} is no key=value and does nothing`),
    ...keys
      .filter((key) => !knownKeys.has(key))
      .map((key) => `the key ${JSON.stringify(key)} is unknown and does nothing`),
    ...keysOfOthers.filter((key) => fields.has(key)).map((key) => `${key} does nothing in an HTTP request`),
    ...(fields.has('body') && method === 'GET' ? ['body does nothing in http_get; write mode=http_post'] : []),
    ...(fields.has('filter') && fields.has('extract') ? ['filter does nothing beside extract'] : []),
  ];
}

/** They say something of lines of other modes. */
const keysBesideCommands = 'url headers body filter extract expression path_arg content_arg host sandbox_image'.split(
  ' ',
);

function ignoredByCommand({ fields, odd }: ManifestLine): readonly string[] {
  return [
    ...odd.map((field) => `${JSON.stringify(field)} is no key=value and does nothing`),
    ...[...fields.keys()]
      .filter((key) => !knownKeys.has(key))
      .map((key) => `the key ${JSON.stringify(key)} is unknown and does nothing`),
    ...keysBesideCommands.filter((key) => fields.has(key)).map((key) => `${key} does nothing in a command`),
  ];
}

function listOf(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
