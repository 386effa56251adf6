import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearNames } from './suggest.ts';

const tools = [
  'file_read',
  'file_write',
  'file_edit',
  'glob_search',
  'content_search',
  'shell',
  'web_fetch',
  'note',
  'calculate',
  'tool_help',
  'describe_tool',
  'describe_capabilities',
  'github__create_issue',
  'mcp_add',
];

describe('nearNames', () => {
  it.each([
    ['file_raed', 'file_read'],
    ['fileread', 'file_read'],
    ['File_Read', 'file_read'],
    ['fileRead', 'file_read'],
    ['file-read', 'file_read'],
    ['read_file', 'file_read'],
    ['file.read', 'file_read'],
    ['shel', 'shell'],
    ['shlel', 'shell'],
    ['notes', 'note'],
    ['calcluate', 'calculate'],
    ['webfetch', 'web_fetch'],
    ['fetch', 'web_fetch'],
    ['create_issue', 'github__create_issue'],
    ['descibe_tol', 'describe_tool'],
    ['search_content', 'content_search'],
  ])('finds for %j first %j', (name, first) => {
    expect(nearNames(name, tools)[0]).toBe(first);
  });

  it.each(['', 'x', 'zzzzzz', 'constructor', '__proto__', '\0\u0001\ud800', 'q'.repeat(200), '💥💥💥', '____'])(
    'finds nothing for %j',
    (name) => {
      expect(nearNames(name, tools)).toEqual([]);
    },
  );

  it('puts the nearest first, at most as many as asked', () => {
    expect(nearNames('file_rite', tools)).toEqual(['file_write', 'file_edit', 'file_read']);
    expect(nearNames('file_rite', tools, 1)).toEqual(['file_write']);
    expect(nearNames('file_rite', tools, 0)).toEqual([]);
    expect(nearNames('search', tools)).toEqual(['content_search', 'glob_search']);
  });

  it('does not depend on the order of the candidates', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(tools, { minLength: tools.length }),
        fc.constantFrom('file', 'file_rite', 'descibe_tool', 'serch'),
        (candidates, name) => {
          expect(nearNames(name, new Set(candidates))).toEqual(nearNames(name, tools));
        },
      ),
    );
  });

  it('never throws, whatever the names are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 100 }),
        fc.array(fc.string({ unit: 'binary' })),
        (name, candidates) => {
          for (const near of nearNames(name, candidates)) expect(candidates).toContain(near);
        },
      ),
    );
  });

  it('forgives one edit in any name of three letters or more', () => {
    const name = fc.stringMatching(/^[a-z]{4,20}$/);
    fc.assert(
      fc.property(name, fc.nat(100), fc.constantFrom('drop', 'double', 'swap', 'replace'), (candidate, place, edit) => {
        const at = place % (candidate.length - 1);
        const [before, one, two, after] = [
          candidate.slice(0, at),
          candidate.charAt(at),
          candidate.charAt(at + 1),
          candidate.slice(at + 2),
        ];
        const typed = {
          drop: before + two + after,
          double: before + one + one + two + after,
          swap: before + two + one + after,
          replace: `${before}0${two}${after}`,
        }[edit];
        expect(nearNames(typed, [candidate])).toEqual([candidate]);
      }),
    );
  });

  it('is quick over ten thousand candidates', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `server_${index % 50}__create_thing_number_${index}`);
    const start = performance.now();
    expect(nearNames('server_7__creat_thing_number_57', many)[0]).toBe('server_7__create_thing_number_57');
    nearNames('x'.repeat(200), many);
    nearNames('\0'.repeat(10_000_000), many);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
