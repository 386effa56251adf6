// Patterns that people write down to choose things by name: found anywhere in a text, in linear time, and loaded when the first one is read.

export interface Patterns {
  /** Whether the pattern is found in a text. Throws TypeError, with the reason in words, for what is no pattern. */
  compile(pattern: string): (text: string) => boolean;
}

/** In the grammar of RE2: no looking around and no references back. */
export async function loadPatterns(): Promise<Patterns> {
  const { RE2JS } = await import('re2js');
  return {
    compile(pattern) {
      try {
        const compiled = RE2JS.compile(pattern);
        return (text) => compiled.test(text);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : String(cause);
        throw new TypeError(why, { cause });
      }
    },
  };
}
