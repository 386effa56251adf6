// What there is to accept of a server: each tool beside what was accepted, with what a person should know of it.
import type { Artifact, LaunchView, LockView, ReviewedTool, ServerReview } from '../../contract/index.ts';
import type { Registry } from '../../kernel/index.ts';
import {
  differencesOf,
  findingsOf,
  reachText,
  toolFingerprint,
  wordFindings,
  type ServerSpec,
  type ServerTool,
} from '../../sources/index.ts';
import { canonicalJson, sha256Hex } from '../../text/index.ts';
import { artifactDigest } from './launch-text.ts';

export interface Said {
  readonly spec: ServerSpec;
  readonly identity: string;
  readonly artifact: Artifact;
  readonly about: string;
  readonly software: string;
  readonly tools: ReadonlyMap<string, ServerTool>;
  readonly notices: readonly string[];
}

export interface Beside {
  readonly launch: LaunchView;
  readonly lock: LockView | null;
  readonly accepted: { readonly about: string; readonly tools: ReadonlyMap<string, ServerTool> } | null;
  readonly registry: Registry;
  readonly exposed: (name: string) => string;
}

export function reviewOf(said: Said, beside: Beside): ServerReview {
  const { spec, about, software, tools, notices } = said;
  const { accepted, launch, lock } = beside;
  const elsewhere = namesElsewhere(spec.name, beside.registry);
  const gone = [...(accepted?.tools.values() ?? [])].filter(({ name }) => !tools.has(name));
  const reviewed = [
    ...[...tools.values()].map((tool) => reviewedTool(tool, elsewhere, beside)),
    ...gone.map((tool) => ({ ...reviewedTool(tool, elsewhere, beside), change: 'gone' as const, findings: [] })),
  ];
  return {
    name: spec.name,
    reach: reachText(spec.reach),
    launch,
    lock,
    digest: digestOf(said),
    isAccepted: accepted?.about === about && launch.differences.length === 0 && reviewed.every(isSame),
    about,
    software,
    findings: wordFindings([about]),
    differences:
      accepted === null || accepted.about === about
        ? []
        : [`what it says of itself: ${JSON.stringify(accepted.about)} → ${JSON.stringify(about)}`],
    tools: reviewed,
    notices,
  };
}

function isSame({ change }: ReviewedTool): boolean {
  return change === 'same';
}

/** Of everything a yes is about. */
function digestOf({ identity, artifact, about, tools }: Said): string {
  const prints = [...tools.values()].map((tool) => toolFingerprint(identity, tool)).toSorted();
  return sha256Hex(canonicalJson({ identity, artifact: artifactDigest(artifact), about, prints }));
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
