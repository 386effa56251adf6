import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { profileProblem } from './profile-problem.ts';

function configured(text: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'config.yaml');
  writeFileSync(file, text, { mode: 0o600 });
  return { HOME: folder, GATEHOUSE_HOME: join(folder, 'home'), GATEHOUSE_CONFIG: file };
}

it('says of a profile that is not configured what it leaves, and which is meant', async () => {
  const env = configured('profiles: { reading: { readOnly: true }, other: { readOnly: true } }\n');
  expect(await profileProblem('reading', env)).toBeNull();
  expect(await profileProblem('readin', env)).toMatch(/"readin".*left no tools\. Did you mean reading\?$/);
  expect(await profileProblem('zzz', env)).toMatch(/There are: reading, other\.$/);
  expect(await profileProblem('reading', configured('mode: readonly\n'))).toMatch(/None is\.$/);
});
