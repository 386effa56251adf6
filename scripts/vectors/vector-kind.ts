// What a kind of vectors is: it runs a file, or a folder, of that kind and says for each case whether the answer is the stated one.

export interface VectorResult {
  readonly id: string;
  /** What the case is about, in its own words. */
  readonly why: string;
  readonly passed: boolean;
  readonly expected: string;
  readonly got: string;
  /** Told where it passed too. */
  readonly told?: string;
  /** Of a case that is stated to be harmless, in kinds that have such: whether it was asked about all the same. */
  readonly isNuisance?: boolean;
}

/** Throws `VectorFileError` where the file cannot be run at all. */
export type VectorKind = (path: string) => Promise<readonly VectorResult[]>;

export class VectorFileError extends Error {}
