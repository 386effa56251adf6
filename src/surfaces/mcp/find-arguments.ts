// Finds the text of `params.arguments` in a JSON-RPC message, so that it reaches the gate as it was sent. Judges nothing: a text that is no
// JSON gives some span or none, and the strict reader refuses what is left.

/** Offsets into the text; `end` is behind the last character. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The first `arguments` of the first `params`; null where there is none. Loops and never recurses: depth costs no stack. */
export function findArguments(text: string): TextSpan | null {
  const params = memberOf(text, skipSpace(text, 0), 'params');
  return params === null ? null : memberOf(text, params.start, 'arguments');
}

/** The value of a member of the object that starts at `at`; null where no object does, or it has no such member. */
function memberOf(text: string, at: number, name: string): TextSpan | null {
  if (text[at] !== '{') return null;
  let cursor = skipSpace(text, at + 1);
  while (text[cursor] === '"') {
    const keyEnd = skipString(text, cursor);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, start);
    if (keyText(text.slice(cursor, keyEnd)) === name) return end > start ? { start, end } : null;
    cursor = skipSpace(text, end);
    if (text[cursor] !== ',') return null;
    cursor = skipSpace(text, cursor + 1);
  }
  return null;
}

/** Keys are compared unescaped, as the strict reader compares them: `"argum\u0065nts"` is the same key. */
function keyText(token: string): string | null {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return String(JSON.parse(token));
  } catch {
    return null;
  }
}

function skipValue(text: string, start: number): number {
  if (text[start] === '"') return skipString(text, start);
  if (text[start] !== '{' && text[start] !== '[') return skipWord(text, start);
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = skipString(text, at);
      continue;
    }
    at++;
    if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) depth--;
    if (depth === 0) return at;
  }
  return at;
}

function skipWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !' \t\r\n,]}'.includes(text.charAt(at))) at++;
  return at;
}

/** At an opening quote; behind the closing one, or at the end. */
function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at + 1;
  }
  return text.length;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++;
  return at;
}
