// What goes into a request and under which names, before a provider's own words for it.
import {
  bridges,
  type FormattedTools,
  type JsonObject,
  type PresentedTool,
  type ToolNote,
  type ToolPresentation,
  type WireTool,
} from '../../contract/index.ts';
import { projectSchema, type ProjectedSchema, type SchemaRules } from '../schema/project.ts';
import { describeTool } from './describe-tool.ts';
import { wireNames, type NameRule } from '../names/wire-names.ts';

export interface RequestRules {
  readonly schema: SchemaRules;
  readonly names: NameRule;
  readonly maxTools: number;
  readonly maxDescriptionChars: number;
  /** Names that the request gives to something else. */
  readonly reserved: readonly string[];
  /** Deferred tools go out too, marked, and the provider searches them: then our own bridges stay out, or there would be two searches. */
  readonly searchesItself: boolean;
}

/** One tool as any provider needs it. */
export interface WireDefinition {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly source: string;
  readonly isDeferred: boolean;
}

export interface PreparedTools extends Pick<FormattedTools, 'names' | 'notes' | 'quarantined'> {
  /** In the order of the presentation, the deferred behind the others. */
  readonly definitions: readonly WireDefinition[];
}

interface Candidate {
  readonly tool: PresentedTool;
  readonly isDeferred: boolean;
  readonly projected: Extract<ProjectedSchema, { ok: true }>;
}

export function prepareTools(presentation: ToolPresentation, rules: RequestRules): PreparedTools {
  const { candidates, quarantined } = project(presentation, rules);
  const { kept, left } = withinLimit(candidates, rules.maxTools);
  const notes: ToolNote[] = left.map(({ tool }) => ({ tool: tool.name, text: leftOut(rules.maxTools) }));
  const all = [...presentation.inline, ...presentation.deferred].map(({ name }) => name);
  // Named among all tools, sent or not: a shortened name must not be that of a tool which is called directly.
  const wire = wireNames(all, rules.names, rules.reserved);
  const names = new Map<string, WireTool>();
  const definitions: WireDefinition[] = [];
  for (const { tool, isDeferred, projected } of kept) {
    const name = wire.get(tool.name);
    if (name === undefined) {
      quarantined.push({ tool: tool.name, reason: 'its name cannot be told apart from another on the wire' });
      continue;
    }
    names.set(name, { tool: tool.name, arguments: projected.renamed });
    const { text, isCut } = describeTool(tool.description, projected.words, rules.maxDescriptionChars);
    definitions.push({ name, description: text, schema: projected.schema, source: tool.source, isDeferred });
    notes.push(
      ...notesOn(tool.name, [
        name === tool.name ? '' : `it is named ${name} on the wire`,
        projected.note === '' ? '' : `schema projected: ${projected.note}`,
        isCut ? `its description is cut to ${rules.maxDescriptionChars} characters` : '',
      ]),
    );
  }
  return { definitions, names, notes: notes.sort(byTool), quarantined: quarantined.sort(byTool) };
}

function project(
  { inline, deferred }: ToolPresentation,
  { schema, searchesItself }: RequestRules,
): { readonly candidates: readonly Candidate[]; readonly quarantined: { tool: string; reason: string }[] } {
  const sent = [
    ...inline.filter((tool) => !searchesItself || !isStandIn(tool)).map((tool) => ({ tool, isDeferred: false })),
    ...(searchesItself ? deferred : []).map((tool) => ({ tool, isDeferred: true })),
  ];
  const named = Map.groupBy(sent, ({ tool }) => tool.name);
  const candidates: Candidate[] = [];
  const quarantined: { tool: string; reason: string }[] = [];
  for (const [name, [first, ...others]] of named) {
    if (first === undefined) continue;
    // Which of them a call would mean, nobody could say.
    if (others.length > 0) quarantined.push({ tool: name, reason: `${others.length + 1} tools have this name` });
    else {
      const projected = projectSchema(first.tool.parameters, schema);
      if (projected.ok) candidates.push({ ...first, projected });
      else quarantined.push({ tool: name, reason: projected.reason });
    }
  }
  return { candidates, quarantined };
}

/** Stands in for a search of the provider's own. To describe a tool is a report too, and stays. */
function isStandIn({ name, source }: PresentedTool): boolean {
  return source === 'builtin' && (name === bridges.search || name === bridges.call);
}

/** Without it what is left out could not be reached. */
function isBridge({ name, source }: PresentedTool): boolean {
  return source === 'builtin' && Object.values<string>(bridges).includes(name);
}

/** The bridges go first. */
function withinLimit(
  candidates: readonly Candidate[],
  maxTools: number,
): { readonly kept: readonly Candidate[]; readonly left: readonly Candidate[] } {
  const isCounted = ({ tool, isDeferred }: Candidate): boolean => !isDeferred && !isBridge(tool);
  let room = maxTools - candidates.filter(({ tool, isDeferred }) => !isDeferred && isBridge(tool)).length;
  const left = new Set(candidates.filter(isCounted).filter(() => room-- <= 0));
  return { kept: candidates.filter((candidate) => !left.has(candidate)), left: [...left] };
}

function leftOut(maxTools: number): string {
  return `left out: the request takes ${maxTools} tools; a call of it by name works`;
}

function notesOn(tool: string, texts: readonly string[]): readonly ToolNote[] {
  return texts.filter((text) => text !== '').map((text) => ({ tool, text }));
}

function byTool(first: { readonly tool: string }, second: { readonly tool: string }): number {
  if (first.tool === second.tool) return 0;
  return first.tool < second.tool ? -1 : 1;
}
