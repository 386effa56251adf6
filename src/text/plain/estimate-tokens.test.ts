import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../../test/harness/builtin-tools.ts';
import { estimateTokens } from './estimate-tokens.ts';

const schemas = builtinCatalog.map(({ name, description, parameters }) =>
  JSON.stringify({ name, description, parameters }),
);
const listing = [
  'github: create_issue, list_issues, search_code, get_pull_request, merge_pull_request, add_issue_comment',
  'files: read_multiple_files, list_directory_with_sizes, move_file, get_file_info',
  'calendar-mcp: calendar_create_event, calendar_find_free_slots, calendar_delete_event',
].join('\n');
const texts: readonly (readonly [string, string])[] = [
  ['all schemas of the built-in tools', schemas.join('\n')],
  ['their words on when to use them', builtinCatalog.map(({ whenToUse }) => whenToUse).join('\n')],
  ['a list of names', listing],
  ['Chinese', '使用必应搜索指定的关键词，并返回搜索结果列表，包括标题、链接、摘要和编号。查询天气预报和空气质量。'],
];

describe('the estimate of tokens', () => {
  it.each(texts)('is within a tenth of o200k_base for %s', (_what, text) => {
    const counted = countTokens(text);
    expect(Math.abs(estimateTokens(text) - counted) / counted).toBeLessThan(0.1);
  });

  it('is within a fifth for each single schema', () => {
    const off = schemas.map((text) => estimateTokens(text) / countTokens(text));
    expect(Math.min(...off)).toBeGreaterThan(0.8);
    expect(Math.max(...off)).toBeLessThan(1.2);
  });

  it.each([
    ...['𒀀', 'ཀ', 'አ', '𝕬', 'ꙮ', 'ݓ', '👩‍👩‍👧', '🀄', '⠿', 'ᚠ'].map((unit) => unit.repeat(30)),
    'xqzjkvbpwmtrhgfdlcn'.repeat(3),
    'Q'.repeat(50),
  ])('is not far below what a text costs that is made to cost much: %s', (unit) => {
    for (const text of [unit, Array.from({ length: 40 }, (_, at) => `${unit}${at}`).join(', ')])
      expect(estimateTokens(text) / countTokens(text)).toBeGreaterThan(0.55);
  });

  it.each(['Sends it — at once… “now” → there', '✅ Done: 🚀 launched, see 📄 for more'])('is near for %s', (text) => {
    expect(Math.abs(estimateTokens(text) - countTokens(text))).toBeLessThan(6);
  });

  it.each([
    ['', 0],
    [' ', 1],
    ['\n\n\n', 1],
    ['a', 1],
  ])('of %j is %d', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('counts a megabyte of anything in one pass', () => {
    for (const unit of ['a', ' ', '"', '好', '\u0000', '\ud800', 'Ab1_', '{}'])
      expect(estimateTokens(unit.repeat(1_000_000 / unit.length))).toBeGreaterThan(0);
  });
});
