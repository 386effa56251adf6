// What a call may do, as far as the flow rule asks: by the effects its tool declares, its mode and the facts, never by its name.
import type { Tool, ToolEffect } from '../../contract/index.ts';
import { cellEffect, cellFacts, type FactValues } from '../policy/possible-effects.ts';
import type { ToolMode } from '../policy/tool-mode.ts';

export interface CallTraits {
  /** Writes, sends, executes, destroys or administers: where it is aimed matters. */
  readonly aims: boolean;
  readonly sends: boolean;
  /** Destroys, administers, remembers or delivers. */
  readonly lasts: boolean;
  /** The mode lets this very call run without a question where only reading is free: a safe command, a search, a listing. */
  readonly isRead: boolean;
}

/** Effects that are aimed at something, those that send, and those whose harm outlives the call. */
const aiming: readonly ToolEffect[] = ['writes', 'egress', 'executes', 'destructive', 'administrative'];
const sending: readonly ToolEffect[] = ['egress'];
const lasting: readonly ToolEffect[] = ['destructive', 'administrative', 'remembers'];

/** Null for a call that the rule has nothing to do with, such as every plain read. */
export function callTraits(tool: Tool, mode: ToolMode | undefined, values: FactValues): CallTraits | null {
  const delivers = mode?.delivers !== undefined && cellEffect(mode.delivers, values) !== 'ALLOW';
  const has = (effects: readonly ToolEffect[]): boolean => tool.effects.some((effect) => effects.includes(effect));
  const aims = delivers || has(aiming);
  const lasts = delivers || has(lasting);
  if (!aims && !lasts) return null;
  return { aims, sends: delivers || has(sending), lasts, isRead: mode !== undefined && readsOnly(mode, values) };
}

/** By a case that holds, not by a column that lets everything run; a place that may be written without a question is no read. */
function readsOnly({ columns }: ToolMode, values: FactValues): boolean {
  const cell = columns.readonly;
  return typeof cell !== 'string' && !cellFacts(cell).includes('zone') && cellEffect(cell, values) === 'ALLOW';
}
