// Small documents and settings for tests of what becomes of them.
import type { JsonObject, JsonValue, Tool } from '../../contract/index.ts';
import { makeTools, type MadeTool } from './make-tools.ts';
import type { OpenApiSettings } from './openapi-settings.ts';

export function settingsForTest(more: Partial<OpenApiSettings> = {}): OpenApiSettings {
  return {
    source: 'shop',
    document: 'shop.json',
    documentUrl: null,
    server: null,
    variables: {},
    auth: {},
    include: null,
    exclude: [],
    prefix: '',
    headers: {},
    timeoutMs: 5_000,
    ...more,
  };
}

export function documentForTest(paths: JsonValue, more: JsonObject = {}): JsonObject {
  const servers = [{ url: 'https://api.example/v1' }];
  return { openapi: '3.0.3', info: { title: 'Shop', version: '1' }, servers, paths, ...more };
}

export interface MadeForTest {
  readonly made: readonly MadeTool[];
  readonly tools: readonly Tool[];
  readonly left: readonly string[];
  tool(name: string): Tool;
}

export async function makeForTest(root: JsonObject, more: Partial<OpenApiSettings> = {}): Promise<MadeForTest> {
  const { tools: made, left } = await makeTools(root, settingsForTest(more));
  const tools = made.map(({ tool }) => tool);
  return {
    made,
    tools,
    left,
    tool(name) {
      const found = tools.find((tool) => tool.name === name);
      if (found === undefined) throw new TypeError(`No tool ${name}: ${tools.map((tool) => tool.name).join(', ')}`);
      return found;
    },
  };
}

/** The schema that an operation has for one parameter or body with this schema. */
export async function schemaFor(schema: JsonValue, more: JsonObject = {}): Promise<JsonObject> {
  const body = { required: true, content: { 'application/json': { schema } } };
  const { tools } = await makeForTest(documentForTest({ '/a': { post: { requestBody: body } } }, more));
  const [tool] = tools;
  if (tool === undefined) throw new TypeError('The operation is left out.');
  return tool.parameters;
}
