// What a server says of one of its tools: what of it is taken, and what leaves the tool out.
import { z } from 'zod';
import type { JsonObject } from '../../../contract/index.ts';
import { canonicalJson, checkJsonValue, escapeVisible, sha256Hex } from '../../../text/index.ts';

/** The server's own words, of which nothing is believed that loosens anything. */
export interface ServerTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
  readonly readOnlyHint: boolean;
  /** Only where it says so. */
  readonly destructiveHint: boolean;
}

export type ToolReading =
  | { readonly ok: true; readonly tool: ServerTool }
  | { readonly ok: false; readonly problem: string };

const maxBytes = 200 * 1024;
const mostNameChars = 1_000;

const schema = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

const shape = z.object({
  name: z.string().min(1).max(mostNameChars),
  title: z.string().nullish(),
  description: z.string().nullish(),
  inputSchema: schema,
  outputSchema: schema.nullish(),
  annotations: z
    .object({
      title: z.string().nullish(),
      readOnlyHint: z.boolean().nullish(),
      destructiveHint: z.boolean().nullish(),
    })
    .nullish(),
  execution: z.object({ taskSupport: z.string().nullish() }).nullish(),
});

export function readServerTool(value: unknown): ToolReading {
  const json = checkJsonValue(value, { maxBytes });
  if (!json.ok) return left(value, json.problem.message);
  const parse = shape.safeParse(value);
  if (!parse.success) {
    const [issue] = parse.error.issues;
    return left(value, `its ${issue?.path.join('.') || 'definition'} is not what the protocol says`);
  }
  const { inputSchema, execution } = parse.data;
  if (inputSchema['type'] !== 'object') return left(value, 'its inputSchema is not of type object');
  if (execution?.taskSupport === 'required') return left(value, 'it runs as a task only, which is not supported');
  return { ok: true, tool: toServerTool(parse.data) };
}

function toServerTool({ name, title, description, annotations, ...schemas }: z.output<typeof shape>): ServerTool {
  return {
    name,
    title: title ?? annotations?.title ?? '',
    description: description ?? '',
    inputSchema: schemas.inputSchema,
    outputSchema: schemas.outputSchema ?? null,
    readOnlyHint: annotations?.readOnlyHint === true,
    destructiveHint: annotations?.destructiveHint === true,
  };
}

function left(value: unknown, why: string): ToolReading {
  return { ok: false, problem: `The tool ${shownName(value)} is left out: ${why}.` };
}

function shownName(value: unknown): string {
  const name: unknown = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined;
  return typeof name === 'string' ? JSON.stringify(escapeVisible(name.slice(0, 80))) : 'without a name';
}

const accepted = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: schema,
  outputSchema: schema.nullable(),
  readOnlyHint: z.boolean(),
  destructiveHint: z.boolean(),
});

/** A definition as it was kept when it was accepted. Null for one of another shape, which then is accepted no more. */
export function readAcceptedTool(text: string): ServerTool | null {
  return accepted.safeParse(JSON.parse(text)).data ?? null;
}

/** For keeping. */
export function acceptedForm(tool: ServerTool): string {
  return JSON.stringify(tool);
}

/** SHA-256 of the definition together with the server it is of. */
export function toolFingerprint(identity: string, tool: ServerTool): string {
  return sha256Hex(canonicalJson(JSON.parse(JSON.stringify({ identity, tool }))));
}
