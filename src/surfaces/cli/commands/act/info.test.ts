import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCommandLine } from '../../run-for-test.ts';

const config = `
mode: readonly
sandbox: { setting: off, commands: { explicit: [{ name: tell, description: Tells., argv: [echo] }, { name: say, description: Says., argv: [echo] }] } }
policy: { confirmTags: [sandbox_command, nobody], rules: [{ effect: DENY, tool: calculate, note: Not here. }] }
tools: { builtins: [calculate, note], disable: [note] }
mcp: { servers: { s: { command: /bin/false } } }
`;

it('tells what is served, what asks and why, and what is left out, as the matrix has it', async () => {
  const line = createCommandLine(onTestFinished);
  const file = join(line.workspace, 'one.yaml');
  writeFileSync(file, config, { mode: 0o600 });
  const { code, stdout } = await line.run(['info', '--config', file]);
  expect(code).toBe(0);
  const text = stdout.replaceAll(/\s+/g, ' ');
  for (const part of [
    `what ${file} names`,
    'readonly, of new sessions',
    'What asks, and why: say, tell: ',
    'Not here.',
    'MCP servers, none of which was started for this:',
    's not accepted 0',
    'Of the built-in tools only those that tools.builtins names are there: calculate, note.',
    'Not there by tools.disable: note.',
    'policy.confirmTags names "nobody", and no tool has that tag.',
  ])
    expect(text).toContain(part);
  const { value } = await line.json(['info', '--config', file]);
  const { value: rows } = await line.json(['policy', 'matrix', '--agent', 'default', '--config', file]);
  const own = (rows as readonly { tool: string; trust: string }[]).filter(({ trust }) => trust === 'operator');
  const report = value as { tools: readonly { name: string; reason: string; possible: unknown }[] };
  expect(report).toMatchObject({ config: file, mode: 'readonly', unmatchedTags: ['nobody'], servers: [{ name: 's' }] });
  expect(report.tools.map(({ name, reason, possible }) => ({ name, reason, possible }))).toEqual(
    own.map((row) =>
      expect.objectContaining({ reason: Reflect.get(row, 'reason'), possible: Reflect.get(row, 'possible') }),
    ),
  );
});

it('fits a narrow terminal, and serves all that is configured where no file is named', async () => {
  const line = createCommandLine(onTestFinished);
  const { stdout } = await line.run(['info'], { columns: 60 });
  expect(stdout).toContain('all that is configured here');
  expect(stdout).toContain('sudo_shell');
  expect(Math.max(...stdout.split('\n').map((each) => each.length))).toBeLessThanOrEqual(60);
});
