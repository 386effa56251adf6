// Which tool an attack is made with: ours where we have it, else a foreign one with the stated effects.
import { toolEffects, type Tool, type ToolEffect } from '../../../src/contract/index.ts';
import { findMode } from '../../../src/kernel/index.ts';
import { sha256Hex } from '../../../src/text/index.ts';
import { plainTool } from '../../../src/testing/index.ts';
import type { AttackCall } from './injection-case.ts';

/** Names in the cases that are built-in here. Their argument names are aliases there. */
const builtins: Readonly<Record<string, string>> = {
  'file.read': 'file_read',
  'file.write': 'file_write',
  'shell.run': 'shell',
};

/** What only the deciding authority does. No source may bring a tool for it, so an agent that calls one calls nothing. */
const owners = new Set(['admin']);

export interface AttackTool {
  readonly name: string;
  /** Null for a built-in, and for what does not exist. */
  readonly tool: Tool | null;
}

export function attackTool(call: AttackCall): AttackTool {
  const builtin = Object.hasOwn(builtins, call.tool) ? builtins[call.tool] : undefined;
  if (builtin !== undefined) return { name: builtin, tool: null };
  const name = call.tool.replaceAll('.', '_');
  return { name, tool: owners.has(call.capability) ? null : foreignTool(name, call) };
}

function foreignTool(name: string, call: AttackCall): Tool {
  const effects = toolEffects.filter((effect) =>
    call.effects.some((stated) => (synonyms[stated] ?? stated) === effect),
  );
  const mode = modeOf(call, effects);
  return {
    ...strangersTool(name),
    mode,
    policyClass: findMode(mode)?.policyClass ?? 'external_api',
    effects,
    targets: targetsOf(call),
  };
}

/** Other words for an effect of ours. */
const synonyms: Readonly<Record<string, ToolEffect>> = { memory: 'remembers', exec: 'executes', network: 'egress' };

const pathNames = new Set(['path', 'from', 'to', 'source', 'destination']);

function targetsOf({ args, capability, action }: AttackCall): Tool['targets'] {
  return Object.keys(args).flatMap((name): Tool['targets'] => {
    if (name === 'url') return [{ pointer: '/url', kind: 'url', action: action.toLowerCase() }];
    return capability === 'file' && pathNames.has(name) ? [{ pointer: `/${name}`, kind: 'path', action: 'write' }] : [];
  });
}

/** As a source of that kind would name it. */
function modeOf({ capability, action }: AttackCall, effects: readonly ToolEffect[]): string {
  if (capability === 'net') return action === 'GET' ? 'http_get' : 'http_post';
  if (capability === 'file') return effects.length === 0 ? 'read_text' : 'write_text';
  if (capability === 'memory') return effects.length === 0 ? 'note' : 'memory';
  if (action === 'send') return 'send';
  return effects.length === 0 ? 'note' : 'mcp';
}

/** A tool that a foreign server brought. */
export function strangersTool(name: string, more: Partial<Tool> = {}): Tool {
  return plainTool({
    name,
    title: name,
    description: 'A tool of a foreign server.',
    parameters: { type: 'object' },
    kind: 'mcp',
    origin: { source: 'mcp:stranger', owner: null, family: 'mcp:stranger', fingerprint: sha256Hex(name) },
    risk: 'medium',
    timeoutMs: 10_000,
    category: 'foreign',
    untrustedResult: true,
    ...more,
  });
}
