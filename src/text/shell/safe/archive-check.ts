// Archives: their tables of contents, in the few spellings that are common. Most other options extract, or name a program to unpack with.
import { reads, unlisted, type HarmlessCheck } from './harmless.ts';

/** Where the first word is of this form, the others are archives and names in them. */
function listing(form: RegExp): HarmlessCheck {
  return ([first, ...files]) => {
    const isKnown = first?.kind === 'plain' && form.test(first.value) && files.length > 0;
    // tar fetches what lies behind a colon from another machine.
    const isRemote = /^[^/]*:/.test(files[0]?.value ?? '');
    return isKnown && !isRemote && files.every(({ kind, value }) => kind === 'plain' && !value.startsWith('-'))
      ? reads(files)
      : unlisted;
  };
}

export const archiveChecks: readonly (readonly [string, HarmlessCheck])[] = [
  ['tar', listing(/^-?t[vzjJ]*f$/)],
  ['unzip', listing(/^-[lv]$/)],
  ['gzip', listing(/^-l$/)],
];
