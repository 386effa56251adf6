// The redactor over text without secrets, beside one pass of a plain search over the same text.
import { createRedactor } from '../../src/host/index.ts';
import type { BenchResult, Check, Figure } from '../measure/figure.ts';
import { timeBlocks } from '../measure/take-turns.ts';
import { corpora, type Corpus } from './corpora.ts';

const values = Array.from({ length: 100 }, (_, at) => `${(at * 7919).toString(36)}-Value-${at}-q8Zr`);
const redactor = createRedactor();
for (const [at, value] of values.entries()) redactor.register(`SECRET_${at}`, value);

/** One pass: at each place the first letter, then the rest. */
function plainSearch(text: string, sought: string): number {
  const first = sought.charCodeAt(0);
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === first && text.startsWith(sought, at)) return at;
  return -1;
}

const absent = 'a text that is never there';

export async function redact(): Promise<BenchResult> {
  const texts = corpora();
  return {
    name: 'redact',
    about: `The redactor with ${values.length} registered values, beside a plain search for one text.`,
    figures: texts.flatMap(figures),
    checks: texts.map(unchanged),
  };
}

function figures({ name, text }: Corpus): readonly Figure[] {
  const { ours, search, includes } = timeBlocks(
    {
      ours: () => redactor.redact(text),
      search: () => plainSearch(text, absent),
      includes: () => text.includes(absent),
    },
    { rounds: 40, block: 3 },
  );
  const what = `${name}, ${Math.round(text.length / 1_024)} KiB`;
  return [
    { what, baseline: 'a plain search in JavaScript', ours, theirs: search, targets: [{ of: 'p50', atMost: 5 }] },
    // A loop of the engine itself, many bytes at a time: a bound that nothing written in JavaScript reaches.
    { what, baseline: 'String.includes', ours, theirs: includes, targets: [] },
  ];
}

function unchanged({ name, text }: Corpus): Check {
  return { what: `${name}: comes back as it was`, holds: redactor.redact(text) === text };
}
