// Collects what a check finds, and keeps the list readable where all is broken.
import type { VerifyReport } from '../../../contract/index.ts';

export interface Problems {
  /** `writer` is '' for what is not about one chain. */
  add(writer: string, seq: number | null, message: string): void;
  all(): VerifyReport['problems'];
}

const mostListed = 1_000;

export function createProblems(): Problems {
  const listed: VerifyReport['problems'][number][] = [];
  let more = 0;
  return {
    add(writer, seq, message) {
      if (listed.length < mostListed) listed.push({ writer, seq, message });
      else more++;
    },
    all: () =>
      more === 0 ? listed : [...listed, { writer: '', seq: null, message: `${more} more problems are not listed.` }],
  };
}
