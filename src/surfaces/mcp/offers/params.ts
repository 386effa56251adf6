// Reads the parameters of requests as they came.
import type { StandardSchemaV1 } from '@modelcontextprotocol/server';

export type Params = Readonly<Record<string, unknown>>;

/**
 * Takes the parameters as they came, by reference: the SDK's own schema would copy the arguments, dropping `__proto__`, and the text they
 * were sent as hangs on the object itself.
 */
export function passing<Read>(read: (params: Params) => Read | string): StandardSchemaV1<unknown, Read> {
  return {
    '~standard': {
      version: 1,
      vendor: 'gatehouse',
      validate: (value) => {
        const params = read(isParams(value) ? { ...value } : {});
        return typeof params === 'string' ? { issues: [{ message: params }] } : { value: params };
      },
    },
  };
}

export function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isParams(value) && Object.values(value).every((text) => typeof text === 'string');
}

export const cursorParams = passing(({ cursor }) => {
  if (cursor === undefined) return { cursor: null };
  return typeof cursor === 'string' ? { cursor } : 'cursor has to be a string';
});

export const readParams = passing(({ uri }) => (typeof uri === 'string' ? { uri } : 'uri has to be a string'));

export const promptParams = passing(({ name, arguments: given }) =>
  typeof name === 'string' ? { name, given } : 'name has to be a string',
);

export const completeParams = passing(({ ref, argument, context }) => {
  if (!isParams(ref) || !isParams(argument)) return 'ref and argument have to be maps';
  const { type, name, uri } = ref;
  const asked = type === 'ref/prompt' ? name : type === 'ref/resource' ? uri : undefined;
  if (typeof asked !== 'string') return 'ref has to name a prompt, or a resource by its URI';
  const { name: argumentName, value } = argument;
  if (typeof argumentName !== 'string' || typeof value !== 'string') return 'argument needs a name and a value';
  const known = isParams(context) && isTexts(context['arguments']) ? { known: context['arguments'] } : {};
  return { isPrompt: type === 'ref/prompt', asked, argument: argumentName, value, ...known };
});
