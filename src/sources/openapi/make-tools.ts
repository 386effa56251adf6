// Makes the tools of an OpenAPI document: one for each operation that is wanted, and what is left out with its place.
import type { JsonObject, Tool } from '../../contract/index.ts';
import { foreignName, loadPatternJudge, loadPatterns, own, ownObject } from '../../text/index.ts';
import type { CallPlan } from './call/call-plan.ts';
import { createDocument, type ApiDocument } from './document/document.ts';
import { operationsOf, type ApiOperation, type Tell } from './document/operations.ts';
import { createAuthority, type Access, type Authority } from './document/security.ts';
import { baseOf } from './document/servers.ts';
import type { OpenApiSettings } from './openapi-settings.ts';
import { createComponents, type Components } from './schema/components.ts';
import { fitParameters } from './schema/fit.ts';
import { readArguments } from './tools/arguments.ts';
import { describeOperation } from './tools/describe.ts';
import { toolNames } from './tools/names.ts';
import { selectOperations } from './tools/select.ts';

/** A tool and what its calls need: data, which can be kept in place of the document. */
export interface MadeTool {
  readonly tool: Tool;
  readonly plan: CallPlan;
}

export interface MadeTools {
  readonly tools: readonly MadeTool[];
  /** For the person: what was left out or is not as the document says, each with its place. */
  readonly left: readonly string[];
}

/** Of a document that `readDocument` has read. Throws `invalid_config` for a pattern of the settings that is none. */
export async function makeTools(root: JsonObject, settings: OpenApiSettings): Promise<MadeTools> {
  const [patterns, isUsablePattern] = await Promise.all([loadPatterns(), loadPatternJudge()]);
  const isWanted = selectOperations(settings, patterns);
  const left = createLeft(settings.document);
  const document = createDocument(root);
  const operations = [...operationsOf(document, left.tell)];
  const names = toolNames(operations, settings.prefix);
  const makeTool = createMaker(document, createComponents(document, isUsablePattern), { settings, tell: left.tell });
  const tools = operations.flatMap((operation, index) => {
    const name = names[index] ?? '';
    const made = isWanted(operation, name) ? makeTool(operation, name) : null;
    return made === null ? [] : [made];
  });
  return { tools, left: left.lines() };
}

interface MakeNeeds {
  readonly settings: OpenApiSettings;
  readonly tell: Tell;
}

function createMaker(
  document: ApiDocument,
  components: Components,
  { settings, tell }: MakeNeeds,
): (operation: ApiOperation, name: string) => MadeTool | null {
  const authority = createAuthority(document, settings);
  for (const name of authority.unknown)
    tell('/components/securitySchemes', `there is no security scheme ${foreignName(name)}, which auth names`);
  const main = baseOf(own(document.root, 'servers'), settings);
  let home = main.ok ? main.origin : null;
  return (operation, name) => {
    const base = operation.servers === undefined ? main : baseOf(operation.servers, settings);
    if (!base.ok) {
      tell(operation.servers === undefined ? '/servers' : operation.pointer, base.why);
      return null;
    }
    // Where the document as a whole names none, the first that is named.
    home ??= base.origin;
    const isMain = base.origin === home && isOwners(home, settings);
    const access = isMain ? authority.accessOf(operation.value) : accessElsewhere(authority, operation, base.origin);
    const isFilled = filledBy(access, settings);
    const args = readArguments(operation, { document, components, tell, isFilled });
    const fitted = fitParameters(args, components);
    const [outside] = [...args.outside, ...fitted.outside];
    if (outside !== undefined) {
      tell(operation.pointer, `it is left out: ${outside}`);
      return null;
    }
    for (const pointer of fitted.missing)
      tell(pointer, 'there is no schema, though others refer to it: anything is taken');
    const described = { operation, name, base: base.url, args, fitted, access };
    const tool = describeOperation(described, document, settings);
    return {
      tool,
      plan: {
        name,
        method: operation.method,
        args: args.plan,
        access,
        isMain,
        accepts: acceptsOf(operation, document),
      },
    };
  };
}

const mostAccepted = 3;

/** The types of what it answers with when all is well. */
function acceptsOf({ value }: ApiOperation, document: ApiDocument): readonly string[] {
  const responses = Object.entries(ownObject(value, 'responses') ?? {}).filter(([status]) =>
    /^(?:2..|default)$/.test(status),
  );
  const types = responses.flatMap(([, given]) => {
    const found = document.follow(given, '');
    return found.ok ? Object.keys(ownObject(found.value, 'content') ?? {}) : [];
  });
  const sendable = types.filter((type) => /^[A-Za-z0-9!#$&^_.+*-]+\/[A-Za-z0-9!#$&^_.+*-]+$/.test(type));
  return [...new Set(sendable)].slice(0, mostAccepted);
}

/** What was fetched may name another host tomorrow: secrets go where the owner said, or to where the document itself came from. */
function isOwners(origin: string, { server, documentUrl }: OpenApiSettings): boolean {
  return server !== null || documentUrl === null || new URL(documentUrl).origin === origin;
}

function accessElsewhere(authority: Authority, operation: ApiOperation, origin: string): Access {
  const access = authority.accessOf(operation.value);
  if (access.credentials.length === 0) return access;
  const missing = `It is at ${origin}, which is not the origin that the owner named: no secret is sent there. That is said by the setting server.`;
  return { credentials: [], missing };
}

/** What the configuration puts into a request is no argument. */
function filledBy({ credentials }: Access, { headers }: OpenApiSettings): (place: string, name: string) => boolean {
  const names = new Set([
    ...credentials.map(({ place, name }) => `${place} ${name}`),
    ...Object.keys(headers).map((name) => `header ${name.toLowerCase()}`),
  ]);
  return (place, name) => names.has(`${place} ${place === 'header' ? name.toLowerCase() : name}`);
}

const mostLines = 200;

/** Each once, however many operations meet it. */
function createLeft(name: string): { readonly tell: Tell; readonly lines: () => readonly string[] } {
  const counts = new Map<string, number>();
  return {
    tell(pointer, what) {
      const line = `${name}#${pointer}: ${what}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    },
    lines() {
      const lines = [...counts].map(([line, count]) => `${line}${count > 1 ? ` (${count} times)` : ''}.`);
      const more = lines.length - mostLines;
      return more > 0 ? [...lines.slice(0, mostLines), `${name}: and ${more} more.`] : lines;
    },
  };
}
