// What a decision knows of a tool.
import type { DecisionInput, Tool } from '../../contract/index.ts';

const toolParts = new WeakMap<Tool, DecisionInput['tool']>();

/** The same frozen part for each call of a tool. */
export function decidedTool(tool: Tool): DecisionInput['tool'] {
  let part = toolParts.get(tool);
  if (part === undefined) {
    const { name, mode, policyClass, risk, defaultEffect, locked, alwaysAsk, tags, effects } = tool;
    part = Object.freeze({
      name,
      fingerprint: tool.origin.fingerprint,
      mode,
      policyClass,
      risk,
      defaultEffect,
      locked,
      alwaysAsk,
      tags,
      effects,
    });
    toolParts.set(tool, part);
  }
  return part;
}
