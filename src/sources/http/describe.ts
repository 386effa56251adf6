// From an HTTP tool to its description: gated like web_fetch where it reads, like a sender where it does not.
import type { Tool, ToolEffect } from '../../contract/index.ts';
import { canonicalJson, sha256Hex } from '../../text/index.ts';
import { maxBytes } from './call/answer-text.ts';
import type { HttpTool } from './http-tool.ts';
import { shownSecret } from './values.ts';

/** The time of the request ends before the call's, so that what became of it is still told. */
const marginMs = 5_000;

export function describeHttp(http: HttpTool, source: string): Tool {
  const { name, description, method, url, filter, timeoutMs } = http;
  const reads = method === 'GET' || method === 'HEAD';
  const secrets = http.secrets.map(shownSecret);
  const definition: Omit<Tool, 'origin'> = {
    name,
    title: name.replaceAll(/[_-]+/g, ' '),
    description,
    parameters: http.parameters,
    kind: 'builtin',
    mode: reads ? 'http_get' : 'http_post',
    policyClass: 'network',
    risk: reads ? 'medium' : 'high',
    defaultEffect: null,
    locked: false,
    ownerOnly: false,
    hidden: false,
    alwaysAsk: false,
    tags: http.tags,
    aliases: [],
    argumentAliases: {},
    timeoutMs: timeoutMs * (filter === null ? 1 : 2) + marginMs,
    category: 'web',
    whenToUse: http.whenToUse,
    examples: [],
    failureModes: failureModes(http),
    requiresSetup: http.unset ?? (secrets.length === 0 ? null : `The owner sets: ${secrets.join(', ')}.`),
    secrets,
    effects: effectsOf(http),
    targets: url === null ? [] : [{ pointer: '', kind: 'url', action: method.toLowerCase(), url }],
    actionPointer: null,
    untrustedResult: true,
  };
  // What is sent besides the address is a part of what was agreed to.
  const { headers, body, extract } = http;
  const all = { definition, headers, body, filter, extract };
  const fingerprint = sha256Hex(canonicalJson(JSON.parse(JSON.stringify(all))));
  return { ...definition, origin: { source, owner: null, family: `http:${source}`, fingerprint } };
}

function effectsOf({ method }: HttpTool): readonly ToolEffect[] {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return ['egress'];
  return method === 'DELETE' ? ['egress', 'writes', 'destructive'] : ['egress', 'writes'];
}

function failureModes({ timeoutMs, filter }: HttpTool): readonly string[] {
  return [
    'An internal address, or a redirect to one: refused.',
    'A status of 400 or more: the answer is "HTTP code: body", marked as an error.',
    `Not over after ${timeoutMs / 1000} s, or larger than ${maxBytes} bytes: an error that says so.`,
    ...(filter === null
      ? []
      : ['The filter does not fit the response: the answer says so and shows the response as it came.']),
  ];
}
