// Where in an address a credential goes: the name under which it is filled in when the request is sent.
import type { CredentialSource } from '../openapi-settings.ts';

/** No secret has a dot in its name, so that a variable is never taken for one. */
export function fillName(source: CredentialSource): string {
  return 'secret' in source ? source.secret : `env.${source.env}`;
}

export function placeOfSecret(source: CredentialSource): string {
  return `{secret ${fillName(source)}}`;
}
