// What gatehouse mcp says on stderr before it serves: stdout is the client's.
import { expect, it, onTestFinished } from 'vitest';
import { createCommandLine } from '../../run-for-test.ts';

it('says of a profile that is not configured that it leaves the client no tools', async () => {
  const at = createCommandLine(onTestFinished);
  const ran = await at.run(['mcp', '--profile', 'readin'], { stdin: '' });
  expect(ran).toMatchObject({ code: 0, stdout: '' });
  expect(ran.stderr).toContain('No profile named "readin" is configured');
  expect((await at.run(['mcp'], { stdin: '' })).stderr).toBe('');
});
