// What the owner's configuration file may say of requests that are tools.
import { z } from 'zod';
import { secretName, variable } from '../sandbox-schema.ts';
import { duration, section, text, words } from '../schema-parts.ts';

const template = z
  .string({ error: 'a text, with {name} for what is put in' })
  .max(65_536, { error: 'a text of up to 65536 characters' });

const value = z.union(
  [
    template,
    section({ env: variable.describe('A variable of the environment of Gatehouse.') }),
    section({ secret: secretName.describe('A secret of yours: gatehouse secrets set NAME.') }),
  ],
  { error: 'a text, or one of env: NAME and secret: NAME' },
);

const placeholder = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, { error: 'a name of letters, digits and "_"' });

const tool = section({
  description: text('what a model is told of the tool')
    .optional()
    .describe('What a model is told. Default: made of its name.'),
  method: words(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    .optional()
    .describe('Default: GET, or POST where there is a body.'),
  url: template
    .optional()
    .describe('With {name} encoded, {name_q} encoded but for "/", {?a,b} as parameters of the query.'),
  headers: z
    .record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, { error: 'the name of a header' }), template, {
      error: 'a map of headers to texts',
    })
    .optional()
    .describe('Headers of the request.'),
  body: z
    .json({ error: 'a text, or JSON whose texts have {name} for what is put in' })
    .optional()
    .describe(
      'A text, or JSON whose texts are templates. A text that is one {name} becomes the argument with its type.',
    ),
  parameters: z
    .record(placeholder, z.record(z.string(), z.json(), { error: 'a JSON Schema' }), {
      error: 'a map of parameters to JSON Schemas',
    })
    .optional()
    .describe('A JSON Schema for each argument; required: false or a default makes one optional.'),
  filter: z
    .string({ error: 'a jq filter' })
    .max(65_536, { error: 'a jq filter' })
    .optional()
    .describe('A jq filter over the answer.'),
  extract: words(['title']).optional().describe('title: of the answer only the title of the page.'),
  timeout: duration('1s', '10m').optional().describe('When the request is given up. Default: 25s.'),
});

export const httpSource = section({
  kind: z.literal('http', { error: 'http' }).describe('HTTP requests are tools.'),
  file: text('a path: absolute, or below ~/')
    .optional()
    .describe('A pipe-delimited tools file. What its lines leave open is taken from tools.'),
  values: z
    .record(placeholder, value, { error: 'a map of names to values' })
    .optional()
    .describe('What {name} stands for where no parameter has that name.'),
  tools: z
    .record(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'the name of a tool' }), tool, {
      error: 'a map of tools',
    })
    .optional()
    .describe('Requests by the name of their tool.'),
  disabled: z.boolean({ error: 'true or false' }).optional().describe('Its tools are not there. Default: false.'),
});

export type HttpEntry = z.infer<typeof httpSource>;
