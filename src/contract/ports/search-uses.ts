// What searches over tools led to: kept for each principal by itself, so that the next search finds what the last one was for.

/** A search that led to a call that went well. */
export interface SearchUse {
  /** Stems of the words that were asked, without the values among them. Never the text itself. */
  readonly stems: readonly string[];
  readonly tool: string;
  /** Of the definition that was called. */
  readonly fingerprint: string;
  readonly times: number;
  /** The last time. */
  readonly at: number;
}

/** Contract: bounded for each tool and each principal; who comes last stays. Rejects as Store does. */
export interface SearchUses {
  of(principal: string): Promise<readonly SearchUse[]>;
  /** One more of the same words and definition counts once more. */
  add(principal: string, use: Pick<SearchUse, 'stems' | 'tool' | 'fingerprint'>): Promise<void>;
  /** Another text after each time that something was forgotten, by whatever process of the home. Cheap: read with every search. */
  forgotten(): Promise<string>;
  /** Forgets all of all principals, or what led to one tool. Answers how many. */
  forget(tool: string | null, by: string): Promise<number>;
}
