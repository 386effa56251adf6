// Reads a question of a server: a flat form or a page, with nothing in it that is not one of both. What a form should not ask for is found.
import type { JsonObject, JsonValue, NewQuestion, QuestionForm } from '../../../contract/index.ts';
import { asksForSecret, escapeVisible, neutraliseForModel } from '../../../text/index.ts';
import { readField } from './read-field.ts';

type PersonsForm = Exclude<QuestionForm, { mode: 'sampling' }>;

export type ReadQuestion =
  | { readonly ok: true; readonly question: NewQuestion }
  | { readonly ok: false; readonly problem: string };

const mostFields = 50;
const mostFormChars = 64 * 1024;
const longestUrl = 8 * 1024;

/** Of anything that a server may send as the parameters of `elicitation/create`. Never throws. */
export function readQuestion(server: string, params: unknown): ReadQuestion {
  if (!isObject(params)) return { ok: false, problem: 'it is no question' };
  const message = typeof params['message'] === 'string' ? params['message'] : '';
  const form = params['mode'] === 'url' ? readPage(params['url']) : readForm(params['requestedSchema']);
  if (typeof form === 'string') return { ok: false, problem: form };
  return {
    ok: true,
    question: { askedBy: { kind: 'server', name: server }, message, form, findings: findingsOf(form, message) },
  };
}

/** Only what a browser opens, and nothing in it that reads as another address than it is. */
function readPage(url: unknown): PersonsForm | string {
  if (typeof url !== 'string' || url.length > longestUrl || !URL.canParse(url)) return 'its page has no address';
  if (escapeVisible(url) !== url || /[\s\\]/.test(url))
    return 'the address of its page holds characters that nobody sees';
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'its page is none of the web';
  if (username !== '' || password !== '') return 'the address of its page begins with a name that is no host';
  return { mode: 'url', url: new URL(url).href };
}

function readForm(schema: unknown): PersonsForm | string {
  if (!isObject(schema) || schema['type'] !== 'object' || !isObject(schema['properties'])) return 'it has no form';
  if (!isSmall(schema)) return 'its form is too large';
  const entries = Object.entries(schema['properties']);
  if (entries.length > mostFields) return `its form has more than ${mostFields} fields`;
  const properties: [string, JsonObject][] = [];
  for (const [name, said] of entries) {
    const field = isPlainName(name) ? readField(said) : 'has a name that is none';
    if (typeof field === 'string') return `its field ${JSON.stringify(escapeVisible(name.slice(0, 80)))} ${field}`;
    properties.push([name, field]);
  }
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const names: JsonValue[] = required.filter(
    (name) => typeof name === 'string' && Object.hasOwn(schema['properties'] as object, name),
  );
  return {
    mode: 'form',
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: names,
      additionalProperties: false,
    },
  };
}

/** As a member of an answer it goes back to the byte. */
function isPlainName(name: string): boolean {
  return (
    name !== '' &&
    name.length <= 100 &&
    name !== '__proto__' &&
    neutraliseForModel(name) === name &&
    !/\s\s|[\n\r\t]/.test(name)
  );
}

function isSmall(schema: object): boolean {
  try {
    return JSON.stringify(schema).length <= mostFormChars;
  } catch {
    return false;
  }
}

/** Servers must not ask for such in a form: it passes the client, and whatever keeps a record there. */
function findingsOf(form: PersonsForm, message: string): readonly string[] {
  if (form.mode === 'url') {
    const { protocol, host, hostname } = new URL(form.url);
    return [
      `It leads to ${host}. Look at the whole address before you open it.`,
      ...(protocol === 'http:' ? ['The page is not encrypted (http).'] : []),
      ...(hostname.includes('xn--') ? ['The name of its host holds letters that may look like others.'] : []),
    ];
  }
  const { properties } = form.schema;
  const fields = isObject(properties) ? Object.entries(properties) : [];
  const asks = fields.filter(([name, field]) => asksForSecret(`${name} ${textsOf(field)}`)).map(([name]) => name);
  const about = asks.length === 0 && asksForSecret(message) ? ['message'] : asks;
  return about.length === 0
    ? []
    : [
        `It seems to ask for a password, a key or the like (${about.join(', ')}). Servers must not ask for these in a form: do not give them.`,
      ];
}

function textsOf(field: unknown): string {
  if (!isObject(field)) return '';
  return ['title', 'description'].map((key) => (typeof field[key] === 'string' ? field[key] : '')).join(' ');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
