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
