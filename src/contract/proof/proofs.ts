// Values whose holder proves that a check ran. Each is minted in one place; having one is the receipt.

declare const admitted: unique symbol;
declare const confined: unique symbol;
declare const checked: unique symbol;

/** Arguments that passed every stage of the gate. Only `kernel/gate` mints one. */
export type Admitted<Arguments> = Arguments & { readonly [admitted]: true };

/** A path that the file guard resolved and allowed for one action. Only `host/files` mints one; opening it proves it again. */
export interface ConfinedPath {
  readonly [confined]: true;
  /** The path as the caller wrote it. */
  readonly asked: string;
  /** The absolute path after symlinks were resolved. */
  readonly real: string;
  /** Relative to the workspace where it lies inside, else absolute: for messages. */
  readonly shown: string;
  readonly action: string;
  /** What was there when it was checked. */
  readonly identity: FileIdentity;
}

/** `absent`, or device and inode, with the SHA-256 of the content where the file is changed, run or sent. */
export type FileIdentity =
  | { readonly kind: 'absent' }
  | { readonly kind: 'present'; readonly device: string; readonly inode: string; readonly digest: string | null };

/** A URL that the net guard parsed and allowed. Only `host/net` mints one; dialling judges every address again. */
export interface CheckedUrl {
  readonly [checked]: true;
  readonly asked: string;
  /** The normalised URL. */
  readonly href: string;
  readonly host: string;
}
