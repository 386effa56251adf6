// The body of a request from its argument, in the form that the operation takes.
import type { JsonObject, JsonValue, QueryHole } from '../../../contract/index.ts';
import { isList, isObject, queryText, randomHex } from '../../../text/index.ts';
import type { BodyPlan, FieldPlan } from '../tools/body.ts';

export interface EncodedBody {
  readonly contentType: string;
  readonly text: string;
}

/** Null where the argument does not fit what is sent: a form that is no object, a text that is none. */
export function encodeBody({ kind, mediaType, fields }: BodyPlan, body: JsonValue): EncodedBody | null {
  switch (kind) {
    case 'json':
      return { contentType: mediaType, text: JSON.stringify(body) };
    case 'text':
      return typeof body === 'string' ? { contentType: withCharset(mediaType), text: body } : null;
    case 'form':
      return isObject(body) ? { contentType: mediaType, text: formText(body, fields) } : null;
    case 'multipart':
      return isObject(body) ? multipart(body, fields) : null;
  }
}

function withCharset(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}

function formText(body: JsonObject, fields: BodyPlan['fields']): string {
  return Object.entries(body)
    .map(([name, value]) => (value === null ? '' : queryText(holeOf(name, value, fieldNamed(fields, name)), value)))
    .filter((text) => text !== '')
    .join('&');
}

/** What has no style is JSON where it is an object, and given as often as it has items where it is a list. */
function holeOf(name: string, value: JsonValue, field: FieldPlan | null): QueryHole {
  const style = field?.style ?? (isObject(value) || isJsonType(field) ? 'json' : 'form');
  return { pointer: '', name, style, explode: field?.explode ?? true, allowReserved: false };
}

function isJsonType(field: FieldPlan | null): boolean {
  return field?.contentType?.endsWith('json') === true;
}

function fieldNamed(fields: BodyPlan['fields'], name: string): FieldPlan | null {
  return (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? null;
}

function multipart(body: JsonObject, fields: BodyPlan['fields']): EncodedBody {
  const parts = Object.entries(body).flatMap(([name, value]) => {
    const field = fieldNamed(fields, name);
    const values = isList(value) && !isJsonType(field) ? value : [value];
    return values.filter((one) => one !== null).map((one) => partOf(name, one, field));
  });
  // Random, so that no field can hold it on purpose.
  const boundary = `gatehouse-${randomHex(16)}`;
  const text = [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('');
  return { contentType: `multipart/form-data; boundary=${boundary}`, text };
}

function partOf(name: string, value: JsonValue, field: FieldPlan | null): string {
  const isFile = field?.isFile === true;
  const usual = isObject(value) || isList(value) ? 'application/json' : isFile ? 'application/octet-stream' : null;
  const type = field?.contentType ?? usual;
  const head = [
    `content-disposition: form-data; name="${quoted(name)}"${isFile ? `; filename="${quoted(name)}"` : ''}`,
    ...(type === null ? [] : [`content-type: ${type}`]),
  ];
  const text = typeof value === 'string' && !isJsonType(field) ? value : JSON.stringify(value);
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

/** As browsers write names of fields. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
