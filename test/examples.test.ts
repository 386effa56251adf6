// The examples check themselves; here they are run, each as it stands.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..', 'examples');

describe('the examples', () => {
  it.each(readdirSync(folder).toSorted())('%s runs', async (file) => {
    await expect(import(join(folder, file))).resolves.toBeDefined();
  });
});
