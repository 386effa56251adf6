// Finds the description that a program printed of itself: all of what it printed, or the one line of it that is one.
import { CapabilityError, type JsonObject, type JsonValue } from '../../../contract/index.ts';
import { escapeVisible, parseJson } from '../../../text/index.ts';

export interface FoundDocument {
  /** The JSON alone. */
  readonly text: string;
  /** What stood around it, as a sentence for the person who adds the program. */
  readonly doubts: readonly string[];
}

export interface DocumentLimits {
  readonly maxBytes: number;
  /** What was printed is said to be of this. */
  readonly of: string;
}

const maxDepth = 128;
const shownChars = 120;

/** Throws `invalid_tool` with line and column for what is no JSON, and for JSON of another shape. */
export function findDocument(printed: string, { maxBytes, of }: DocumentLimits): FoundDocument {
  const whole = parseJson(printed, { maxBytes, maxDepth });
  if (whole.ok) {
    if (isDocument(whole.value)) return { text: printed, doubts: [] };
    throw unusable(
      of,
      'printed JSON that is no description of commands: it has no member "name" and no list "commands"',
    );
  }
  const lines = printed.split(/\r?\n/);
  const line = lines.findLast((each) => {
    if (!each.startsWith('{')) return false;
    const parse = parseJson(each, { maxBytes, maxDepth });
    return parse.ok && isDocument(parse.value);
  });
  if (line === undefined) {
    const { line: at, column, message } = whole.problem;
    throw unusable(
      of,
      `printed what is no JSON (line ${at}, column ${column}): ${message} It begins with ${shown(printed)}`,
    );
  }
  const other = lines.find((each) => each !== line && each.trim() !== '') ?? '';
  return {
    text: line,
    doubts: [`It printed other lines with its description, such as ${shown(other)}; they are left out.`],
  };
}

function isDocument(value: JsonValue): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  // A program without commands has none of that member.
  const { name, commands } = value as JsonObject;
  return typeof name === 'string' && (commands === undefined || Array.isArray(commands));
}

function shown(text: string): string {
  const [first = ''] = text.trim().split(/\r?\n/);
  return JSON.stringify(escapeVisible(first.length > shownChars ? `${first.slice(0, shownChars)}…` : first));
}

function unusable(of: string, why: string): CapabilityError {
  return new CapabilityError('invalid_tool', `${of} ${why}.`);
}
