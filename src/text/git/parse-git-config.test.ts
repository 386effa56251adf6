import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitConfigKey, parseGitConfig, readGitConfigItem } from './parse-git-config.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** As git itself lists it; null where git refuses the file. */
function byGit(text: string): readonly string[] | null {
  const file = join(folder, 'config');
  writeFileSync(file, text);
  try {
    const listed = execFileSync('git', ['config', '--list', '-z', '-f', file], { stdio: ['ignore', 'pipe', 'ignore'] });
    return listed.toString().split('\0').slice(0, -1);
  } catch {
    return null;
  }
}

function byUs(text: string): readonly string[] | null {
  const parsed = parseGitConfig(text);
  if (!parsed.ok) return null;
  return parsed.entries.map((entry) => gitConfigKey(entry) + (entry.value === null ? '' : `\n${entry.value}`));
}

const samples = [
  '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://h/x.git\n',
  '[a]x=1 # c\n[b] y = "a # b" ; c\n',
  '[a "B\\"c\\\\d"] x = one\\\n  two\n',
  '[a.B.c]\nX\n',
  '[A.b "C"]\nx=1',
  '\uFEFF[a]\r\nx = 1\r\n',
  '[a]\nx = a   b  \n y=" a "\n',
  '[a]\nx = \\t\\n\\b\\"\\\\\n',
  '[a]\nx =\n',
  '[a]\nx = "open\n',
  '[a]\nx = \\q\n',
  '[a\nx=1',
  '[a]\n1x=1\n',
  '[a]\nx y\n',
  '[a ""]\nx=1\n',
  '[a]x # c\n',
  '[ a ]\nx=1\n',
  '',
];

describe('a git configuration', () => {
  it.each(samples)('is read as git reads it: %j', (text) => expect(byUs(text)).toEqual(byGit(text)));

  it.each(['x=1\n', '[a] x = 1 \\'])('is not read where git makes something of what means nothing: %j', (text) =>
    expect(byUs(text)).toBeNull(),
  );

  it('is read as git reads it, whatever is put together', () => {
    const part = fc.constantFrom(
      '[a]',
      '[a "b"]',
      '[A.b]',
      '\n',
      ' ',
      '\t',
      'x',
      'y1',
      '=',
      ' = ',
      '"',
      '\\',
      '\\\n',
      '\\n',
      '#',
      ';',
      'v',
      '\r\n',
      'é',
      '[',
    );
    let read = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const [ours, gits] = [byUs(text), byGit(text)];
        if (gits !== null && gits.length > 0) read += 1;
        // To refuse what git takes is safe: what cannot be read counts as running programs.
        // How spaces inside a value are kept differs between versions of git.
        const spaces = (item: string) => item.replaceAll(/[ \t\r]/g, ' ');
        if (ours !== null) expect(ours.map(spaces)).toEqual(gits?.map(spaces));
      }),
      { numRuns: 300 },
    );
    expect(read).toBeGreaterThan(5);
  });

  it.each([
    ['core.bare\nfalse', { section: 'core', subsection: null, name: 'bare', value: 'false' }],
    [
      'url.https://a.b/.insteadof\nx\ny',
      { section: 'url', subsection: 'https://a.b/', name: 'insteadof', value: 'x\ny' },
    ],
    ['a.b', { section: 'a', subsection: null, name: 'b', value: null }],
    ['nothing', null],
    ['a.', null],
  ])('comes back from the list of git: %j', (item, entry) => expect(readGitConfigItem(item)).toEqual(entry));
});
