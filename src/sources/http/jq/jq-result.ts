// What comes of a jq filter.

export interface JqResult {
  /** All that it printed, also before it failed. */
  readonly text: string;
  /** In jq's own words, or null. */
  readonly problem: string | null;
}
