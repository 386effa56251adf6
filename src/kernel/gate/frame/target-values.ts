// Where the arguments of a call name what it acts on. A list names as many targets as it has items: none of them goes unseen.
import type {
  ArgumentProblem,
  JsonObject,
  JsonValue,
  TargetLine,
  TargetPointer,
  UrlShape,
} from '../../../contract/index.ts';
import { commandLine, commandWords, lineWords, pointerGet, pointerOf, urlOf } from '../../../text/index.ts';

/** What a target is, or why the arguments give none. */
export type TargetValue =
  | { readonly kind: 'value'; readonly pointer: string; readonly value: JsonValue }
  | { readonly kind: 'problem'; readonly problem: ArgumentProblem };

/** Nothing where the argument is absent, or null, and has no fallback. */
export function targetValues(
  args: JsonObject,
  { pointer, fallback, line, url }: TargetPointer,
): readonly TargetValue[] {
  if (line !== undefined) return [lineValue(args, pointer, line)];
  if (url !== undefined) return [urlValue(args, pointer, url)];
  const value = pointerGet(args, pointer) ?? fallback;
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [{ kind: 'value', pointer, value }];
  return value.map((item, index) => ({ kind: 'value', pointer: `${pointer}/${index}`, value: item }));
}

function lineValue(args: JsonObject, pointer: string, line: TargetLine): TargetValue {
  if ('words' in line) {
    const words = lineWords(line.words, args);
    // Null is no text, and a target that is none is refused.
    return { kind: 'value', pointer, value: words === null ? null : commandLine(words) };
  }
  const argv = commandWords(line.command, args);
  if (argv.ok) return { kind: 'value', pointer, value: commandLine(argv.words) };
  const { property, message, expected } = argv.problem;
  return { kind: 'problem', problem: { path: pointerOf([property]), message, expected } };
}

function urlValue(args: JsonObject, pointer: string, url: UrlShape): TargetValue {
  const made = urlOf(url, args);
  if (made.ok) return { kind: 'value', pointer, value: made.url };
  const { pointer: path, message, expected } = made.problem;
  return { kind: 'problem', problem: { path, message, expected } };
}
