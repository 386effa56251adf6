import { describe, expect, it } from 'vitest';
import { filterProblems, runFilter } from './run-filter.ts';

const run = (filter: string, input: string, timeoutMs = 20_000, signal = new AbortController().signal) =>
  runFilter({ filter, input, timeoutMs, signal });

describe('a filter', () => {
  it.each([
    ['.items[].name', '{"items":[{"name":"a"},{"name":"b c"}]}', 'a\nb c'],
    ['.', '12345678901234567890', '12345678901234567890'],
    ['"\\(.a) | \\(.b)"', '{"a":1,"b":"x"}', '1 | x'],
    ['-1', '{}', '-1'],
    ['.[] | select(. > 1)', '[1,2,3]', '2\n3'],
    ['.a', '{"a":1} {"a":2}', '1\n2'],
    ['empty', '{}', ''],
  ])('%s of %s is %j', async (filter, input, text) => {
    expect(await run(filter, input)).toEqual({ text, problem: null });
  });

  it.each([
    ['.a[]', '{"a":null}', '', /Cannot iterate over null/],
    ['., error("no")', '1', '1', /no/],
    ['.', '<html>', '', /parse error|Invalid/],
    ['foo', '1', '', /foo\/0 is not defined/],
  ])('%s of %s says what failed, and keeps what came before', async (filter, input, text, problem) => {
    expect(await run(filter, input)).toEqual({ text, problem: expect.stringMatching(problem) });
  });

  it('goes through five megabytes', async () => {
    const input = JSON.stringify({ a: 'x'.repeat(5_000_000), b: 1 });
    expect(await run('.a | length', input)).toEqual({ text: '5000000', problem: null });
    expect((await run('.a', input)).text.length).toBe(5_000_000);
  });

  it.each(['[range(1e9)]', 'range(1e9)', 'def f: f; f', 'def f: [f]; f', '[limit(1e8; repeat("x"))] | add'])(
    '%s costs a thread, and not us',
    async (filter) => {
      const { problem } = await run(filter, '1', 3_000);
      expect(problem).toMatch(/thread of its own failed|memory|Aborted/i);
    },
  );

  it('ends with whoever called', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('given up')), 300);
    await expect(run('def f: f; f', '1', 60_000, stop.signal)).rejects.toThrow('given up');
  });

  it('sees no variable of ours', async () => {
    expect((await run('env | keys | join(" ")', '1')).text).not.toMatch(/NODE|npm|VITEST/i);
  });
});

describe('filters before they run', () => {
  it('are told apart, and none of them runs', async () => {
    const problems = await filterProblems(['.a', '.a |', 'foo', 'def f: f; f', 'error("x")', '--help', '$x']);
    expect(problems.map((problem) => problem !== null)).toEqual([false, true, true, false, false, true, true]);
    expect(problems[1]).toMatch(/syntax error/);
  });
});
