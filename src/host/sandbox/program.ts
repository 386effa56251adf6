// A program as it is started, with walls around it or without.

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}
