// Which secrets there are and where each is kept. Their values are never in the store.
import {
  CapabilityError,
  secretPlaces,
  type SecretPlace,
  type SecretView,
  type Store,
  type StoredRecord,
} from '../contract/index.ts';
import { bodyOf, bodyVersion, numberOf, oneOf, textOf } from './record-body.ts';

const collection = 'secrets';

export interface KeptSecret {
  readonly name: string;
  readonly place: SecretPlace;
  readonly now: number;
}

export interface SecretNames {
  views(): Promise<readonly SecretView[]>;
  find(name: string): Promise<SecretView | null>;
  /** The first time and every time after. */
  put(secret: KeptSecret, by: string): Promise<SecretView>;
  /** False where there is none of that name. */
  remove(name: string, by: string): Promise<boolean>;
}

/** Also what files and environment variables can be named. */
export const secretNamePattern = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Throws `malformed_request` for what is no name. */
export function checkSecretName(name: string): void {
  if (secretNamePattern.test(name)) return;
  throw new CapabilityError(
    'malformed_request',
    `A secret's name is a letter and up to 63 letters, digits, _ and -; got ${JSON.stringify(shownName(name))}. The value is read from stdin, never from the command line.`,
  );
}

/** Whoever writes `NAME=VALUE` has put the value there. */
function shownName(name: string): string {
  const end = name.search(/[=:]/);
  return end > 0 ? `${name.slice(0, Math.min(end, 40))}…` : name.slice(0, 80);
}

export function createSecretNames(store: Store): SecretNames {
  return {
    async views() {
      return (await store.list(collection)).map(toView);
    },
    async find(name) {
      const record = await store.get(collection, name);
      return record === null ? null : toView(record);
    },
    async put({ name, place, now }, by) {
      checkSecretName(name);
      const record: StoredRecord = {
        collection,
        id: name,
        group: null,
        version: bodyVersion,
        body: { place, by, at: now },
      };
      await store.write({
        puts: [record],
        events: [{ kind: 'secret_set', envelope: { secret: name, place, by }, values: {} }],
        movesPolicy: false,
      });
      return toView(record);
    },
    async remove(name, by) {
      if ((await store.get(collection, name)) === null) return false;
      await store.write({
        removes: [{ collection, id: name }],
        events: [{ kind: 'secret_removed', envelope: { secret: name, by }, values: {} }],
        movesPolicy: false,
      });
      return true;
    },
  };
}

function toView(record: StoredRecord): SecretView {
  const { by, at } = bodyOf(record);
  return {
    name: record.id,
    place: oneOf(record, 'place', secretPlaces),
    setBy: textOf(by),
    setAt: new Date(numberOf(at)).toISOString(),
  };
}
