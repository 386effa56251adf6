// From an operation to the description of its tool: where it goes is data, so that what is judged is what is fetched.
import type { Tool, UrlHole, UrlShape } from '../../../contract/index.ts';
import { canonicalJson, foreignName, own, ownObject, ownText, pointerOf, sha256Hex } from '../../../text/index.ts';
import type { ApiDocument } from '../document/document.ts';
import type { ApiMethod, ApiOperation } from '../document/operations.ts';
import type { Access } from '../document/security.ts';
import type { OpenApiSettings } from '../openapi-settings.ts';
import { sentence } from '../schema/detail.ts';
import type { Fitted } from '../schema/fit.ts';
import { pathPieces, type Arguments, type ParameterPlan } from './arguments.ts';
import { placeOfSecret } from './secret-place.ts';

/** Tools of one document are swapped together. */
export function openApiFamily(source: string): { readonly source: string; readonly family: string } {
  return { source, family: `openapi:${source}` };
}

/** Of all that a model is told of one operation. */
const maxDescriptionChars = 900;
/** The handler's time ends before the call's, so that what went wrong is told. */
const marginMs = 5_000;

export interface Described {
  readonly operation: ApiOperation;
  readonly name: string;
  readonly base: string;
  readonly args: Arguments;
  readonly fitted: Fitted;
  readonly access: Access;
}

export function describeOperation(described: Described, document: ApiDocument, settings: OpenApiSettings): Tool {
  const { operation, name, args, fitted, access } = described;
  const { method } = operation;
  const title = ownText(operation.value, 'summary') || name.replaceAll(/[_-]+/g, ' ');
  const about = sentence(ownText(ownObject(document.root, 'info') ?? {}, 'title'), 80);
  const definition: Omit<Tool, 'origin'> = {
    name,
    title: sentence(title, 120),
    description: descriptionOf(described),
    parameters: fitted.parameters,
    kind: 'builtin',
    policyClass: 'network',
    ...traits[effectOf(method)],
    defaultEffect: null,
    locked: false,
    ownerOnly: false,
    hidden: false,
    alwaysAsk: operation.tags.includes('ai:confirm'),
    tags: ['openapi', ...operation.tags],
    aliases: [],
    argumentAliases: {},
    timeoutMs: settings.timeoutMs + marginMs,
    category: 'api',
    whenToUse: '',
    examples: [],
    failureModes: [
      'A status of 400 or more is a result that is marked as an error: its body says why.',
      `No answer within ${settings.timeoutMs} ms, or an address that is internal: failed.`,
    ],
    requiresSetup: access.missing,
    secrets: access.credentials.flatMap(({ source }) => ('secret' in source ? [source.secret] : [])),
    targets: [
      { pointer: '', kind: 'url', action: method, url: urlShape(described.base, operation.path, { args, access }) },
    ],
    actionPointer: null,
    untrustedResult: true,
  };
  const fingerprint = fingerprintOf(definition, fitted, [args.plan, access.credentials]);
  const origin = { ...openApiFamily(settings.source), owner: null, fingerprint };
  return { ...definition, origin: about === '' ? origin : { ...origin, about } };
}

/** Of definitions that many tools share the hash stands for them, made once. `plan`: what else a call sends. */
function fingerprintOf(definition: Omit<Tool, 'origin'>, fitted: Fitted, plan: unknown): string {
  const { $defs: _shared, ...parameters } = definition.parameters;
  const canonical = {
    ...definition,
    parameters: canonicalJson(parameters),
    definitions: canonicalJson(fitted.digests),
    plan,
  };
  return sha256Hex(JSON.stringify(canonical));
}

type Traits = Pick<Tool, 'mode' | 'risk' | 'effects'>;

const traits: Readonly<Record<'reads' | 'writes' | 'deletes', Traits>> = {
  reads: { mode: 'http_get', risk: 'low', effects: ['egress'] },
  writes: { mode: 'http_post', risk: 'medium', effects: ['egress', 'writes'] },
  deletes: { mode: 'http_post', risk: 'high', effects: ['egress', 'writes', 'destructive'] },
};

/** By the method alone: what the document says of it may be anything. */
function effectOf(method: ApiMethod): keyof typeof traits {
  if (method === 'get' || method === 'head') return 'reads';
  return method === 'delete' ? 'deletes' : 'writes';
}

function descriptionOf({ operation, args, fitted, access }: Described): string {
  const { method, path, value } = operation;
  const summary = sentence(ownText(value, 'summary'), 200);
  const description = sentence(ownText(value, 'description'), maxDescriptionChars - 300);
  const repeats = description.startsWith(summary.replace(/[.…]+$/, ''));
  const said = repeats ? [description] : [summary.replace(/([^.!?…])$/, '$1.'), description];
  const parts = [
    own(value, 'deprecated') === true ? 'Deprecated.' : '',
    ...said,
    `${method.toUpperCase()} ${foreignPath(path)}`,
    ...args.notes,
    fitted.cut === null ? '' : `Of its schema ${fitted.cut}.`,
    access.missing === null ? '' : 'It is not set up yet.',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function foreignPath(path: string): string {
  return /^[\w/{}.:@,~$!*+=;()[\]&?#%-]{1,160}$/.test(path) ? path : foreignName(path, 160);
}

function urlShape(
  base: string,
  path: string,
  { args, access }: { readonly args: Arguments; readonly access: Access },
): UrlShape {
  const { parameters } = args.plan;
  // Behind it nothing is sent; some documents tell equal paths apart by it.
  const sent = path.split('#', 1)[0] ?? '';
  const parts = pathPieces(sent).map(({ text, name }): string | UrlHole => {
    const plan = name === null ? undefined : parameters.find((one) => one.place === 'path' && one.name === name);
    return plan === undefined ? fixedText(text) : pathHole(plan, text);
  });
  const keys = access.credentials.filter(({ place }) => place === 'query');
  const secret = keys.map((key) => `${encodeURIComponent(key.name)}=${placeOfSecret(key.source)}`).join('&');
  const query = parameters.flatMap((plan) => (plan.place === 'query' ? [queryHole(plan)] : []));
  const sign = sent.includes('?') ? '&' : '?';
  return { parts: [base, ...parts, ...(secret === '' ? [] : [sign + secret])], query };
}

/** What stands in a path as it is, in the letters that addresses have. */
function fixedText(text: string): string {
  return encodeURI(text).replaceAll('%25', '%');
}

function pathHole({ property, name, style, explode }: ParameterPlan, text: string): UrlHole {
  const known = (['label', 'matrix', 'json'] as const).find((one) => one === style) ?? 'simple';
  // `{+name}` and `{name*}` stand for several parts of a path.
  const encode = /^\{\+|\*\}$/.test(text) ? 'path' : 'component';
  return { pointer: pointerTo(property), encode, style: known, name, explode };
}

function queryHole({ property, name, style, explode, allowReserved }: ParameterPlan): UrlShape['query'][number] {
  const listed = ['spaceDelimited', 'pipeDelimited', 'deepObject', 'json'] as const;
  return {
    pointer: pointerTo(property),
    name,
    style: listed.find((one) => one === style) ?? 'form',
    explode,
    allowReserved,
  };
}

function pointerTo(property: string): string {
  return pointerOf([property]);
}
