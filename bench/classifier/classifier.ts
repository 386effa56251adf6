// The classifier of command lines beside the parser that it is built on, over the same lines; and its time beside itself on half the text.
import { forEachChild, parse, type SyntaxNode } from 'unbash';
import { analyseShell } from '../../src/text/shell/judge/analyse-shell.ts';
import type { BenchResult, Check, Figure } from '../measure/figure.ts';
import { timeBlocks } from '../measure/take-turns.ts';
import { linesOf, longLine, type Line } from './lines.ts';

const surroundings = { directory: '/work/app', home: '/home/user' };
const most = 16 * 1024;

export async function classifier(): Promise<BenchResult> {
  const lines = linesOf();
  return {
    name: 'classifier',
    about:
      'A command line analysed whole, beside the parser alone over the same lines, and beside itself on half the text.',
    figures: [...besideParser(lines), ...besideHalf(lines)],
    checks: [verdictsOf(lines)],
  };
}

function besideParser(lines: readonly Line[]): readonly Figure[] {
  const at = (call: number): string => lines[call]?.text ?? '';
  const spreads = timeBlocks(
    {
      ours: (call) => analyseShell(at(call), surroundings),
      whole: (call) => wholeTree(at(call)),
      lazy: (call) => parse(at(call)),
    },
    { rounds: 400, block: lines.length },
  );
  const what = `${lines.length} lines as agents write them`;
  return [
    {
      what,
      baseline: 'unbash, its whole tree',
      ours: spreads.ours,
      theirs: spreads.whole,
      targets: [{ of: 'p50', atMost: 5 }],
    },
    // It leaves what is inside of words for later: substitutions are not parsed at all.
    { what, baseline: 'unbash, unresolved', ours: spreads.ours, theirs: spreads.lazy, targets: [] },
  ];
}

/** What the analysis needs of the parser: every node, so that everything is parsed. */
function wholeTree(line: string): number {
  let nodes = 0;
  const visit = (node: SyntaxNode): void => {
    nodes += 1;
    forEachChild(node, visit);
  };
  visit(parse(line));
  return nodes;
}

function besideHalf(lines: readonly Line[]): readonly Figure[] {
  return lines
    .filter(({ repeats }) => repeats)
    .map(({ text }) => {
      const [long, half] = [longLine(text, most), longLine(text, most / 2)];
      const { ours, theirs } = timeBlocks(
        { ours: () => analyseShell(long, surroundings), theirs: () => analyseShell(half, surroundings) },
        { rounds: 60, block: 2 },
      );
      const what = `16 KiB of \`${text}\``;
      // Twice, and what a busy machine adds.
      return { what, baseline: 'the same in 8 KiB', ours, theirs, targets: [{ of: 'p50', atMost: 2.5 }] } as const;
    });
}

function verdictsOf(lines: readonly Line[]): Check {
  const wrong = lines.filter(({ text, isSafe }) => {
    const { parts, floors } = analyseShell(text, surroundings);
    return (floors.length === 0 && parts.every(({ verdict }) => verdict === 'safe')) !== isSafe;
  });
  return { what: `tells the ${lines.length} lines apart as their authors do`, holds: wrong.length === 0 };
}
