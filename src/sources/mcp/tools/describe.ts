// From what a server says of a tool to our tool: gated like every call of a foreign server. Its own word tightens and never loosens.
import type { Tool, ToolEffect } from '../../../contract/index.ts';
import { cutHead, neutraliseForModel } from '../../../text/index.ts';
import type { ServerSpec } from '../spec/server-spec.ts';
import { specFor } from '../spec/tool-settings.ts';
import { toolFingerprint, type ServerTool } from './definition.ts';
import { mostCallMs } from '../spec/call-limits.ts';

const mostDescription = 4_000;
const mostTitle = 200;
const mostAbout = 2_000;

/** The tools of one server are swapped together. */
export function serverFamily(server: string): { readonly source: string; readonly family: string } {
  return { source: server, family: `mcp:${server}` };
}

export interface Described {
  /** Under which it is called here. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly identity: string;
  /** What the server says of itself. */
  readonly about: string;
}

export function describeServerTool(tool: ServerTool, spec: ServerSpec, described: Described): Tool {
  const { name, aliases, identity, about } = described;
  const settings = specFor(spec, tool.name);
  const { name: server, timeoutMs, policyClass, hidden } = settings;
  return {
    name,
    title: shown(tool.title, mostTitle) || tool.name.slice(0, mostTitle).replaceAll(/[_-]+/g, ' '),
    description: settings.description ?? shown(tool.description, mostDescription),
    parameters: tool.inputSchema,
    kind: 'mcp',
    origin: {
      ...serverFamily(server),
      owner: null,
      fingerprint: toolFingerprint(identity, tool),
      ...(about === '' ? {} : { about: shown(about, mostAbout) }),
    },
    mode: 'mcp',
    policyClass,
    risk: tool.destructiveHint ? 'high' : 'medium',
    defaultEffect: null,
    locked: false,
    ownerOnly: false,
    hidden,
    alwaysAsk: false,
    tags: ['mcp'],
    aliases,
    argumentAliases: {},
    timeoutMs: Math.max(mostCallMs, timeoutMs) + spec.startTimeoutMs,
    category: 'mcp',
    whenToUse: '',
    examples: [],
    failureModes: [
      `The server ${server} is down or too slow: the answer says so, and for how long not to try again.`,
      'Its definition is no longer the accepted one: refused until the owner accepts it.',
    ],
    requiresSetup: null,
    secrets: [],
    effects: effectsOf(tool, settings),
    targets: [],
    actionPointer: null,
    untrustedResult: true,
  };
}

/** Only the operator's trust makes a read of a call; of two words of a tool that contradict each other the stricter holds. */
function effectsOf(
  { readOnlyHint, destructiveHint }: ServerTool,
  { trustReadOnly }: ServerSpec,
): readonly ToolEffect[] {
  if (destructiveHint) return ['egress', 'writes', 'destructive'];
  return trustReadOnly && readOnlyHint ? ['egress'] : ['egress', 'writes'];
}

/** As a model may read it: nothing hidden, no token of a chat template, and not endless. */
function shown(text: string, maxChars: number): string {
  return neutraliseForModel(cutHead(text, maxChars).text);
}
