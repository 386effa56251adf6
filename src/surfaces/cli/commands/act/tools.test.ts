import { afterAll, describe, expect, it } from 'vitest';
import type { FoundTools, TokenReport } from '../../../../contract/index.ts';
import { createCommandLine } from '../../run-for-test.ts';
import { renderCost } from '../../render/tools/token-cost.ts';

const at = createCommandLine(afterAll);

describe('gatehouse tools search', () => {
  it('finds tools by what they do, quoted or not', async () => {
    const quoted = await at.json(['tools', 'search', 'evaluate arithmetic', '--limit', '1']);
    const bare = await at.json(['tools', 'search', 'evaluate', 'arithmetic', '--limit', '1']);
    expect(bare).toEqual(quoted);
    // The document is what the runtime's suite holds to its shape.
    expect((quoted.value as FoundTools).tools.map(({ name }) => name)).toEqual(['calculate']);
  });

  it('says what there is where nothing fits, and that is no failure', async () => {
    const { code, stdout } = await at.run(['tools', 'search', 'qqzz']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^No tool fits\. There are \d+ tools, most from builtin/),
    ]);
  });
});

describe('gatehouse tools --cost', () => {
  it('shows the tokens of each source, the same as in the report', async () => {
    const { value } = await at.json(['tools', '--cost']);
    // The document is what the runtime's suite holds to its shape.
    const { tokens, sources } = value as TokenReport;
    expect(sources.map(({ source }) => source)).toEqual(['builtin']);
    expect(tokens.inline).toBeGreaterThan(2_000);
    const { stdout } = await at.run(['tools', '--cost']);
    expect(stdout).toMatch(/^source +tools +deferred +shown +names +left out\nbuiltin +\d+ +0 +\d,\d{3} +0 +0\n/);
    expect((await at.run(['capabilities'])).stdout).toContain('Tokens that the tools cost a model:');
  });

  it('tells of many sources the dearest, and of a hostile name what it is', () => {
    const sources = Array.from({ length: 700 }, (_, place) => ({
      source: place === 0 ? 'a\n\u001b[31m' : `source-${place}`,
      tools: 20,
      deferred: 20,
      inline: 0,
      names: 100,
      saved: 3_000,
    }));
    const text = renderCost(
      { level: 'largest', tokens: { inline: 3_500, listing: 350, whole: 2_103_500 }, sources },
      100,
    );
    expect(text).toContain('… and 660 more sources');
    expect(text).toContain('a\\u{0A}\\u{1B}[31m');
    expect(text.replaceAll('\n', ' ')).toContain(
      'About 3,850 tokens in every turn: 3,500 for tools that are shown whole, 350 for the list',
    );
    expect(text).toContain('99.8 % less');
  });

  it('divides by nothing where there are no tools', () => {
    const none = renderCost({ level: 'none', tokens: { inline: 0, listing: 0, whole: 0 }, sources: [] }, 80);
    expect(none).toContain('About 0 tokens in every turn');
  });
});
