import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManualClock, journalSuite, storeSuite, type StoreFixture } from '../../../testing/index.ts';
import type { OpenStore } from './assemble-store.ts';
import { openMemoryStore, openSqliteStore } from './open-sqlite-store.ts';

type Run = (test: (fixture: StoreFixture) => Promise<void>) => Promise<void>;

const start = Date.UTC(2026, 0, 1);

async function inMemory(test: Parameters<Run>[0]): Promise<void> {
  const clock = createManualClock(start);
  const opened = await openMemoryStore({ workspace: '/workspace', clock });
  try {
    await test({ ...opened, clock, another: null });
  } finally {
    await opened.close();
  }
}

function onDisk(durability: 'process' | 'power'): Run {
  return async (test) => {
    const home = mkdtempSync(join(tmpdir(), 'gatehouse-store-'));
    const clock = createManualClock(start);
    const opened: OpenStore[] = [];
    const open = async (workspace = '/workspace') => {
      const place = {
        file: join(home, 'gatehouse.db'),
        keysDir: join(home, 'keys'),
        headsFile: join(home, 'audit', 'heads.jsonl'),
      };
      const store = await openSqliteStore({ ...place, workspace, clock, durability, create: true });
      opened.push(store);
      return store;
    };
    try {
      await test({ ...(await open()), clock, another: open });
    } finally {
      for (const store of opened) await store.close();
      rmSync(home, { recursive: true });
    }
  };
}

const places: readonly { readonly name: string; readonly run: Run; readonly isShared: boolean }[] = [
  { name: 'in memory', run: inMemory, isShared: false },
  { name: 'on disk', run: onDisk('process'), isShared: true },
  { name: 'on disk, safe from a power cut', run: onDisk('power'), isShared: true },
];

describe.each(places)('the SQLite store $name', ({ run, isShared }) => {
  const suites = { Journal: journalSuite, Store: storeSuite };
  describe.each(Object.entries(suites))('as a %s', (_port, cases) => {
    // A case throws AssertionError by itself: a suite knows no test runner.
    it.each(cases.filter((item) => isShared || !item.isShared))('$name', async (item) => {
      await expect(run((fixture) => item.run(fixture))).resolves.toBeUndefined();
    });
  });
});
