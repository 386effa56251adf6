// What was found out about a server by connecting to it, and need not be found out again.
import type { ServerSpec } from '../spec/server-spec.ts';

/** What a server may have besides tools. */
export const offers = ['resources', 'prompts', 'completions'] as const;
export type Offer = (typeof offers)[number];

/** `legacy`: the newer protocol is not tried. */
export type Era = 'auto' | 'legacy';

export interface ServerTraits {
  readonly era: Era;
  /** How it is spoken to over HTTP: the transport of today, or the two addresses of 2024. */
  readonly web: 'streamable' | 'sse';
  readonly offers: readonly Offer[];
}

/** Of a server that nothing is known of. */
export function firstTraits({ reach }: Pick<ServerSpec, 'reach'>): ServerTraits {
  return reach.kind === 'web' && reach.transport === 'sse'
    ? { era: 'legacy', web: 'sse', offers: [] }
    : { era: 'auto', web: 'streamable', offers: [] };
}

/** As they were written down; what cannot be read counts as not known. */
export function readTraits({ era, web, offers: offered }: Written): ServerTraits {
  return {
    era: era === 'legacy' ? 'legacy' : 'auto',
    web: web === 'sse' ? 'sse' : 'streamable',
    offers: offers.filter((offer) => offered.includes(offer)),
  };
}

interface Written {
  readonly era: string;
  readonly web: string;
  readonly offers: readonly string[];
}
