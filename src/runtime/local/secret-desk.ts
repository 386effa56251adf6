// Secrets by name: set and removed by the deciding authority, looked up by what sends them, known to the redactor all the while.
import { CapabilityError, type Clock, type Secrets, type SecretView } from '../../contract/index.ts';
import type { Redactor } from '../../host/index.ts';
import { hiddenValues } from '../../sources/index.ts';
import { checkSecretName, type SecretNames } from '../../state/index.ts';

export interface SecretDesk {
  list(): Promise<readonly SecretView[]>;
  set(name: string, value: string, by: string): Promise<SecretView>;
  remove(name: string, by: string): Promise<void>;
  /** For what sends it. Throws `secret_unavailable` where there is none of that name, and where it cannot be read. */
  valueOf(name: string): Promise<string>;
  find(name: string): Promise<SecretView | null>;
  /** How many are set, and of those that cannot be read each a sentence with what to do. */
  check(): Promise<{ readonly count: number; readonly problems: readonly string[] }>;
}

export interface SecretDeskParts {
  readonly names: SecretNames;
  readonly secrets: Secrets;
  readonly redactor: Pick<Redactor, 'register'>;
  readonly clock: Clock;
  /** Of those that are set, what could not be read so far. */
  readonly unreadable: Set<string>;
}

/** A shorter one stands in too many innocent texts to be taken out of them. */
const leastChars = 8;
const mostBytes = 65_536;

export function createSecretDesk(parts: SecretDeskParts): SecretDesk {
  const { names, secrets, redactor, clock, unreadable } = parts;
  return {
    check: async () => ({ count: (await names.views()).length, problems: await registerSecrets(parts) }),
    list: () => names.views(),
    find: (name) => names.find(name),
    async set(name, value, by) {
      checkSecretName(name);
      checkValue(value);
      const before = await names.find(name);
      // Before it is kept: what goes wrong from here on may repeat it.
      await register(redactor, name, value);
      const place = await secrets.set(name, value);
      const view = await names.put({ name, place, now: clock.now() }, by);
      unreadable.delete(name);
      if (before !== null && before.place !== place) await secrets.remove(name, before.place);
      return view;
    },
    async remove(name, by) {
      const known = await names.find(name);
      if (known === null)
        throw new CapabilityError(
          'malformed_request',
          `There is no secret named ${JSON.stringify(name.slice(0, 80))}.`,
        );
      await secrets.remove(name, known.place);
      await names.remove(name, by);
      unreadable.delete(name);
    },
    async valueOf(name) {
      const known = await names.find(name);
      const value = known === null ? null : await secrets.read(name, known.place);
      if (value !== null) return value;
      throw new CapabilityError(
        'secret_unavailable',
        `There is no secret named ${JSON.stringify(name.slice(0, 80))}. Set it: gatehouse secrets set ${name.slice(0, 80)}`,
      );
    },
  };
}

/** What is kept of a login is several values in one text, and each of them may turn up alone. */
async function register(redactor: SecretDeskParts['redactor'], name: string, value: string): Promise<void> {
  for (const part of (await hiddenValues(value)) ?? [value]) redactor.register(name, part);
}

function checkValue(value: string): void {
  const isFit = value.trim().length >= leastChars && Buffer.byteLength(value) <= mostBytes && value.isWellFormed();
  if (isFit && !value.includes('\0')) return;
  throw new CapabilityError(
    'malformed_request',
    `A secret is text of ${leastChars} characters to ${mostBytes / 1_024} KiB: a shorter one could not be taken out of what agents see.`,
  );
}

/** Makes the values that are kept known to the redactor. Answers what could not be read, and what to do. */
export async function registerSecrets({
  names,
  secrets,
  redactor,
  unreadable,
}: Omit<SecretDeskParts, 'clock'>): Promise<readonly string[]> {
  const problems: string[] = [];
  const views = await names.views();
  for (const { name } of views) unreadable.add(name);
  for (const { name, place } of views) {
    try {
      const value = await secrets.read(name, place);
      unreadable.delete(name);
      if (value !== null) await register(redactor, name, value);
      else
        problems.push(
          `The secret ${name} is gone from where it was kept (${place}). Set it again: gatehouse secrets set ${name}`,
        );
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      problems.push(`The secret ${name} cannot be read, so it can neither be used nor be taken out of results: ${why}`);
      // One that does not answer does not answer for the next one either.
      if (place === 'keychain') break;
    }
  }
  return problems;
}
