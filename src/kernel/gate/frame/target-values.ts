// Where the arguments of a call name what it acts on. A list names as many targets as it has items: none of them goes unseen.
import type { JsonObject, JsonValue, TargetPointer } from '../../../contract/index.ts';
import { commandLine, lineWords, pointerGet } from '../../../text/index.ts';

export interface TargetValue {
  readonly pointer: string;
  readonly value: JsonValue;
}

/** Nothing where the argument is absent, or null, and has no fallback. */
export function targetValues(args: JsonObject, { pointer, fallback, line }: TargetPointer): readonly TargetValue[] {
  if (line !== undefined) {
    const words = lineWords(line.words, args);
    // Null is no text, and a target that is none is refused.
    return [{ pointer, value: words === null ? null : commandLine(words) }];
  }
  const value = pointerGet(args, pointer) ?? fallback;
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [{ pointer, value }];
  return value.map((item, index) => ({ pointer: `${pointer}/${index}`, value: item }));
}
