// The values that templates name: texts that are known when tools are made, and secrets that are put in when one is called.
import { CapabilityError } from '../../contract/index.ts';
import { isCredentialName } from '../../host/index.ts';
import type { HttpValue } from './http-settings.ts';

export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'secret'; readonly place: string }
  | { readonly kind: 'missing'; readonly why: string };

type Env = Readonly<Record<string, string | undefined>>;

const ofVariable = 'env-';

/** A variable that looks like a credential is as secret as a secret. */
export function readValues(values: Readonly<Record<string, HttpValue>>, env: Env): ReadonlyMap<string, Value> {
  return new Map(Object.entries(values).map(([name, value]) => [name, readValue(value, env)]));
}

function readValue(value: HttpValue, env: Env): Value {
  if (typeof value === 'string') return { kind: 'text', text: value };
  if ('secret' in value) return { kind: 'secret', place: value.secret };
  if (isCredentialName(value.env)) return { kind: 'secret', place: `${ofVariable}${value.env}` };
  const text = Object.hasOwn(env, value.env) ? env[value.env] : undefined;
  return text === undefined || text === ''
    ? { kind: 'missing', why: `the variable ${value.env} is not set here` }
    : { kind: 'text', text };
}

export interface SecretNeeds {
  readonly env: Env;
  /** Rejects with a sentence where there is none to be had. */
  readonly secretValue: (name: string) => Promise<string>;
  /** Told of each value before it is sent: nothing may show it. */
  readonly registerSecret: (name: string, value: string) => void;
}

/** What stands in the secret's name for people: the variable, or the secret. */
export function shownSecret(place: string): string {
  return place.startsWith(ofVariable) ? place.slice(ofVariable.length) : place;
}

/** Throws `secret_unavailable`, which names it, where it has no value. */
export async function secretsFor(places: readonly string[], needs: SecretNeeds): Promise<Record<string, string>> {
  const found = await Promise.all(places.map(async (place) => [place, await secretOf(place, needs)] as const));
  for (const [place, value] of found) needs.registerSecret(shownSecret(place), value);
  return Object.fromEntries(found);
}

async function secretOf(place: string, { env, secretValue }: SecretNeeds): Promise<string> {
  if (!place.startsWith(ofVariable)) return secretValue(place);
  const name = shownSecret(place);
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value === undefined || value === '')
    throw new CapabilityError('secret_unavailable', `The variable ${name} is not set here; set it and start again.`);
  return value;
}
