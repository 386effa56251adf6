// Which tools an agent.yaml exposes, in the words of a source and of a profile: never one more than it says.
import type { AgentFile } from './agent-schema.ts';
import { namePatternOf } from './name-pattern.ts';

export interface Selection {
  readonly tools: readonly string[];
  readonly tags: readonly string[];
}

export interface ExposedTools {
  /** Of the source; null narrows nothing. */
  readonly include: Selection | null;
  readonly exclude: Selection | null;
  /** Of the profile `exposed`; null and nothing where it does not narrow. */
  readonly allow: readonly string[] | null;
  readonly deny: readonly string[];
  /** By key, where it went otherwise than `agentKeys` says. */
  readonly elsewhere: ReadonlyMap<string, string>;
}

const includeKeys = ['expose.agent.tools.include.tools', 'expose.agent.tools.include.tags'] as const;
const excludedTools = 'expose.agent.tools.exclude.tools';

/** A profile names tools by words with *, and knows no tags. What it cannot say is said of the source, else left out: then it has fewer tools. */
export function exposedTools({ include, exclude, expose }: AgentFile): ExposedTools {
  const own = selectionOf(include);
  const wanted = selectionOf(expose?.agent?.tools?.include);
  const unwanted = selectionOf(expose?.agent?.tools?.exclude) ?? { tools: [], tags: [] };
  const allowed = (wanted?.tools ?? []).flatMap((pattern) => namePatternOf(pattern) ?? []);
  const isSaid = wanted === null || (allowed.length === wanted.tools.length && wanted.tags.length === 0);
  const isOfSource = !isSaid && own === null;
  const denied = unwanted.tools.map((pattern) => [pattern, namePatternOf(pattern)] as const);
  const unsaid = denied.flatMap(([pattern, words]) => (words === null ? [pattern] : []));
  const elsewhere = new Map<string, string>();
  if (!isSaid) for (const key of includeKeys) elsewhere.set(key, isOfSource ? 'sources.NAME.include' : fewer);
  if (unsaid.length > 0) elsewhere.set(excludedTools, 'profiles.exposed.deny and sources.NAME.exclude');
  return {
    include: isOfSource ? wanted : own,
    exclude: joined(selectionOf(exclude), { tools: unsaid, tags: unwanted.tags }),
    allow: wanted === null || isOfSource ? null : allowed,
    deny: denied.flatMap(([, words]) => words ?? []),
    elsewhere,
  };
}

const fewer = 'profiles.exposed.allow, without what a profile cannot say (tags, patterns): it has fewer tools';

/** What names neither is as if it was not there, as Fisk AI has it. */
function selectionOf({ tools = [], tags = [] }: AgentFile['include'] = {}): Selection | null {
  return tools.length === 0 && tags.length === 0 ? null : { tools, tags };
}

function joined(left: Selection | null, right: Selection): Selection | null {
  return selectionOf({ tools: [...(left?.tools ?? []), ...right.tools], tags: [...(left?.tags ?? []), ...right.tags] });
}
