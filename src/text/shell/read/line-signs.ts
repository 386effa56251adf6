// Signs that shells, parsers and people read in different ways. A line that holds one is not read as harmless.

/** Controls but tab and newline, and signs that are not seen or turn the direction. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const ordinary = /^[\t\n\x20-\x7e]*$/;

/** What makes it unclear; null for a line of ordinary signs. */
export function unclearText(line: string): string | null {
  if (ordinary.test(line)) return null;
  if (!line.isWellFormed()) return 'it holds half of a character';
  if (line.includes('\r')) return 'it holds a carriage return, which the shell takes as a part of a word';
  return unseen.test(line.replaceAll(/[\t\n]/g, '')) ? 'it holds a sign that cannot be seen' : null;
}
