// What the owner's configuration puts into a request: values that are read for this one call and told to nobody.
import type { NamedValue } from '../../mcp/spec/server-spec.ts';
import type { SecretNeeds } from '../../http/values.ts';
import type { Credential } from '../document/security.ts';
import type { CredentialSource, OpenApiSettings } from '../openapi-settings.ts';
import { fillName } from '../tools/secret-place.ts';

export interface Carried {
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly (readonly [string, string])[];
  /** For the places in the address. */
  readonly fill: Readonly<Record<string, string>>;
}

export type Carrying =
  | { readonly ok: true; readonly carried: Carried }
  /** What is missing, each a sentence that holds no value. */
  | { readonly ok: false; readonly problems: readonly string[] };

interface Wanted {
  readonly credentials: readonly Credential[];
  readonly headers: OpenApiSettings['headers'];
  /** Whether the request goes to the origin that the owner knows: what is no plain text goes nowhere else. */
  readonly isMain: boolean;
}

export async function carryCredentials(
  { credentials, headers, isMain }: Wanted,
  needs: SecretNeeds,
): Promise<Carrying> {
  const problems: string[] = [];
  const read = async (source: CredentialSource): Promise<string> => {
    try {
      const value = await valueOf(source, needs);
      if (value !== '' && !/\p{Cc}/u.test(value)) return value;
      problems.push(`${sourceText(source)} is empty or holds a line end or another control character.`);
    } catch (cause) {
      problems.push(`${sourceText(source)}: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
    return '';
  };
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (isMain || 'text' in value) sent[name.toLowerCase()] = await headerValue(value, read);
  const cookies: [string, string][] = [];
  const fill: Record<string, string> = {};
  for (const credential of credentials) {
    const value = await read(credential.source);
    const written = writtenAs(credential, value);
    if (written !== value && value !== '') needs.registerSecret(shownName(credential.source), written);
    if (credential.place === 'header') sent[credential.name] = written;
    else if (credential.place === 'cookie') cookies.push([credential.name, written]);
    else fill[fillName(credential.source)] = value;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, carried: { headers: sent, cookies, fill } };
}

async function headerValue(value: NamedValue, read: (source: CredentialSource) => Promise<string>): Promise<string> {
  return 'text' in value ? value.text : `${value.prefix}${await read(value)}`;
}

function writtenAs({ form }: Credential, value: string): string {
  switch (form.kind) {
    case 'plain':
      return value;
    case 'basic':
      // A key alone is a user without a password.
      return `Basic ${Buffer.from(value.includes(':') ? value : `${value}:`).toString('base64')}`;
    case 'word':
      return `${form.word} ${value}`;
  }
}

function sourceText(source: CredentialSource): string {
  return 'secret' in source ? `The secret ${source.secret}` : `The variable ${source.env}`;
}

/** Told to what hides secrets before anything else has it. */
async function valueOf(source: CredentialSource, needs: SecretNeeds): Promise<string> {
  const value = 'secret' in source ? await needs.secretValue(source.secret) : variable(source.env, needs);
  if (value !== '') needs.registerSecret(shownName(source), value);
  return value;
}

function variable(name: string, { env }: SecretNeeds): string {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value === undefined) throw new Error('it is not set here; set it and start Gatehouse again.');
  return value;
}

function shownName(source: CredentialSource): string {
  return 'secret' in source ? source.secret : source.env;
}
