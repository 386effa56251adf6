// What no rule lifts: locked tools, modes that do not exist or want somebody there, a session that only plans, and a mode's own hold.
import { cellEffect } from '../possible-effects.ts';
import { add, standing, type Draft } from './draft.ts';

/** What refuses whatever the arguments are: a locked tool, a mode that does not exist, nobody there. */
export function addRefusals(draft: Draft): void {
  const { input, mode } = draft;
  const { name, locked } = input.tool;
  if (locked) {
    const text = `${name} is locked: it is listed so that it can be spoken of, and it never runs. Nothing lifts this.`;
    add(draft, { source: 'locked', id: name, effect: 'DENY', text });
  }
  if (mode === undefined) {
    const text = `${name} names the tool mode ${input.tool.mode}, which does not exist here. Whoever brings the tool has to name one that does.`;
    add(draft, { source: 'ceiling', id: `mode:${input.tool.mode}`, effect: 'DENY', text });
  } else if (mode.attendedOnly === true && !input.caller.attended) {
    const text = `${name} needs a person who is there, and this caller runs unattended. From an attended session it would be considered.`;
    add(draft, { source: 'ceiling', id: `${mode.name}:attended`, effect: 'DENY', text });
  }
}

/** What no rule lifts, depending on the facts. */
export function addCeilings(draft: Draft): void {
  addPlanCeiling(draft);
  addHold(draft);
}

function addPlanCeiling(draft: Draft): void {
  const { mode, column, values, input } = draft;
  if (mode === undefined || column !== 'plan-only') return;
  const cell = mode.columns['plan-only'];
  if (cellEffect(cell, values) !== 'DENY') return;
  const text =
    `The session is in plan-only, where this call of ${input.tool.name} (tool mode ${mode.name}) does not run, whatever rules allow. ` +
    'Present the plan first; what only reads stays open.';
  add(draft, { source: 'ceiling', id: `${mode.name}:plan-only${standing(cell, values)}`, effect: 'DENY', text });
}

function addHold(draft: Draft): void {
  const hold = draft.mode?.hold;
  if (hold === undefined) return;
  const effect = cellEffect(hold.cell, draft.values);
  if (effect === 'ALLOW') return;
  const id = `${draft.mode?.name}:hold${standing(hold.cell, draft.values)}`;
  add(draft, { source: effect === 'DENY' ? 'ceiling' : 'raise', id, effect, text: hold.text });
}

/** Whether the mode's own question is asked for each call anew. */
export function holdAsksEachTime({ mode, values }: Draft): boolean {
  const hold = mode?.hold;
  return hold !== undefined && hold.onceOnly && cellEffect(hold.cell, values) === 'ASK';
}
