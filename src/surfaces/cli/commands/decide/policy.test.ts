// Rules, the matrix and explanations as people and programs read them, over both runtimes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Explanation, MatrixRow, Rule } from '../../../../contract/index.ts';
import { createCommandLine, startDaemonOf } from '../../run-for-test.ts';

describe.each(['local', 'daemon'] as const)('policy with the %s runtime', (runtime) => {
  const at = createCommandLine(afterAll);
  beforeAll(async () => {
    if (runtime === 'daemon') await startDaemonOf(at, afterAll);
  });

  it('adds a rule of every field, lists it, lets it decide and removes it', async () => {
    const fields = [
      '--tool',
      'write',
      '--agent',
      'default',
      '--target',
      'notes/**',
      '--action',
      'write',
      '--window',
      '00:00-24:00',
    ];
    const added = await at.json(['policy', 'add', 'allow', ...fields, '--zone', 'UTC', '--note', 'notes are mine']);
    const rule = added.value as Rule;
    expect(rule).toMatchObject({
      effect: 'ALLOW',
      agent: 'default',
      // By its own name, whatever name it was given by.
      tool: 'file_write',
      target: 'notes/**',
      action: 'write',
      window: { from: '00:00', to: '24:00', zone: 'UTC' },
      note: 'notes are mine',
      source: { kind: 'store' },
    });
    const listed = await at.run(['policy', 'rules'], { columns: 80 });
    expect(listed.stdout).toMatch(
      new RegExp(
        `^${rule.id} {2}ALLOW\n +tool +file_write\n +agent +default\n +target +notes/\\*\\*\n +action +write\n +hours +00:00 to 24:00 UTC\n +note +notes are mine\n +from +the store$`,
        'm',
      ),
    );
    expect((await at.run(['call', 'file_write', '--arg', 'filename=notes/a.md', '--arg', 'content=x'])).code).toBe(0);
    expect((await at.run(['call', 'file_write', '--arg', 'filename=other.md', '--arg', 'content=x'])).code).toBe(4);
    expect((await at.run(['policy', 'remove', rule.id])).code).toBe(0);
    expect((await at.run(['call', 'file_write', '--arg', 'filename=notes/b.md', '--arg', 'content=x'])).code).toBe(4);
  });

  it('takes "*" for all, and the time zone of this machine where none is given', async () => {
    const { value } = await at.json([
      'policy',
      'add',
      'deny',
      '--tool',
      '*',
      '--agent',
      '*',
      '--target',
      'x/**',
      '--window',
      '22:00-06:00',
    ]);
    expect(value).toMatchObject({
      tool: null,
      agent: null,
      window: { zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    });
    await at.run(['policy', 'remove', (value as Rule).id]);
  });

  it('warns, when it adds one, of a rule that matches nothing, and adds it all the same', async () => {
    const ran = await at.json(['policy', 'add', 'ask', '--tool', 'no_such_tool']);
    expect(ran.stderr).toMatch(/^gatehouse: rule_\w+: No tool has the name no_such_tool\. It matches nothing/);
    const targetless = await at.run(['policy', 'add', 'allow', '--tool', 'note', '--target', 'x']);
    expect(targetless.stderr).toMatch(/Calls of note have no targets/);
    for (const rule of (await at.json(['policy', 'rules'])).value as Rule[])
      await at.run(['policy', 'remove', rule.id]);
  });

  it('explains a call by the decision itself, every reason with its source, deciding first', async () => {
    const { value } = await at.json([
      'policy',
      'add',
      'deny',
      '--tool',
      'file_write',
      '--target',
      'keep/**',
      '--note',
      'kept for the audit',
    ]);
    const rule = value as Rule;
    const args = ['policy', 'why', 'file_write', '--arg', 'filename=keep/a.txt', '--arg', 'content=x'];
    const { decision } = (await at.json(args)).value as Explanation;
    expect(decision?.reasons[0]).toMatchObject({ source: 'rule', id: rule.id, effect: 'DENY', specificity: 6 });
    const ran = await at.run(args);
    expect(ran.stdout).toMatch(
      new RegExp(`^DENY {2}file_write\n {2}DENY {3}rule ${rule.id}, specificity 6, revision [^]*kept for the audit`),
    );
    expect(ran.code).toBe(0);
    const called = await at.json(['call', ...args.slice(2)]);
    expect(called.value).toMatchObject({ kind: 'refused', decision: { reasons: decision?.reasons } });
    expect((await at.run(['call', ...args.slice(2)])).stdout).toContain(`denied by rule ${rule.id}, specificity 6`);
    await at.run(['policy', 'remove', rule.id]);
  });

  it('explains what is refused before a decision with the exit code of such a call', async () => {
    expect(await at.run(['policy', 'why', 'calculat'])).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/Did you mean calculate\?/),
    });
    expect(await at.run(['policy', 'why', 'calculate', '{}'])).toMatchObject({
      code: 5,
      stdout: expect.stringMatching(/\/expression/),
    });
  });

  it('explains with --unattended what would ask as refused', async () => {
    const ran = await at.json([
      'policy',
      'why',
      'file_write',
      '--arg',
      'filename=a',
      '--arg',
      'content=x',
      '--unattended',
    ]);
    expect(ran.value).toMatchObject({ decision: { effect: 'DENY' } });
  });

  it.each([60, 80, 140])(
    'lays the matrix out as one row a tool within %i columns, operators beside guests',
    async (columns) => {
      const ran = await at.run(['policy', 'matrix'], { columns });
      const lines = ran.stdout.split('\n');
      expect(lines.slice(0, 2)).toEqual([
        'Agent default',
        expect.stringMatching(/^TOOL +OPERATOR +GUEST +CHANGED BY$/),
      ]);
      expect(ran.stdout).toMatch(/^file_write +asks \(runs\) +refused +fact$/m);
      expect(ran.stdout).toMatch(/^sudo_shell +refused +refused$/m);
      expect(lines.filter((line) => line.length > columns)).toEqual([]);
      const rows = (await at.json(['policy', 'matrix'])).value as MatrixRow[];
      const tools = [...new Set(rows.map((row) => row.tool))];
      expect(rows).toHaveLength(tools.length * 2);
      // A name that is too long for a narrow terminal is cut.
      const firstWords = lines.map((line) => line.split(' ')[0] ?? '');
      const isNamed = (tool: string) =>
        firstWords.some((word) => word === tool || (word.endsWith('…') && tool.startsWith(word.slice(0, -1))));
      expect(tools.filter((tool) => !isNamed(tool))).toEqual([]);
    },
  );

  it('gives every agent that a rule names a block of its own, and one alone with --agent', async () => {
    const { value } = await at.json(['policy', 'add', 'allow', '--tool', 'web_fetch', '--agent', 'researcher']);
    const ran = await at.run(['policy', 'matrix']);
    expect(ran.stdout).toMatch(
      /^Agent default$[^]*^web_fetch +asks +refused$[^]*^Agent researcher$[^]*^web_fetch +runs +refused$/m,
    );
    const one = (await at.json(['policy', 'matrix', '--agent', 'researcher'])).value as MatrixRow[];
    expect([...new Set(one.map((row) => row.agent))]).toEqual(['researcher']);
    await at.run(['policy', 'remove', (value as Rule).id]);
  });

  it('gives the reasons for one tool, by any name it has', async () => {
    const ran = await at.run(['policy', 'matrix', '--tool', 'write']);
    expect(ran.stdout).toMatch(
      /^file_write for operator, agent default\n +meets +asks \(runs\)\n +changed by +fact\n +why +In the session mode/m,
    );
    expect(ran.stdout).toMatch(
      /^file_write for guest, agent default\n +meets +refused\n[^]*A guest may not use tools/m,
    );
  });
});

it('names the file and line of a rule of a configuration, and says of one that was not read where it stands', async () => {
  const at = createCommandLine(onTestFinished);
  const config = join(at.workspace, '..', 'config.yaml');
  mkdirSync(join(at.workspace, 'src'));
  writeFileSync(
    config,
    'policy:\n  rules:\n    - effect: ASK\n      tool: note\n    - effect: ALLOW\n      tool: note\n      target: 7\n',
  );
  const ran = await at.run(['policy', 'rules'], { env: { GATEHOUSE_CONFIG: config } });
  expect(ran.stdout).toMatch(/ASK\n +tool +note\n +from +.*config\.yaml:3/);
  expect(ran.stderr).toMatch(/a rule does not hold: .*config\.yaml:5: target: found 7/);
  expect(ran.code).toBe(0);
});
