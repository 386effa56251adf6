// The positionals in a usage line such as `prog run [OPTIONS] IMAGE [COMMAND] [ARG...]`.

export interface UsagePositional {
  readonly name: string;
  readonly required: boolean;
  readonly many: boolean;
}

const optionWords = /^\[-|^\[?<?(?:global[ _-]?)?(?:options?|flags?|opts)>?\]?(?:\.\.\.)?$/i;

/**
 * What stands behind the words of the command. Null where the line says something that is no list of positionals, such as alternatives
 * outside of brackets.
 */
export function usagePositionals(line: string, path: readonly string[]): readonly UsagePositional[] | null {
  const parts = splitParts(line);
  if (parts === null) return null;
  const found: UsagePositional[] = [];
  for (const part of behind(parts, path)) {
    if (part === '--' || optionWords.test(part) || /^\(\s*-/.test(part)) continue;
    const last = found.at(-1);
    const positional = isEllipsis(part) ? last && { ...last, many: true } : readPart(part);
    if (positional === null) return null;
    if (isEllipsis(part)) found.pop();
    if (positional !== undefined) found.push(positional);
  }
  return found.some(({ many }, place) => many && place < found.length - 1) ? null : found;
}

const isEllipsis = (part: string): boolean => part === '...' || part === '…';

/** The last word of the path ends what names the command; the program may have been called by another name or path. */
function behind(parts: readonly string[], path: readonly string[]): readonly string[] {
  const last = path.at(-1);
  const at = path.length <= 1 || last === undefined ? 0 : parts.indexOf(last);
  return parts.slice(Math.max(0, at) + 1);
}

/** Words, and brackets with all that is in them. Null where they do not close. */
function splitParts(line: string): readonly string[] | null {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const character of line.slice(0, 2_000)) {
    if (depth === 0 && character === ' ') {
      if (part !== '') parts.push(part);
      part = '';
      continue;
    }
    if ('[(<{'.includes(character)) depth += 1;
    if ('])>}'.includes(character)) depth -= 1;
    if (depth < 0) return null;
    part += character;
  }
  if (part !== '') parts.push(part);
  return depth === 0 ? parts : null;
}

function readPart(part: string): UsagePositional | null {
  const many = /\.\.\.|…/u.test(part);
  const bare = part.replaceAll(/\.\.\.|…/gu, '').trim();
  const inner = /^\[(.*)\]$/su.exec(bare)?.[1];
  // A flag, and what follows may be its value.
  if (/^\s*\(?\s*-/.test(inner ?? bare)) return null;
  // A word in small letters without brackets is a part of the command that this does not know.
  if (inner === undefined && (bare.includes('|') || !/^[<({A-Z]/.test(bare))) return null;
  const name = /[A-Za-z][\w:@./-]*/.exec(inner ?? bare)?.[0];
  return name === undefined ? null : { name, required: inner === undefined, many };
}
