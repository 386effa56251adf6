import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { defaultSettings } from './default-settings.ts';
import { exampleConfig } from './example-config.ts';
import { loadConfig, type LoadedConfig } from './load-config.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

async function load(text: string | null): Promise<LoadedConfig> {
  if (text !== null) writeFileSync(join(folder, 'gatehouse.yaml'), text);
  return loadConfig({
    home: { path: join(folder, 'home') },
    workspace: folder,
    env: { HOME: folder },
    trustedFolders: [folder],
  });
}

const uncommented = exampleConfig().replaceAll(/^#(?=\S| +[a-zA-Z]+:( |$)| +- | {6,}\S)/gm, '');

function leaves(section: object, above = ''): Map<string, unknown> {
  const entries = Object.entries(section).flatMap(([key, value]: [string, unknown]) => {
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value) && key !== 'timeouts';
    return isSection ? [...leaves(value, `${above}${key}.`)] : [[`${above}${key}`, value] as const];
  });
  return new Map(entries);
}

describe('the example', () => {
  it('changes nothing as it is', async () => {
    const without = await load(null);
    const loaded = await load(exampleConfig());
    expect(loaded.config).toEqual(without.config);
    expect([loaded.warnings, loaded.ruleProblems]).toEqual([[], []]);
  });

  it('can be loaded with every setting uncommented', async () => {
    const loaded = await load(uncommented);
    expect(loaded.config.policy.rules.map(({ effect }) => effect)).toEqual(['ALLOW', 'DENY']);
    expect(loaded.config.tools.timeoutsMs).toEqual(new Map([['shell', 120_000]]));
    expect(loaded.ruleProblems).toEqual([]);
  });

  it('shows every setting that a project may set, and simple ones with their default', () => {
    const shown = leaves(parse(uncommented));
    const ownersAlone =
      /^(?:net\.internalOrigins|net\.allowedHosts|net\.proxy|approvals\..*|audit\..*|sandbox\.(?:env\.allow|network\..*|commands\.profile|commands\.presets|images\..*))$/;
    const settable = [...leaves(defaultSettings)].filter(([path]) => !ownersAlone.test(path));
    expect([...shown.keys()].toSorted()).toEqual(settable.map(([path]) => path).toSorted());
    const simple = settable.filter(([, value]) => typeof value !== 'object');
    expect(simple.map(([path]) => [path, shown.get(path)])).toEqual(simple);
  });
});
