// Holds the documents to their limits: short, complete, and with links that lead somewhere.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, lineCount, manifest, read, root } from './repository.ts';

const decisions = filesUnder('docs/decisions').filter((file) => file.endsWith('.md'));
const guides = ['AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'REVIEW.md', 'README.md', 'CHANGELOG.md'];

describe('limits', () => {
  it.each([
    ['AGENTS.md', 80],
    ['ARCHITECTURE.md', 200],
  ])('%s has at most %i lines', (file, most) => {
    expect(lineCount(file)).toBeLessThanOrEqual(most);
  });

  it.each(decisions)('%s has at most 60 lines', (file) => {
    expect(lineCount(file)).toBeLessThanOrEqual(60);
  });
});

describe('decisions', () => {
  it.each(decisions)('%s has the five sections in their order', (file) => {
    const sections = [...read(file).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(['Context', 'Decision', 'Consequences', 'Rejected', 'Enforced by']);
  });

  it('are numbered without a gap', () => {
    const numbers = decisions.map((file) => Number(/\/(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]));
    expect(numbers).toEqual(decisions.map((_, index) => index + 1));
  });

  it.each(Object.keys(manifest.dependencies))('name the runtime dependency %s', (name) => {
    expect(decisions.map(read).join('\n')).toMatch(new RegExp(`package ${name} in `));
  });
});

describe('links', () => {
  it.each([...guides, ...decisions])('of %s lead to files', (file) => {
    const targets = [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(file), target)))).toEqual([]);
  });
});

describe('cases', () => {
  const rows = [...read('docs/mcp-cases.md').matchAll(/^\| ([A-Z]\d+) \| .+? \| (.+) \|$/gm)].map(
    ([, id = '', shown = '']) => [id, shown] as const,
  );

  it('are all there', () => {
    const numbered = (letter: string, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`);
    const wanted = [
      ...numbered('M', 1, 13),
      ...numbered('N', 1, 6),
      ...numbered('R', 1, 6),
      ...numbered('A', 11, 16),
      ...numbered('D', 1, 5),
      ...numbered('I', 1, 28),
    ];
    expect(rows.map(([id]) => id)).toEqual(wanted);
  });

  it.each(rows)('%s is shown by tests of the titles that it names', (_id, shown) => {
    let file = '';
    const missing = shown.split('; ').flatMap((part) => {
      if (part.startsWith('in writing')) return [];
      const [, named, title = named === undefined ? part : ''] = /^(\S+\.ts)(?:: (.*))?$/.exec(part) ?? [];
      file = named ?? file;
      if (!existsSync(join(root, file))) return [file];
      const text = read(file).replaceAll('’', "'");
      const words = title.replace(/ \(.*\)$/, '').split(/ ?… ?/);
      return words.filter((some) => !text.includes(some)).map((some) => `${file}: ${some}`);
    });
    expect(missing).toEqual([]);
  });
});
