// Which texts of a call say where it is aimed. What a write contains does not.
import type { JsonObject, JsonValue, Target, Tool } from '../../contract/index.ts';

export interface AimedValue {
  readonly value: string;
  /** As the decision lists it; null for an argument that is no target. */
  readonly target: string | null;
  /** The argument, for the person. */
  readonly pointer: string;
  readonly isCommand: boolean;
}

interface Aim {
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly targets: readonly Target[];
}

/**
 * The targets, as the arguments state them and as the guards found them. A tool that names none may aim with any of its arguments, so all
 * count.
 */
export function aimedValues({ tool, args, targets }: Aim): readonly AimedValue[] {
  if (tool.targets.length === 0 && targets.length === 0) {
    return textsOf(args).map(({ pointer, text }) => ({ value: text, target: null, pointer, isCommand: false }));
  }
  const stated = new Map(textsOf(args).map(({ pointer, text }) => [pointer, text]));
  return targets.flatMap(({ kind, pointer, value }) => {
    const written = pointer === null ? undefined : stated.get(pointer);
    const aimed = { value, target: value, pointer: pointer ?? '', isCommand: kind === 'command' };
    return written === undefined || written === value ? [aimed] : [aimed, { ...aimed, value: written }];
  });
}

export interface ArgumentText {
  readonly pointer: string;
  readonly text: string;
}

/** Every text and number of the arguments, and the names of members, which a tool may read as values. */
export function textsOf(args: JsonValue): readonly ArgumentText[] {
  const found: ArgumentText[] = [];
  // Validated to be of bounded depth; a list of its own all the same, so that no depth is a problem here.
  const open: (readonly [string, JsonValue])[] = [['', args]];
  for (const [pointer, value] of open) {
    if (typeof value === 'string') found.push({ pointer, text: value });
    else if (typeof value === 'number' || (typeof value === 'object' && value !== null && JSON.isRawJSON(value)))
      found.push({ pointer, text: JSON.stringify(value) });
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) open.push([`${pointer}/${escapePointer(name)}`, member]);
  }
  return found;
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
