// Whether a call of a foreign tool counts as a read: known from the description alone, so a listing can tell it as a call does.
import type { Fact } from './fact.ts';
import type { Tool, ToolEffect } from '../tool/tool.ts';

/** What a call of such a tool really does nobody here knows. */
export function isOfServer({ kind }: Pick<Tool, 'kind'>): boolean {
  return kind === 'mcp';
}

/** What the description alone says of every call. */
export function descriptionFacts(tool: Tool): readonly Fact[] {
  if (isOfServer(tool)) return [readHint(tool)];
  return isOfProgram(tool) ? [readWord(tool)] : [];
}

/**
 * Whether its operator says of a foreign tool that it only reads. Its class stays what it is, so that it never becomes a tool of guests; who is
 * left with what only reads is left with it. What we have for each server, without any effect, is nobody's word.
 */
export function isTakenAsRead(tool: Tool): boolean {
  return isOfProgram(tool) ? !isActing(tool) : isBelievedRead(tool) && tool.effects.length > 0;
}

function isOfProgram({ targets }: Tool): boolean {
  return targets.some(({ line }) => line !== undefined && 'command' in line);
}

/** As the guard `program` finds it. A tool of a command is described without any effect of acting where its operator said that it reads. */
export function readWord(tool: Tool): Fact {
  const isRead = !isActing(tool);
  return {
    guard: 'program',
    name: 'read_word',
    value: isRead ? 'operator' : 'none',
    verdict: 'clear',
    targets: [],
    text: isRead ? 'The operator says that it only reads.' : 'Nobody but its own description says what it does.',
  };
}

/** As the guard `server` finds it. */
export function readHint(tool: Tool): Fact {
  const isRead = isBelievedRead(tool);
  return {
    guard: 'server',
    name: 'read_hint',
    value: isRead ? 'trusted' : 'none',
    verdict: 'clear',
    targets: [],
    text: isRead ? textOf(tool) : 'What the server does with a call is not known here.',
  };
}

/** Ours that lists what a server has is described without any effect. */
function textOf({ effects }: Tool): string {
  return effects.length === 0
    ? 'It lists what the server has, and sends it nothing of the call.'
    : 'The server says that it only reads, and the operator trusts its word.';
}

const acting: readonly ToolEffect[] = ['writes', 'executes', 'destructive', 'administrative', 'remembers'];

/** Only a tool that the operator believes to read is described without any effect of acting. */
function isBelievedRead(tool: Tool): boolean {
  return isOfServer(tool) && !isActing(tool);
}

function isActing({ effects }: Tool): boolean {
  return effects.some((effect) => acting.includes(effect));
}
