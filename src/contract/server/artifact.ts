// What a command leads to, as far as it can be known without running anything: files and packages by their content.

export interface ArtifactPart {
  /** An interpreter is what the first line of a program that is a script starts. */
  readonly kind: 'program' | 'interpreter' | 'script' | 'package';
  /** Of a package as it names itself, else the last part of the path. */
  readonly name: string;
  /** Of a package; empty where there is none. */
  readonly version: string;
  /** The real path. */
  readonly path: string;
  /** SHA-256 of the content in hex, of a package over all of its files. */
  readonly digest: string;
  /**
   * What the file system said when that was read. As long as it says the same, content and path are the same: it holds the time of change,
   * which nobody can set who cannot set the clock. Empty where it must not be relied upon.
   */
  readonly stamp: string;
  /** Of the package that the command names: its files with their digests, so that a change can be told by its file. */
  readonly files: readonly (readonly [path: string, digest: string])[];
}

export interface Artifact {
  readonly parts: readonly ArtifactPart[];
  /** What the command leads to besides, each with why it is not pinned. */
  readonly notPinned: readonly string[];
}
