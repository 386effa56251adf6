// The official conformance scenarios, of both eras: Gatehouse as the server in front of a fixture, and as the client of what a scenario serves.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../repository.ts';
import { runClientScenarios, runServerScenarios, type ScenarioResults } from './run-scenarios.ts';
import { clientGaps, clientScenarios, notRequired, serverGaps, type Gaps } from './scenarios.ts';
import { serveFixture } from './serve-fixture.ts';

const revisions = ['2025-11-25', '2026-07-28'] as const;

/** Those whose result is another one than the table says. */
function surprises(results: ScenarioResults, gaps: Gaps): readonly string[] {
  const ran = [...results].flatMap(([scenario, failed]) => {
    if (notRequired.test(scenario)) return [];
    if (failed.length > 0 && gaps[scenario] === undefined) return [`${scenario} fails: ${failed.join(' | ')}`];
    return failed.length === 0 && gaps[scenario] !== undefined ? [`${scenario} passes: take it out of the table`] : [];
  });
  const missing = Object.keys(gaps).filter((scenario) => !results.has(scenario));
  return [...ran, ...missing.map((scenario) => `${scenario} did not run`)];
}

describe.each(revisions)('revision %s', (revision) => {
  it('Gatehouse as the server passes what the table does not name', async () => {
    const results = await runServerScenarios(revision, await serveFixture());
    expect(results.size).toBeGreaterThan(25);
    expect(surprises(results, serverGaps[revision])).toEqual([]);
  }, 120_000);

  it('Gatehouse as the client passes what the table does not name', async () => {
    const command = `${process.execPath} ${join(root, 'test/programs/conformance-client.ts')}`;
    const results = await runClientScenarios(revision, clientScenarios[revision], command);
    expect(surprises(results, clientGaps[revision])).toEqual([]);
  }, 120_000);
});
