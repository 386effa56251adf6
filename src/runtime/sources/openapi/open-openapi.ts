// One configured OpenAPI document: read or fetched, its tools made or taken as they were kept.
import { CapabilityError, isCapabilityError, type SourceView } from '../../../contract/index.ts';
import type { Registration } from '../../../kernel/index.ts';
import { openApiFamily, type MadeTools, type OpenApiSettings } from '../../../sources/index.ts';
import { canonicalJson, counted, sha256Hex } from '../../../text/index.ts';
import type { OpenApiSource } from '../../config/sources/settle-openapi.ts';
import type { OpenSource, SourceNeeds } from '../kinds/source.ts';
import { documentOf } from './document-text.ts';
import { readKeptTools, writeKeptTools } from './kept-document.ts';

/** With another one nothing that was kept holds. */
const makingVersion = 1;

interface Reading {
  readonly tools: readonly Registration[];
  readonly notes: readonly string[];
  readonly problem: string | null;
  readonly readAt: string | null;
  readonly origins: readonly string[];
}

const nothing: Reading = { tools: [], notes: [], problem: null, readAt: null, origins: [] };

export function openOpenApi(source: OpenApiSource, needs: SourceNeeds): OpenSource {
  const { name } = source;
  let reading = nothing;
  return {
    settings: source,
    family: openApiFamily(name),
    async read(isAnew) {
      const read = source.disabled ? nothing : await readSource(source, needs, isAnew);
      return () => {
        reading = read;
      };
    },
    tools: () => reading.tools,
    view: () => viewOf(source, reading),
    program: null,
  };
}

async function readSource({ name, settings }: OpenApiSource, needs: SourceNeeds, isAnew: boolean): Promise<Reading> {
  try {
    const { text, digest, readAt } = await documentOf(settings, needs, isAnew);
    const { made, tools } = await toolsOf({ text, digest }, settings, needs);
    if (made.tools.length === 0) throw empty(made.left, settings.document);
    const origins = made.tools.flatMap(({ tool }) => originOf(tool.targets[0]?.url?.parts[0]));
    return { tools, notes: made.left, problem: null, readAt, origins: [...new Set(origins)] };
  } catch (cause) {
    if (!isCapabilityError(cause)) throw cause;
    const advice = `None of its tools is there. When that is mended: gatehouse source refresh ${name}`;
    return { ...nothing, problem: `${cause.message} ${advice}` };
  }
}

/** A source without a tool is a mistake, and what was left out says which. */
function empty(left: readonly string[], document: string): CapabilityError {
  const why = left.slice(0, 3).join(' ') || 'it has no operation, or include and exclude leave none.';
  return new CapabilityError('invalid_tool', `${document} brings no tool: ${why}`);
}

interface Document {
  readonly text: string;
  readonly digest: string;
}

async function toolsOf(
  { text, digest }: Document,
  settings: OpenApiSettings,
  { folder, env, secretValue, redactor }: SourceNeeds,
): Promise<{ readonly made: MadeTools; readonly tools: readonly Registration[] }> {
  const { makeTools, openapiTools, readDocument } = await import('../../../sources/index.ts');
  const place = sha256Hex(`openapi ${settings.source}`);
  const key = sha256Hex(canonicalJson(JSON.parse(JSON.stringify({ makingVersion, digest, settings }))));
  const kept = readKeptTools(folder, place);
  const made = kept?.key === key ? kept.made : await makeTools(await readDocument(text, settings.document), settings);
  if (kept?.key !== key) writeKeptTools(folder, place, { key, made });
  return { made, tools: openapiTools(made.tools, settings, { env, secretValue, registerSecret: redactor.register }) };
}

function originOf(base: unknown): readonly string[] {
  const url = typeof base === 'string' ? URL.parse(base) : null;
  return url === null ? [] : [url.origin];
}

const mostOrigins = 5;

function viewOf(
  { name, disabled, settings }: OpenApiSource,
  { problem, notes, readAt, origins }: Reading,
): Omit<SourceView, 'tools'> {
  const credentials = Object.entries(settings.auth).map(
    ([scheme, source]) => `${scheme}: ${'secret' in source ? `secret ${source.secret}` : `variable ${source.env}`}`,
  );
  const more = origins.length > mostOrigins ? ` and ${counted(origins.length - mostOrigins, 'other', 'others')}` : '';
  return {
    name,
    kind: 'openapi',
    state: disabled ? 'disabled' : problem === null ? 'ready' : 'broken',
    reach: settings.document,
    details: [
      ...(origins.length === 0 ? [] : [['calls', `${origins.slice(0, mostOrigins).join(', ')}${more}`] as const]),
      ...(credentials.length === 0 ? [] : [['credentials', credentials.join(', ')] as const]),
      ...(readAt === null ? [] : [['read', readAt] as const]),
    ],
    notes,
    problem,
  };
}
