// What git is handed to run: aliases defined on its command line, and commands that some of its own commands repeat.
import type { ShellWord } from '../read/script.ts';

/** Command lines of a shell: an alias `x=push` is `git push`, `x=!rm y` is `rm y`. */
export function gitTexts(words: readonly ShellWord[], at: number): readonly string[] {
  const texts: string[] = [];
  for (let index = at + 1; index < words.length; index++) {
    const { value } = words[index] ?? { value: '' };
    const alias = /^(?:-c)?alias\.[^=]+=(.*)$/is.exec(value)?.[1];
    if (alias !== undefined) texts.push(alias.startsWith('!') ? alias.slice(1) : `git ${alias}`);
    else if (/\s/.test(value) && repeats.test(words[index - 1]?.value ?? '')) texts.push(value);
    else if (value.startsWith('--exec=')) texts.push(value.slice('--exec='.length));
  }
  return texts;
}

const repeats = /^(?:run|foreach|--recursive|-x|--exec|--(?:tree|index|env|msg|commit|parent|tag-name)-filter)$/;
