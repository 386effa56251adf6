// What a server says of one of its tools: what of it is taken, and what leaves the tool out.
import type { JsonObject } from '../../../contract/index.ts';
import { canonicalJson, checkJsonValue, escapeVisible, sha256Hex } from '../../../text/index.ts';
import { headerProblem } from './header-problem.ts';

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

export function readServerTool(value: unknown): ToolReading {
  const json = checkJsonValue(value, { maxBytes });
  if (!json.ok) return left(value, json.problem.message);
  if (!isMap(value)) return left(value, 'its definition is no map');
  const misshapen = misshapenMember(value);
  if (misshapen !== null) return left(value, `its ${misshapen} is not what the protocol says`);
  const { annotations, execution } = value;
  const [hints, tasks] = [annotations, execution].map((member) => (isMap(member) ? member : {}));
  if (tasks?.['taskSupport'] === 'required') return left(value, 'it runs as a task only, which is not supported');
  const header = headerProblem(value['inputSchema']);
  if (header !== null) return left(value, `it declares ${header}`);
  return { ok: true, tool: toServerTool(value, hints ?? {}) };
}

type Members = Readonly<Record<string, unknown>>;

function misshapenMember({ name, title, description, inputSchema, outputSchema, annotations }: Members): string | null {
  const checks: readonly (readonly [string, boolean])[] = [
    ['name', typeof name === 'string' && name !== '' && name.length <= mostNameChars],
    ['title', isTextOrNothing(title)],
    ['description', isTextOrNothing(description)],
    ['inputSchema', isMap(inputSchema) && inputSchema['type'] === 'object'],
    ['outputSchema', outputSchema === undefined || outputSchema === null || isMap(outputSchema)],
    ['annotations', annotations === undefined || annotations === null || isMap(annotations)],
  ];
  return checks.find(([, isFit]) => !isFit)?.[0] ?? null;
}

function toServerTool({ name, title, description, inputSchema, outputSchema }: Members, hints: Members): ServerTool {
  return {
    name: textOf(name),
    title: textOf(title ?? hints['title']),
    description: textOf(description),
    inputSchema: isObject(inputSchema) ? inputSchema : {},
    outputSchema: isObject(outputSchema) ? outputSchema : null,
    readOnlyHint: hints['readOnlyHint'] === true,
    destructiveHint: hints['destructiveHint'] === true,
  };
}

function left(value: unknown, why: string): ToolReading {
  return { ok: false, problem: `The tool ${shownName(value)} is left out: ${why}.` };
}

function shownName(value: unknown): string {
  const name = isMap(value) ? value['name'] : undefined;
  return typeof name === 'string' ? JSON.stringify(escapeVisible(name.slice(0, 80))) : 'without a name';
}

/** A definition as it was kept when it was accepted. Null for one of another shape, which then is accepted no more. */
export function readAcceptedTool(text: string): ServerTool | null {
  const value: unknown = JSON.parse(text);
  if (!isMap(value)) return null;
  const { readOnlyHint, destructiveHint, ...members } = value;
  return misshapenMember(members) === null ? toServerTool(members, { readOnlyHint, destructiveHint }) : null;
}

/** For keeping. */
export function acceptedForm(tool: ServerTool): string {
  return JSON.stringify(tool);
}

/** SHA-256 of the definition together with the server it is of. */
export function toolFingerprint(identity: string, tool: ServerTool): string {
  return sha256Hex(canonicalJson(JSON.parse(JSON.stringify({ identity, tool }))));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function isMap(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A map of a value that was checked to be JSON. */
function isObject(value: unknown): value is JsonObject {
  return isMap(value);
}
