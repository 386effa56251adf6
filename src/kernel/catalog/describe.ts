// Describes one tool to one caller: by exact name, from live state, granting nothing. The same words on every surface.
import { bridges, type Caller, type Described, type Tool, type ToolDescription } from '../../contract/index.ts';
import type { PolicyView } from '../gate/frame/gate-deps.ts';
import { isBridge } from '../registry/is-bridge.ts';
import type { Snapshot } from '../registry/snapshot.ts';
import { seenTools } from './seen-tools.ts';
import { summarise } from './summary.ts';

const maxNameChars = 200;

export interface DescribeScope {
  readonly snapshot: Snapshot;
  readonly caller: Caller;
  readonly policy: PolicyView;
}

export function describeTool(given: string, scope: DescribeScope): Described {
  const name = given.trim();
  if (name === '' || name.length > maxNameChars) {
    return {
      ok: false,
      code: 'invalid',
      message: `Give one exact tool name of 1 to ${maxNameChars} characters.`,
      nearest: [],
    };
  }
  const seen = seenTools(scope.snapshot, scope.caller);
  const tool = seen.find(name);
  if (tool !== undefined) return { ok: true, tool: description(tool, scope) };
  const nearest = seen.near(name);
  const advice = nearest.length > 0 ? ` Did you mean ${nearest.join(', ')}?` : '';
  return {
    ok: false,
    code: 'unknown',
    message: `There is no tool named ${JSON.stringify(name)}.${advice} No tool was run.`,
    nearest,
  };
}

function description(tool: Tool, { caller, policy }: DescribeScope): ToolDescription {
  const summary = summarise(tool, caller, policy);
  return {
    ...summary,
    parameters: tool.parameters,
    aliases: tool.aliases,
    argumentAliases: tool.argumentAliases,
    effects: tool.effects,
    timeoutMs: tool.timeoutMs,
    whenToUse: tool.whenToUse,
    examples: tool.examples,
    failureModes: tool.failureModes,
    requiresSetup: tool.requiresSetup,
    fingerprint: tool.origin.fingerprint,
    executionNote: executionNote(tool, summary.effect, summary.conditional),
  };
}

function executionNote(tool: Tool, effect: string, conditional: boolean): string {
  if (tool.locked) return 'Locked: it can be named in rules and is always refused.';
  if (isBridge(tool) && tool.name === bridges.call) return 'A call meets what a call of the tool that it names meets.';
  const words = { ALLOW: 'runs at once', ASK: 'asks a person first', DENY: 'is refused' }[effect] ?? effect;
  const more = conditional ? ', at the strictest; the arguments may make it easier' : '';
  return `A call now ${words}${more}. Describing a tool runs nothing and permits nothing.`;
}
