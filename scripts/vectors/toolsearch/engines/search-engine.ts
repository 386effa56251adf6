// The shape in which every engine is measured: given the tools once, then asked for the best for a query.
import { argumentsOf } from '../../../../src/kernel/search/index/tool-fields.ts';
import type { ToolLine } from '../read-sets.ts';

/** The ids of the tools that fit best, best first. */
export type Finder = (query: string, limit: number) => readonly string[];

export interface SearchEngine {
  readonly name: string;
  /** In one sentence, what is set in it. */
  readonly settings: string;
  build(tools: readonly ToolLine[]): Finder;
}

/** Everything that is known of a tool, the same for every engine. */
export interface ToolTexts {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly argumentNames: string;
  readonly argumentTexts: string;
  readonly source: string;
  readonly about: string;
}

export const textFields = ['name', 'description', 'argumentNames', 'argumentTexts', 'source', 'about'] as const;

/** Of those that were tried for the packages with weights, the ones that found most on the sets of docs/tool-search.md. */
export const fieldBoosts: Readonly<Record<(typeof textFields)[number], number>> = {
  name: 3,
  description: 1,
  argumentNames: 1,
  argumentTexts: 0.7,
  source: 1.5,
  about: 0.5,
};

export function textsOf({ id, name, description, parameters, server, server_description: about }: ToolLine): ToolTexts {
  const { names, texts } = argumentsOf(parameters ?? {});
  return {
    id,
    name,
    description: description ?? '',
    argumentNames: names.join(' '),
    argumentTexts: texts.join(' '),
    source: server ?? '',
    about: about ?? '',
  };
}
