// A process of its own on the store of a home: `node store-worker.ts HOME append COUNT`. Prints one JSON document: what it came to.
import { isCapabilityError } from '../../src/contract/index.ts';
import { systemClock } from '../../src/host/index.ts';
import { openSqliteStore } from '../../src/host/index.ts';
import { sampleEvent } from '../../src/testing/index.ts';
import { homeAt } from './sample-home.ts';

const [path = '', , count = '0'] = process.argv.slice(2);

async function append(): Promise<object> {
  const { file, keysDir, headsFile } = homeAt(path);
  const store = await openSqliteStore({
    file,
    keysDir,
    headsFile,
    workspace: '/workspace',
    clock: systemClock,
    durability: 'process',
    create: true,
  });
  const startedAt = performance.now();
  for (let n = 1; n <= Number(count); n++) {
    await store.journal.append([sampleEvent({ n })]);
    if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const tookMs = performance.now() - startedAt;
  await store.close();
  return { writer: store.journal.lease.runtimeId, tookMs };
}

const end = await append().catch((cause: unknown) => {
  if (isCapabilityError(cause)) return { code: cause.code, message: cause.message };
  throw cause;
});
process.stdout.write(JSON.stringify(end));
