// Real Fig specs, each evaluated as it is for a user and made into tools: one in three of all that there are, and the well-known ones.
import { execFile } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../src/contract/index.ts';
import { readFig } from '../../src/sources/cli/fig/read-fig.ts';
import { specProgramArguments } from '../../src/sources/cli/fig/spec-program.ts';
import { cliTools } from '../../src/sources/cli/tools/cli-tools.ts';
import { canonicalJson, createSchemas } from '../../src/text/index.ts';
import { cliSettings } from '../fixtures/cli-program.ts';
import { root } from '../repository.ts';

const readable = realpathSync(join(root, 'node_modules', '@withfig', 'autocomplete'));
const references = join(readable, 'build');
const names = readdirSync(references)
  .filter((name) => name.endsWith('.js') && name !== 'index.js')
  .map((name) => name.slice(0, -'.js'.length));

async function toolsOf(name: string) {
  const place = { file: join(references, `${name}.js`), references, readable };
  const { stdout } = await promisify(execFile)(process.execPath, [...specProgramArguments(place)], {
    env: {},
    maxBuffer: 1 << 28,
  });
  const tree = readFig(JSON.parse(stdout), name);
  return { tree, ...(await cliTools(tree, { ...cliSettings, argv: [name] })) };
}

// Each schema is met once.
const schemas = createSchemas(1);

async function expectSound(tools: readonly Tool[]): Promise<void> {
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  for (const { name, parameters } of tools) {
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    await schemas.compile(canonicalJson(parameters), parameters);
  }
}

// One of these describes sixteen thousand commands.
const sample = names.filter((name, place) => place % 3 === 0 && name !== 'aws');

describe('the Fig specs of @withfig/autocomplete', () => {
  it('are loaded and are tools', { timeout: 240_000 }, async () => {
    const waiting = [...sample];
    let loaded = 0;
    let made = 0;
    const work = async (): Promise<void> => {
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        const { tools } = await toolsOf(name);
        await expectSound(tools);
        loaded += 1;
        made += tools.length;
      }
    };
    await Promise.all([work(), work()]);
    expect(loaded).toBeGreaterThan(200);
    expect(made).toBeGreaterThan(3_000);
  });

  it.each([
    ['git', 80, 600, 4, ['git_commit', 'git_push', 'git_remote_add']],
    ['npm', 80, 200, 3, ['npm_install', 'npm_publish', 'npm_run']],
    ['docker', 150, 1_000, 5, ['docker_run', 'docker_build', 'docker_image_ls']],
    ['kubectl', 80, 600, 1, ['kubectl_get', 'kubectl_delete', 'kubectl_config_view']],
    ['gh', 100, 300, 3, ['gh_pr_create', 'gh_repo_delete', 'gh_issue_list']],
  ])('of %s has its commands, options and dangers', async (name, leastTools, leastOptions, leastDangers, wanted) => {
    const { tools } = await toolsOf(name);
    await expectSound(tools);
    expect(tools.length).toBeGreaterThanOrEqual(leastTools);
    expect(tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(wanted.map((each) => each.slice(name.length + 1))),
    );
    expect(tools.filter(({ description }) => description.length > 10).length).toBeGreaterThan(tools.length * 0.9);
    const flags = tools.flatMap(({ targets }) => {
      const line = targets[0]?.line;
      return line !== undefined && 'command' in line ? line.command.flags : [];
    });
    expect(flags.length).toBeGreaterThanOrEqual(leastOptions);
    const types = new Set(
      tools
        .flatMap(({ parameters }) => Object.values(parameters['properties'] ?? {}))
        .map((said) => JSON.stringify((said as { type?: unknown }).type)),
    );
    expect([...types]).toEqual(expect.arrayContaining(['"boolean"', '"string"', '"array"']));
    expect(
      flags.filter(({ dangerous }) => dangerous).length + tools.filter(({ alwaysAsk }) => alwaysAsk).length,
    ).toBeGreaterThanOrEqual(leastDangers);
  });
});
