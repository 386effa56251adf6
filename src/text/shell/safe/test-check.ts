// The commands `test` and `[`: what they ask about files, and comparisons of texts and numbers. Others evaluate what they are given.
import type { ShellWord } from '../read/script.ts';
import { reads, unlisted, type Harmless } from './harmless.ts';

const aboutFiles = /^-[abcdefghkprsuwxGLNOS]$/;
const aboutTexts = new Set(['-n', '-z']);
const comparisons = new Set(['=', '==', '!=']);
const ofNumbers = /^-(?:eq|ne|lt|le|gt|ge)$/;
const ofFiles = /^-(?:nt|ot|ef)$/;

/** `[` wants its `]`, which its caller has taken off. */
export function testCheck(words: readonly ShellWord[]): Harmless {
  if (words.some(({ kind }) => kind !== 'plain' && kind !== 'base')) return unlisted;
  const paths: ShellWord[] = [];
  let at = 0;
  while (at < words.length) {
    while (words[at]?.value === '!') at += 1;
    const taken = oneTest(words.slice(at, at + 3), paths);
    if (taken === 0) return unlisted;
    at += taken;
    const joint = words[at]?.value;
    if (joint === undefined) break;
    if (joint !== '-a' && joint !== '-o') return unlisted;
    at += 1;
  }
  return reads(paths);
}

/** How many words it takes; 0 for what is not known. */
function oneTest([first, second, third]: readonly ShellWord[], paths: ShellWord[]): number {
  if (first === undefined) return 0;
  if (second !== undefined && third !== undefined && isComparison(first, second, third)) {
    if (ofFiles.test(second.value)) paths.push(first, third);
    return 3;
  }
  if (second === undefined) return 1;
  if (aboutTexts.has(first.value)) return 2;
  if (!aboutFiles.test(first.value)) return 0;
  paths.push(second);
  return 2;
}

function isComparison(left: ShellWord, { value: sign }: ShellWord, right: ShellWord): boolean {
  if (comparisons.has(sign) || ofFiles.test(sign)) return true;
  return ofNumbers.test(sign) && [left, right].every(({ value }) => /^-?\d+$/.test(value));
}
