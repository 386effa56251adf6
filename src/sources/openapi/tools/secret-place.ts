// Where in an address a credential goes: the name under which it is filled in when the request is sent.
import type { CredentialSource } from '../openapi-settings.ts';

/** As the tools of kind http name the places of variables. */
export function fillName(source: CredentialSource): string {
  return 'secret' in source ? source.secret : `env-${source.env}`;
}

export function placeOfSecret(source: CredentialSource): string {
  return `{secret ${fillName(source)}}`;
}
