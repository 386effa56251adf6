// What an operation wants by way of credentials, and which of the owner's it is given: names and places, never values.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { foreignName, isList, isObject, own, ownObject, ownText } from '../../../text/index.ts';
import type { CredentialSource, OpenApiSettings } from '../openapi-settings.ts';
import type { ApiDocument } from './document.ts';

/** One value that a request carries. */
export interface Credential {
  readonly scheme: string;
  readonly source: CredentialSource;
  readonly place: 'header' | 'query' | 'cookie';
  /** Of the header, the parameter or the cookie. */
  readonly name: string;
  /** How the value is written: as it is, as base64 of `user:password`, or behind a word. */
  readonly form:
    | { readonly kind: 'plain' }
    | { readonly kind: 'basic' }
    | { readonly kind: 'word'; readonly word: string };
}

export interface Access {
  readonly credentials: readonly Credential[];
  /** Null where nothing is missing; else what the owner has to set, as a sentence. */
  readonly missing: string | null;
}

export interface Authority {
  accessOf(operation: JsonObject): Access;
  /** What the settings name and the document does not have. */
  readonly unknown: readonly string[];
}

type Found = { readonly credential: Credential | null } | { readonly why: string };

export function createAuthority(document: ApiDocument, settings: OpenApiSettings): Authority {
  const schemes = ownObject(ownObject(document.root, 'components') ?? {}, 'securitySchemes') ?? {};
  const given = new Set(Object.keys(settings.headers).map((name) => name.toLowerCase()));
  const found = new Map<string, Found>();
  const find = (name: string): Found => {
    const known = found.get(name) ?? findCredential(name, { document, schemes, settings, given });
    found.set(name, known);
    return known;
  };
  return {
    accessOf: (operation) => bestAccess(alternativesOf(operation, document), find),
    unknown: Object.keys(settings.auth).filter((name) => !Object.hasOwn(schemes, name)),
  };
}

/** The names of the schemes of each alternative. None at all: nothing is asked for. */
function alternativesOf(operation: JsonObject, { root }: ApiDocument): readonly (readonly string[])[] {
  const listed: JsonValue | undefined = own(operation, 'security') ?? own(root, 'security');
  return isList(listed) ? listed.filter(isObject).map((alternative) => Object.keys(alternative)) : [];
}

/** The first for which everything is there, one with credentials before one without. */
function bestAccess(alternatives: readonly (readonly string[])[], find: (name: string) => Found): Access {
  const ways = alternatives.map((names) => names.map(find));
  const complete = ways.filter((way) => way.every((found) => 'credential' in found));
  const chosen = complete.find((way) => way.length > 0) ?? complete[0];
  if (chosen !== undefined || alternatives.length === 0) {
    const credentials = (chosen ?? []).flatMap((found) =>
      'credential' in found && found.credential !== null ? [found.credential] : [],
    );
    return { credentials, missing: null };
  }
  const wanted = ways.map((way) => way.flatMap((found) => ('why' in found ? [found.why] : [])).join('; and '));
  return { credentials: [], missing: [...new Set(wanted)].slice(0, 4).join(' Or: ') };
}

interface Finding {
  readonly document: ApiDocument;
  readonly schemes: JsonObject;
  readonly settings: OpenApiSettings;
  readonly given: ReadonlySet<string>;
}

function findCredential(scheme: string, { document, schemes, settings, given }: Finding): Found {
  const shown = foreignName(scheme);
  const described = document.follow(own(schemes, scheme), `/components/securitySchemes/${scheme}`);
  if (!described.ok) return { why: `The document does not describe its security scheme ${shown}.` };
  const where = placeOf(described.value);
  if (where === null) return { why: `The security scheme ${shown} (${kindOf(described.value)}) cannot be used.` };
  const source = Object.hasOwn(settings.auth, scheme) ? settings.auth[scheme] : undefined;
  if (source !== undefined) return { credential: { scheme, source, ...where } };
  // What every request carries may be what the scheme asks for.
  if (where.place === 'header' && given.has(where.name.toLowerCase())) return { credential: null };
  const why =
    `The owner stores a secret (gatehouse secrets set NAME) and names it in the configuration: ` +
    `sources.${settings.source}.auth: { ${JSON.stringify(scheme)}: { secret: NAME } } (${kindOf(described.value)}).`;
  return { why };
}

type CredentialPlace = Pick<Credential, 'place' | 'name' | 'form'>;

function placeOf(scheme: JsonObject): CredentialPlace | null {
  const authorization = { place: 'header', name: 'authorization' } as const;
  switch (own(scheme, 'type')) {
    case 'apiKey':
      return placeOfKey(scheme);
    case 'http':
      return placeOfHttp(ownText(scheme, 'scheme'));
    case 'oauth2':
    case 'openIdConnect':
      return { ...authorization, form: { kind: 'word', word: 'Bearer' } };
    default:
      return null;
  }
}

function placeOfHttp(scheme: string): CredentialPlace | null {
  const authorization = { place: 'header', name: 'authorization' } as const;
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(scheme)) return null;
  if (scheme.toLowerCase() === 'basic') return { ...authorization, form: { kind: 'basic' } };
  const word = scheme.toLowerCase() === 'bearer' ? 'Bearer' : scheme;
  return { ...authorization, form: { kind: 'word', word } };
}

function placeOfKey(scheme: JsonObject): CredentialPlace | null {
  const name = ownText(scheme, 'name');
  const place = (['header', 'query', 'cookie'] as const).find((known) => known === own(scheme, 'in'));
  if (place === undefined || name === '') return null;
  // A name of a header or a cookie that is none would not be sent, or as something else.
  if (place !== 'query' && !/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/.test(name)) return null;
  return { place, name: place === 'header' ? name.toLowerCase() : name, form: { kind: 'plain' } };
}

function kindOf(scheme: JsonObject): string {
  const words = [ownText(scheme, 'type'), ownText(scheme, 'scheme'), ownText(scheme, 'in'), ownText(scheme, 'name')];
  return foreignName(words.filter((word) => word !== '').join(' ') || 'of no type');
}
