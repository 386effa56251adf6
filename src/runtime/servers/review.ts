// What there is to accept of a server: each tool beside what was accepted, with what a person should know of it.
import type { ReviewedTool, ServerReview } from '../../contract/index.ts';
import type { Registry } from '../../kernel/index.ts';
import {
  differencesOf,
  findingsOf,
  reachText,
  toolFingerprint,
  type ServerSpec,
  type ServerTool,
} from '../../sources/index.ts';
import { canonicalJson, sha256Hex } from '../../text/index.ts';

export interface Said {
  readonly spec: ServerSpec;
  readonly identity: string;
  readonly about: string;
  readonly tools: ReadonlyMap<string, ServerTool>;
  readonly notices: readonly string[];
}

export interface Beside {
  readonly accepted: { readonly about: string; readonly tools: ReadonlyMap<string, ServerTool> } | null;
  readonly registry: Registry;
  readonly exposed: (name: string) => string;
}

export function reviewOf(said: Said, beside: Beside): ServerReview {
  const { spec, identity, about, tools, notices } = said;
  const elsewhere = namesElsewhere(spec.name, beside.registry);
  const gone = [...(beside.accepted?.tools.values() ?? [])].filter(({ name }) => !tools.has(name));
  const reviewed = [
    ...[...tools.values()].map((tool) => reviewedTool(tool, elsewhere, beside)),
    ...gone.map((tool) => ({ ...reviewedTool(tool, elsewhere, beside), change: 'gone' as const, findings: [] })),
  ];
  return {
    name: spec.name,
    reach: reachText(spec.reach),
    digest: digestOf({ identity, about, tools }),
    isAccepted: beside.accepted !== null && beside.accepted.about === about && reviewed.every(isSame),
    about,
    tools: reviewed,
    notices,
  };
}

function isSame({ change }: ReviewedTool): boolean {
  return change === 'same';
}

/** Of everything a yes is about. */
function digestOf({ identity, about, tools }: Pick<Said, 'identity' | 'about' | 'tools'>): string {
  const prints = [...tools.values()].map((tool) => toolFingerprint(identity, tool)).toSorted();
  return sha256Hex(canonicalJson({ identity, about, prints }));
}

function reviewedTool(tool: ServerTool, elsewhere: ReadonlySet<string>, { accepted, exposed }: Beside): ReviewedTool {
  const before = accepted?.tools.get(tool.name);
  const differences = before === undefined ? [] : differencesOf(before, tool);
  return {
    name: tool.name,
    exposed: exposed(tool.name),
    change: before === undefined ? 'new' : differences.length === 0 ? 'same' : 'changed',
    description: tool.description,
    differences,
    findings: findingsOf(tool, elsewhere),
  };
}

/** Names and other names of tools that others brought, and what their servers call them. */
function namesElsewhere(server: string, registry: Registry): ReadonlySet<string> {
  const others = registry
    .snapshot()
    .all()
    .filter(({ origin }) => origin.source !== server);
  return new Set(
    others.flatMap(({ name, aliases, kind, origin }) =>
      [name, ...aliases, ...(kind === 'mcp' ? [name.slice(`mcp_${origin.source}_`.length)] : [])].map((each) =>
        each.toLowerCase(),
      ),
    ),
  );
}
