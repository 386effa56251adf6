// What is known of a text that a tool brought: from where, and how far it may be believed.

/** Where a result comes from and how far it may be believed. */
export interface ResultLabel {
  readonly source: string;
  readonly tool: string;
  readonly trust: 'trusted' | 'untrusted';
  readonly private: boolean;
}
