// Below which address an operation is: what the operator says, else the first of its servers.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { foreignName, isList, isObject, own, ownObject, ownText } from '../../../text/index.ts';
import type { OpenApiSettings } from '../openapi-settings.ts';

export type Base =
  | { readonly ok: true; readonly url: string; readonly origin: string }
  | { readonly ok: false; readonly why: string };

type ServerSettings = Pick<OpenApiSettings, 'server' | 'variables' | 'documentUrl' | 'source'>;

/** Without a slash at its end. */
export function baseOf(servers: JsonValue | undefined, settings: ServerSettings): Base {
  const { server, source } = settings;
  // An origin alone leaves it to the document where on it the operations are.
  if (server !== null && URL.parse(server)?.pathname !== '/') return checked(server, source);
  const [first] = isList(servers) && servers.length > 0 ? servers : [{ url: '/' }];
  if (!isObject(first)) return { ok: false, why: 'a server of the document is no object' };
  const filled = filledUrl(first, settings.variables);
  return filled.ok ? placed(filled.url, settings) : filled;
}

function placed(url: string, { server, documentUrl, source }: ServerSettings): Base {
  const isRelative = !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
  if (server !== null) return checked(isRelative ? below(url, server) : server, source);
  if (documentUrl !== null) return checked(below(url, documentUrl), source);
  if (!isRelative) return checked(url, source);
  const why = `the document names no host for its operations (server ${foreignName(url)}). Set sources.${source}.server: https://…`;
  return { ok: false, why };
}

function below(url: string, base: string): string {
  return URL.parse(url, base)?.href ?? url;
}

function filledUrl(server: JsonObject, variables: ServerSettings['variables']): Base {
  const described = ownObject(server, 'variables') ?? {};
  const problems: string[] = [];
  const url = ownText(server, 'url').replaceAll(/\{([^{}]*)\}/g, (_whole, name: string) => {
    const variable = ownObject(described, name) ?? {};
    const value = Object.hasOwn(variables, name) ? variables[name] : own(variable, 'default');
    const allowed = own(variable, 'enum');
    if (value === undefined) problems.push(`the variable ${foreignName(name)} of its server has no value`);
    else if (isList(allowed) && allowed.length > 0 && !allowed.includes(value))
      problems.push(`the variable ${foreignName(name)} of its server cannot be ${foreignName(JSON.stringify(value))}`);
    return typeof value === 'string' ? value : JSON.stringify(value ?? '');
  });
  const [problem] = problems;
  return problem === undefined ? { ok: true, url, origin: '' } : { ok: false, why: `${problem}: set it in variables` };
}

function checked(text: string, source: string): Base {
  const url = URL.parse(text);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb || /[\p{Cc}{}\s]/u.test(text)) {
    const why = `${foreignName(text, 120)} is no http or https address of a server. Set sources.${source}.server`;
    return { ok: false, why };
  }
  return { ok: true, url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, origin: url.origin };
}
