// A decision beside the same decision of two known engines, over the same rules, with the same answers.
import type { BenchResult, Check, Figure } from '../measure/figure.ts';
import { timeBlocks } from '../measure/take-turns.ts';
import { casbinEngine } from './casbin.ts';
import { cedarEngine } from './cedar.ts';
import { ourEngine } from './ours.ts';
import { answerOf, questionsOf, rulesOf, type Engine, type Rules } from './questions.ts';

const ruleCounts = [20, 100, 1_000] as const;
const questions = questionsOf(100);

export async function decide(): Promise<BenchResult> {
  const figures: Figure[] = [];
  const checks: Check[] = [];
  for (const count of ruleCounts) {
    const rules = rulesOf(count);
    const engines = [ourEngine(rules), cedarEngine(rules), await casbinEngine(rules)] as const;
    checks.push(...engines.map((engine) => agreement(engine, rules, count)));
    figures.push(...compare(engines, count));
  }
  return {
    name: 'decide',
    about: 'One decision, with everything it reads made ready, beside Cedar and casbin over the same rules.',
    figures,
    checks,
  };
}

function agreement(engine: Engine, rules: Rules, count: number): Check {
  const different = questions.filter((question) => engine.prepare(question)() !== answerOf(rules, question));
  const allowed = questions.filter((question) => answerOf(rules, question)).length;
  const what = `${engine.name}, ${count} rules: answers as the rules say (${allowed} of ${questions.length} allowed)`;
  return { what, holds: different.length === 0 };
}

function compare([ours, cedar, casbin]: readonly [Engine, Engine, Engine], count: number): readonly Figure[] {
  const spreads = timeBlocks(
    { ours: asking(ours), cedar: asking(cedar), casbin: asking(casbin) },
    // Cedar looks at each policy in turn: with many it is what takes the time of this benchmark.
    { rounds: count < 1_000 ? 100 : 20, block: questions.length },
  );
  const what = `${count.toLocaleString('en')} rules`;
  const targets = [{ of: 'p50', atMost: 1 }] as const;
  return [
    { what, baseline: cedar.name, ours: spreads.ours, theirs: spreads.cedar, targets },
    { what, baseline: casbin.name, ours: spreads.ours, theirs: spreads.casbin, targets },
  ];
}

function asking(engine: Engine): (call: number) => boolean {
  const ready = questions.map((question) => engine.prepare(question));
  return (call) => ready[call]?.() ?? false;
}
