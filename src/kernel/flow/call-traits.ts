// What a call may do, as far as the flow rule asks: by the effects its tool declares, its mode and the facts, never by its name.
import type { Tool } from '../../contract/index.ts';
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

/** Null for a call that the rule has nothing to do with, such as every plain read. */
export function callTraits(tool: Tool, mode: ToolMode | undefined, values: FactValues): CallTraits | null {
  const { effects } = tool;
  const isRead = mode !== undefined && readsOnly(mode, values);
  const delivers = mode?.delivers !== undefined && cellEffect(mode.delivers, values) !== 'ALLOW';
  const sends = delivers || effects.includes('egress');
  const rules = effects.includes('administrative') || effects.includes('destructive');
  const lasts = delivers || rules || effects.includes('remembers');
  const aims = sends || rules || effects.includes('writes') || effects.includes('executes');
  return aims || lasts ? { aims, sends, lasts, isRead } : null;
}

/** By a case that holds, not by a column that lets everything run; a place that may be written without a question is no read. */
function readsOnly({ columns }: ToolMode, values: FactValues): boolean {
  const cell = columns.readonly;
  return typeof cell !== 'string' && !cellFacts(cell).includes('zone') && cellEffect(cell, values) === 'ALLOW';
}
