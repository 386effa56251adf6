// The arguments of a tool: the parameters of its operation by their names, and its body as `body`. Which goes where is data.
import type { JsonObject, JsonValue, QueryHole, UrlHole } from '../../../contract/index.ts';
import { escapeVisible, own, ownObject, ownText } from '../../../text/index.ts';
import type { ApiDocument } from '../document/document.ts';
import type { ApiOperation, ApiParameter, Tell } from '../document/operations.ts';
import type { Components } from '../schema/components.ts';
import { readBody, type BodyPlan } from './body.ts';

/** A parameter and the argument that fills it. */
export interface ParameterPlan {
  readonly property: string;
  readonly name: string;
  readonly place: ApiParameter['place'];
  readonly style: UrlHole['style'] | QueryHole['style'];
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

export interface ArgumentPlan {
  readonly parameters: readonly ParameterPlan[];
  readonly body: BodyPlan | null;
}

export interface Arguments {
  readonly plan: ArgumentPlan;
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly references: readonly string[];
  /** What leads out of the document. */
  readonly outside: readonly string[];
  /** For the description of the tool. */
  readonly notes: readonly string[];
}

export interface ArgumentNeeds {
  readonly document: ApiDocument;
  readonly components: Components;
  readonly tell: Tell;
  /** Parameters that the owner's configuration fills. */
  readonly isFilled: (place: ApiParameter['place'], name: string) => boolean;
}

/** Set by what sends the request: OpenAPI ignores the first three, and the others would make another request of it. */
const reservedHeader =
  /^(?:accept|content-type|authorization|host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|accept-encoding|expect|cookie|proxy-.*)$/i;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;

export function readArguments(operation: ApiOperation, needs: ArgumentNeeds): Arguments {
  const used = [...pathParameters(operation, needs), ...operation.parameters.filter((one) => isArgument(one, needs))];
  const body = readBody(operation, needs);
  const read = used.map((parameter) => readParameter(parameter, propertyOf(parameter, used, body !== null), needs));
  const all = [...read, ...(body === null ? [] : [body])];
  return {
    plan: { parameters: read.map(({ plan }) => plan), body: body?.plan ?? null },
    properties: Object.fromEntries(all.map(({ property, schema }) => [property, schema])),
    required: all.filter(({ isRequired }) => isRequired).map(({ property }) => property),
    references: all.flatMap(({ references }) => references),
    outside: all.flatMap(({ outside }) => outside),
    notes: body?.notes ?? [],
  };
}

/** Those of the path in their order, as it needs every one of them: declared or not. */
function pathParameters({ path, pointer, parameters }: ApiOperation, { tell }: ArgumentNeeds): readonly ApiParameter[] {
  const names = new Set(pathNames(path));
  return [...names].map((name) => {
    const declared = parameters.find((parameter) => parameter.place === 'path' && parameter.name === name);
    if (declared !== undefined) return declared;
    tell(
      pointer,
      `the path needs ${JSON.stringify(escapeVisible(name))}, which no parameter declares: it is taken as a text`,
    );
    return { pointer, name, place: 'path', value: { schema: { type: 'string' } } };
  });
}

const hole = /\{[+/?#.;&]?([^{}]+?)\*?\}/g;

export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(hole)].map(([, name = '']) => name);
}

/** The path in pieces: texts, and the names of parameters between them. */
export function pathPieces(path: string): readonly { readonly text: string; readonly name: string | null }[] {
  const pieces: { text: string; name: string | null }[] = [];
  let at = 0;
  for (const match of path.matchAll(hole)) {
    pieces.push({ text: path.slice(at, match.index), name: null });
    pieces.push({ text: match[0], name: match[1] ?? '' });
    at = match.index + match[0].length;
  }
  return [...pieces, { text: path.slice(at), name: null }].filter(({ text }) => text !== '');
}

function isArgument({ place, name, pointer }: ApiParameter, { tell, isFilled }: ArgumentNeeds): boolean {
  if (place === 'path' || isFilled(place, name)) return false;
  if (place === 'header' && reservedHeader.test(name)) return false;
  if ((place !== 'header' && place !== 'cookie') || headerName.test(name)) return true;
  tell(pointer, `${JSON.stringify(escapeVisible(name.slice(0, 80)))} cannot be the name of a ${place}: it is left out`);
  return false;
}

function propertyOf({ name, place }: ApiParameter, used: readonly ApiParameter[], hasBody: boolean): string {
  const isTaken = used.some((other) => other.name === name && other.place !== place) || (hasBody && name === 'body');
  if (!isTaken) return name;
  const wanted = `${name}_${place}`;
  return used.some((other) => other.name === wanted) ? `${wanted}_parameter` : wanted;
}

interface ReadParameter {
  readonly plan: ParameterPlan;
  readonly property: string;
  readonly schema: JsonValue;
  readonly isRequired: boolean;
  readonly references: readonly string[];
  readonly outside: readonly string[];
}

function readParameter(
  parameter: ApiParameter,
  property: string,
  { components, document }: ArgumentNeeds,
): ReadParameter {
  const { value, place, name } = parameter;
  const content = Object.entries(ownObject(value, 'content') ?? {})[0];
  const media = content === undefined ? null : document.follow(content[1], parameter.pointer);
  const given = media?.ok === true ? own(media.value, 'schema') : own(value, 'schema');
  const { schema, references, outside } = components.convert(given ?? { type: 'string' });
  const description = [own(value, 'deprecated') === true ? 'Deprecated.' : '', ownText(value, 'description')];
  const said = description.filter((text) => text !== '').join(' ');
  const example = own(value, 'example');
  return {
    plan: { property, name, place, ...writtenAs(value, place, content?.[0]) },
    property,
    schema: {
      ...schema,
      ...(said === '' ? {} : { description: said }),
      ...(example === undefined || JSON.stringify(example).length > 200 ? {} : { examples: [example] }),
    },
    isRequired: place === 'path' || own(value, 'required') === true,
    references,
    outside,
  };
}

type Written = Pick<ParameterPlan, 'style' | 'explode' | 'allowReserved'>;

const styles = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
} as const;

function writtenAs(parameter: JsonObject, place: ApiParameter['place'], mediaType: string | undefined): Written {
  const allowReserved = own(parameter, 'allowReserved') === true;
  const isJson = mediaType !== undefined && /json|\*\/\*/i.test(mediaType);
  const [usual] = styles[place];
  if (mediaType !== undefined) return { style: isJson ? 'json' : usual, explode: false, allowReserved };
  const style = styles[place].find((known) => known === own(parameter, 'style')) ?? usual;
  const explode = own(parameter, 'explode');
  return {
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'deepObject',
    allowReserved,
  };
}
