// A question of a running call for people: who asks is named first, the form field by field, an address whole.
import type { JsonObject, JsonValue, QuestionView } from '../../../contract/index.ts';
import { layoutFields, type Field } from './fields.ts';
import { samplingLines } from '../../mcp/side/sampling-lines.ts';
import { lines } from './lines.ts';
import { timeText } from './times.ts';

export function renderQuestion(view: QuestionView, width: number): string {
  return lines(
    headLine(view),
    layoutFields(
      [
        ...whoFields(view),
        ...formFields(view),
        ...view.findings.map((finding): Field => ['look twice', finding]),
        ['call', `${view.callId} by ${view.principal} as ${view.agent}`],
        ['session', view.session],
        ['workspace', view.workspace],
        ['asked at', `${timeText(view.createdAt)} UTC, open until ${timeText(view.expiresAt)} UTC`],
        view.endedBy === null ? null : ['ended', `by ${view.endedBy}`],
      ],
      width,
    ),
  );
}

/** For a list: as much as tells the questions apart. */
export function renderQuestionBrief(view: QuestionView, width: number): string {
  const until: Field = ['asked', `${timeText(view.createdAt)} UTC, open until ${timeText(view.expiresAt)} UTC`];
  return lines(headLine(view), layoutFields([...whoFields(view), until], width));
}

function headLine({ id, status, askedBy }: QuestionView): string {
  return `${id}  ${status}  question of the ${askedBy.kind} ${askedBy.name}`;
}

function whoFields({ askedBy, tool, message, form }: QuestionView): readonly Field[] {
  const who = askedBy.kind === 'server' ? `the MCP server ${askedBy.name}` : `the agent ${askedBy.name}`;
  return [
    ['who asks', `${who}, while ${tool} runs; ${meaningOf[form.mode]}`],
    ['question', message],
  ];
}

const nothingElse = 'the answer goes to it and approves nothing';
const meaningOf = {
  form: nothingElse,
  url: nothingElse,
  sampling: 'a yes has the model of the client that called answer it once, and approves nothing else',
  completion: 'the client that called is making the completion',
} as const;

function formFields({ form }: QuestionView): readonly Field[] {
  if (form.mode === 'url') return [['page', form.url]];
  if (form.mode !== 'form')
    return samplingLines(form.request)
      .flatMap((part) => part.split('\n'))
      .map((line, at): Field => [at === 0 ? 'would be sent' : '', line]);
  const { properties, required } = form.schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => [
    'field',
    fieldText(name, isObject(field) ? field : {}, needed.has(name)),
  ]);
}

function fieldText(name: string, field: JsonObject, isNeeded: boolean): string {
  const { type, title, description } = field;
  const limits = ['format', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'default'].flatMap(
    (key) => (field[key] === undefined ? [] : [`${key} ${JSON.stringify(field[key])}`]),
  );
  const choices = choicesOf(field);
  const kind = type === 'array' ? 'some of' : choices.length > 0 ? 'one of' : JSON.stringify(type);
  return [
    `${name} (${[kind + (choices.length > 0 ? ` ${choices.join(', ')}` : ''), ...limits, isNeeded ? 'needed' : 'may be left out'].join('; ')})`,
    ...[title, description].filter((text) => typeof text === 'string'),
  ].join(': ');
}

function choicesOf(field: JsonObject): readonly string[] {
  const { items } = field;
  const from = isObject(items) ? items : field;
  const values = from['enum'] ?? from['oneOf'] ?? from['anyOf'];
  if (!Array.isArray(values)) return [];
  return values.map((choice: JsonValue) => {
    if (!isObject(choice)) return JSON.stringify(choice);
    const { const: value, title } = choice;
    return title === undefined ? JSON.stringify(value) : `${JSON.stringify(value)} (${JSON.stringify(title)})`;
  });
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}
