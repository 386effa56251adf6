// From a regular expression on names of tools to the same in the words of a profile, where * stands for any letters.

/** Null for one that profiles cannot say. It is found anywhere in a name, where it does not say where. */
export function namePatternOf(pattern: string): string | null {
  const found = /^(\^?)((?:[A-Za-z0-9_-]|\.\*)*)(\$?)$/.exec(pattern);
  if (found === null) return null;
  const [, start = '', body = '', end = ''] = found;
  const glob = `${start === '' ? '*' : ''}${body.replaceAll('.*', '*')}${end === '' ? '*' : ''}`.replaceAll(
    /\*+/g,
    '*',
  );
  return glob !== '' && glob.length <= 64 ? glob : null;
}
