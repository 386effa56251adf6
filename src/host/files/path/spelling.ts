// Judges a path by its spelling alone, before anything is looked up.

/** Controls, line and paragraph separators, and direction marks: a name that shows as another one. */
const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u;
const url = /^(?:[a-z][a-z0-9+.-]+:\/\/|file:)/i;
const drive = /^(?:[a-z]:[\\/]|\\\\)/i;

/** Limits of Linux; a longer name cannot be opened and would only be cut or refused later. */
const longestName = 255;
const longestPath = 4095;

/** Why no path may be written like this, with what to write instead; null when it is well spelled. */
export function spellingProblem(asked: string): string | null {
  if (asked === '') return 'The path is empty. Write "." for the workspace.';
  if (!asked.isWellFormed()) return 'The path holds half of a character.';
  if (unprintable.test(asked)) return 'The path holds a control character or a direction mark.';
  if (url.test(asked)) return 'This is a URL. Give a path of a file.';
  if (drive.test(asked)) return 'This is a Windows path. Give a path relative to the workspace.';
  // Nothing expands `~` here, so that the path that was approved is the path that is opened.
  if (asked.startsWith('~')) return '"~" is not expanded. Write the whole path, or "./~…" for a name that begins so.';
  if (Buffer.byteLength(asked) > longestPath) return `The path is longer than ${longestPath} bytes.`;
  const tooLong = asked.split('/').some((name) => Buffer.byteLength(name) > longestName);
  return tooLong ? `A name in the path is longer than ${longestName} bytes.` : null;
}
