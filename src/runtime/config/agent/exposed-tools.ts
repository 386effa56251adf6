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
  const { include: wanted, exclude: unwanted } = expose?.agent?.tools ?? {};
  const included = narrowed(selectionOf(include), selectionOf(wanted));
  const excluded = withdrawn(selectionOf(exclude), selectionOf(unwanted) ?? { tools: [], tags: [] });
  return { ...included, ...excluded, elsewhere: new Map([...included.elsewhere, ...excluded.elsewhere]) };
}

type Included = Pick<ExposedTools, 'include' | 'allow' | 'elsewhere'>;

function narrowed(own: Selection | null, wanted: Selection | null): Included {
  if (wanted === null) return { include: own, allow: null, elsewhere: new Map() };
  const allow = wanted.tools.flatMap((pattern) => namePatternOf(pattern) ?? []);
  if (allow.length === wanted.tools.length && wanted.tags.length === 0)
    return { include: own, allow, elsewhere: new Map() };
  const went = (text: string) => new Map(includeKeys.map((key) => [key, text]));
  return own === null
    ? { include: wanted, allow: null, elsewhere: went('sources.NAME.include') }
    : { include: own, allow, elsewhere: went(fewer) };
}

function withdrawn(own: Selection | null, unwanted: Selection): Pick<ExposedTools, 'exclude' | 'deny' | 'elsewhere'> {
  const deny = unwanted.tools.flatMap((pattern) => namePatternOf(pattern) ?? []);
  const unsaid = unwanted.tools.filter((pattern) => namePatternOf(pattern) === null);
  return {
    exclude: joined(own, { tools: unsaid, tags: unwanted.tags }),
    deny,
    elsewhere: new Map(unsaid.length === 0 ? [] : [[excludedTools, 'profiles.exposed.deny and sources.NAME.exclude']]),
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
