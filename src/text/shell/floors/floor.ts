// A finding that refuses a command whatever else says.

export interface ShellFloor {
  /** The name of the fact. */
  readonly name: FloorName;
  /** The part of the line it is about. */
  readonly source: string;
  /** What is wrong, as the end of a sentence about the command, and what to do instead. */
  readonly text: string;
}

export type FloorName = 'unrecoverable' | 'privilege' | 'network_code' | 'git_push' | 'too_long';
