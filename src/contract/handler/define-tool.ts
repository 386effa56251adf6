// How a built-in tool is declared: its description and its run function in one file. The description is taken out at build time.
import type { z } from 'zod';
import type { Effect } from '../policy/effect.ts';
import type { PolicyClass } from '../policy/policy-class.ts';
import type { ToolPorts } from './tool-ports.ts';
import type { Admitted } from '../proof/proofs.ts';
import type { Risk, TargetPointer, ToolEffect, ToolExample } from '../tool/tool.ts';
import type { ToolResult } from '../tool/tool-result.ts';
import type { HandlerContext } from './handler.ts';

export interface BuiltinTool<Input extends z.ZodObject, Need extends keyof ToolPorts> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mode: string;
  readonly input: Input;
  readonly category: string;
  readonly risk: Risk;
  readonly timeoutMs: number;
  readonly effects: readonly ToolEffect[];
  readonly whenToUse: string;
  readonly needs?: readonly Need[];
  /** Default: the class of the tool's mode. */
  readonly policyClass?: PolicyClass;
  readonly defaultEffect?: Effect;
  readonly locked?: boolean;
  readonly ownerOnly?: boolean;
  readonly alwaysAsk?: boolean;
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
  readonly argumentAliases?: Readonly<Record<string, string>>;
  readonly examples?: readonly ToolExample[];
  readonly failureModes?: readonly string[];
  readonly requiresSetup?: string;
  readonly secrets?: readonly string[];
  readonly targets?: readonly TargetPointer[];
  readonly actionPointer?: string;
  readonly untrustedResult?: boolean;
  run(args: Admitted<z.output<Input>>, context: HandlerContext<Need>): Promise<ToolResult>;
}

/** Declares a built-in. The shape of `args` follows from `input`; `context.ports` holds what `needs` names and nothing else. */
export function defineTool<Input extends z.ZodObject, Need extends keyof ToolPorts = never>(
  tool: BuiltinTool<Input, Need>,
): BuiltinTool<Input, Need> {
  return tool;
}
