// What the owner's configuration file may say of an OpenAPI document whose operations are tools.
import { z } from 'zod';
import { named } from '../mcp-schema.ts';
import { secretName, variable } from '../sandbox-schema.ts';
import { duration, list, section, text, words } from '../schema-parts.ts';

const selection = section({
  tags: list(z.string({ error: 'a tag' }).max(128, { error: 'a tag of up to 128 characters' }), 'tags')
    .optional()
    .describe('Tags, exactly; "" is that of an operation without tags.'),
  paths: list(text('a glob such as /repos/**'), 'globs')
    .optional()
    .describe('Globs over the path as the document has it.'),
  methods: list(words(['get', 'head', 'post', 'put', 'patch', 'delete', 'options']), 'methods').optional(),
  tools: list(text('a regular expression'), 'regular expressions')
    .optional()
    .describe('Regular expressions (RE2), found anywhere in the name of a tool.'),
});

const selections = list(selection, 'maps of tags, paths, methods and tools');

const credential = z.union(
  [
    section({ secret: secretName.describe('A secret of yours: gatehouse secrets set NAME.') }),
    section({ env: variable.describe('A variable of the environment of Gatehouse.') }),
  ],
  { error: 'one of secret: NAME and env: NAME' },
);

export const openapiSource = section({
  kind: z.literal('openapi', { error: 'openapi' }).describe('The operations of an OpenAPI document are tools.'),
  document: text('a path, absolute or below ~/, or an http or https address').describe(
    'The document, JSON or YAML. One of an address is fetched by gatehouse source refresh.',
  ),
  server: text('an http or https address')
    .optional()
    .describe('Where the operations are. Default: the first server of the document. Secrets go to no other origin.'),
  variables: z
    .record(z.string(), text('the value of a variable'), { error: 'a map of variables to values' })
    .optional()
    .describe('Values of variables in the addresses of servers. Default: those of the document.'),
  auth: z
    .record(z.string(), credential, { error: 'a map of security schemes to secret: NAME or env: NAME' })
    .optional()
    .describe('Where the value of each security scheme is.'),
  include: selections.optional().describe('Only operations that fit one of these, in all that it says. Default: all.'),
  exclude: selections.optional().describe('No operation that fits one of these.'),
  prefix: z
    .string({ error: 'a prefix' })
    .regex(/^[A-Za-z0-9_-]{0,32}$/, { error: 'up to 32 letters, digits, "_" and "-"' })
    .optional()
    .describe('Stands with "_" before the names of its tools. Default: nothing.'),
  headers: named('names of headers', /^[A-Za-z0-9-]{1,64}$/)
    .optional()
    .describe('Headers that every request carries.'),
  timeout: duration('1s', '10m').optional().describe('When a request is given up. Default: 30s.'),
  disabled: z.boolean({ error: 'true or false' }).optional().describe('Its tools are not there. Default: false.'),
});

export type OpenApiEntry = z.infer<typeof openapiSource>;
