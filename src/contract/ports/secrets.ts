// The port of the secrets: where their values are kept. Host code asks it for what it sends; no tool and no model has it.

/** `keychain`: that of the operating system; `file`: encrypted files of the home. */
export const secretPlaces = ['keychain', 'file'] as const;
export type SecretPlace = (typeof secretPlaces)[number];

/** A secret as people see it: never its value. */
export interface SecretView {
  readonly name: string;
  readonly place: SecretPlace;
  readonly setBy: string;
  readonly setAt: string;
}

/**
 * Contract: a value comes back as it was set, or not at all. Each operation ends within a bound, also where a keychain waits for somebody.
 * All throw `secret_unavailable` where the place cannot be read or written, and say what to do; no message holds a value.
 */
export interface Secrets {
  /** Answers where it is kept now: in the keychain where one answers. */
  set(name: string, value: string): Promise<SecretPlace>;
  /** Null where there is none of that name. */
  read(name: string, place: SecretPlace): Promise<string | null>;
  /** What is not there is removed. */
  remove(name: string, place: SecretPlace): Promise<void>;
}
