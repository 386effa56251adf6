// What a cobra program answers to `__complete`: a word and what it is on each line, then a line with what a shell should make of them.

export interface Completion {
  readonly word: string;
  readonly text: string;
}

const mostLines = 5_000;
const directive = /^:(\d{1,6})$/;
const errorBit = 1;

/** Null where this is no such answer, or where the program says that it failed. */
export function readCompletions(stdout: string): readonly Completion[] | null {
  const found: Completion[] = [];
  for (const line of stdout.split('\n', mostLines)) {
    const end = directive.exec(line.trimEnd());
    if (end !== null) return (Number(end[1]) & errorBit) === 0 ? found : null;
    const [word = '', ...text] = line.trimEnd().split('\t');
    if (word !== '' && !word.startsWith('_activeHelp_')) found.push({ word, text: text.join(' ').trim() });
  }
  return null;
}
