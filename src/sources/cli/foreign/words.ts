// Which words of a description can stand on a command line, and how a flag is named after the way it is written.

const mostWord = 200;
const commandWord = /^[\p{L}\p{N}_.][^\s\p{C}]*$/u;
const flagWord = /^[-+][^\s\p{C}=]+$/u;

/** A word that names a command: it cannot be taken for a flag and holds nothing that is not seen. */
export function isCommandWord(word: unknown): word is string {
  return typeof word === 'string' && word.length <= mostWord && commandWord.test(word);
}

/** A flag as it is written, with its dashes (or its `+`) and without a value. */
export function isFlagWord(word: unknown): word is string {
  return typeof word === 'string' && word.length <= mostWord && flagWord.test(word) && /[\p{L}\p{N}?#@]/u.test(word);
}

/** Without dashes. */
export function flagName(word: string): string {
  return word.replace(/^[-+]+/, '');
}

/** The name of a positional: what its description calls it in letters that any program reads, or its place. */
export function argumentName(said: unknown, place: number): string {
  const words = typeof said === 'string' ? said.slice(0, mostWord) : '';
  const name = words
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .slice(0, 60);
  return name === '' ? `arg${place + 1}` : name.toLowerCase();
}
