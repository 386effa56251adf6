// Makes one tool of what a line or an entry says of it, or says why it stays out.
import type { HttpMethod, JsonObject, JsonValue } from '../../contract/index.ts';
import { secretNames } from '../../text/index.ts';
import type { HttpTool } from './http-tool.ts';
import { addressOf, addressProblem } from './template/address.ts';
import { bodyParts, textBody, treeBody, type Body } from './template/body.ts';
import { readHeaderLine, readHeaders, type ReadHeaders } from './template/headers.ts';
import { parseTemplate, type Names, type Part, type Template } from './template/parse-template.ts';

export interface Described {
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string;
  readonly tags: readonly string[];
  readonly parameters: JsonObject;
  readonly method: HttpMethod;
  readonly url: string;
  /** A line is `Name: value;;Name: value`. */
  readonly headers: string | Readonly<Record<string, string>>;
  readonly body: JsonValue | null;
  readonly filter: string | null;
  readonly extract: 'title' | null;
  readonly timeoutMs: number;
}

export interface BuildNeeds {
  readonly names: Names;
  /** Where a value is set, such as `sources.jira.values`. */
  readonly valuesAt: string;
  /** How an argument stands in the url where the template does not say. */
  readonly encode: 'raw' | 'component';
}

export type Built = { readonly tool: HttpTool } | { readonly problem: string };

export function buildTool(described: Described, needs: BuildNeeds): Built {
  const { url, headers: givenHeaders, body: givenBody, ...rest } = described;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(rest.name))
    return { problem: 'a name has 1 to 64 letters, digits, "_" and "-"; give it another one' };
  const address = parseTemplate(url, { ...needs.names, hasQueries: needs.encode === 'component' });
  const read =
    typeof givenHeaders === 'string'
      ? readHeaderLine(givenHeaders, needs.names)
      : readHeaders(givenHeaders, needs.names);
  if (read.problem !== null) return { problem: read.problem };
  const body = givenBody === null ? null : readBody(givenBody, read, needs.names);
  const sent = secretsIn([...read.headers.flatMap(({ parts }) => parts), ...(body === null ? [] : bodyParts(body))]);
  const unset = unsetText(address, read, needs);
  const shape = addressOf(address.parts, needs.encode);
  const problem = unset === null ? addressProblem(shape, sent.length > 0) : null;
  if (problem !== null) return { problem };
  const inAddress = shape.parts.flatMap((part) => (typeof part === 'string' ? secretNames(part) : []));
  const secrets = [...new Set([...inAddress, ...sent])];
  return { tool: { ...rest, url: unset === null ? shape : null, unset, headers: read.headers, body, secrets } };
}

function readBody(body: JsonValue, { headers }: ReadHeaders, names: Names): Body {
  const type = headers.find(({ name }) => name === 'content-type')?.parts;
  const text = type?.map((part) => (part.kind === 'text' || part.kind === 'value' ? part.text : '')).join('') ?? null;
  return typeof body === 'string' ? textBody(parseTemplate(body, names).parts, text) : treeBody(body, names, text);
}

function secretsIn(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'secret' ? [part.place] : []));
}

/** Of a body nothing is unset: its braces may be its own. */
function unsetText(address: Template, headers: ReadHeaders, { valuesAt }: BuildNeeds): string | null {
  const [first, where] =
    address.unknown[0] !== undefined ? [address.unknown[0], 'url'] : [headers.unknown[0], 'headers'];
  if (first === undefined) return null;
  return `its ${where} name {${first.word}}, and ${first.why}: set ${valuesAt}.${first.word}`;
}
