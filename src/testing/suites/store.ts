// What every Store has to do, case by case.
import assert from 'node:assert/strict';
import type { JsonObject, StoredRecord } from '../../contract/index.ts';
import { sampleEvent } from '../fakes/sample-request.ts';
import { sharedCase, storeCase, type StoreCase } from './store-fixture.ts';

function record(id: string, body: JsonObject = {}, group: string | null = null): StoredRecord {
  return { collection: 'things', id, group, version: 1, body };
}

const records: readonly StoreCase[] = [
  storeCase('gives back what was put, and null for what was not', async ({ store }) => {
    const put = record('a', { text: 'é\u0000"', list: [1, null, true], nested: { '': {} } }, 'g');
    await store.write({ puts: [put], movesPolicy: false });
    assert.deepEqual(await store.get('things', 'a'), put);
    assert.equal(await store.get('things', 'b'), null);
    assert.equal(await store.get('other', 'a'), null);
  }),
  storeCase('keeps a number that no double holds', async ({ store }) => {
    const number = JSON.rawJSON('12345678901234567890');
    await store.write({ puts: [record('a', { number })], movesPolicy: false });
    assert.equal(JSON.stringify((await store.get('things', 'a'))?.body), '{"number":12345678901234567890}');
  }),
  storeCase('takes names that objects have of their own', async ({ store }) => {
    const names = ['__proto__', 'constructor', 'toString', '', "a'b", 'x'.repeat(200)];
    await store.write({
      puts: names.map((name) => record(name, JSON.parse(`{"__proto__":"${name.length}"}`))),
      movesPolicy: false,
    });
    for (const name of names) {
      const body = (await store.get('things', name))?.body;
      assert.equal(JSON.stringify(body), `{"__proto__":"${name.length}"}`);
    }
  }),
  storeCase(
    'lists a collection, or a group of it, in order of insertion; a later put keeps the place',
    async ({ store }) => {
      await store.write({ puts: [record('c', {}, 'g'), record('a'), record('b', {}, 'g')], movesPolicy: false });
      await store.write({ puts: [record('c', { changed: true }, 'g')], movesPolicy: false });
      assert.deepEqual(
        (await store.list('things')).map(({ id }) => id),
        ['c', 'a', 'b'],
      );
      assert.deepEqual(
        (await store.list('things', 'g')).map(({ id, body }) => [id, body]),
        [
          ['c', { changed: true }],
          ['b', {}],
        ],
      );
      assert.deepEqual(await store.list('things', 'none'), []);
    },
  ),
  storeCase('writes only while an expected record is there in its group, and then once', async ({ store }) => {
    await store.write({ puts: [record('a', { n: 0 }, 'open')], movesPolicy: false });
    const end = (n: number) =>
      store.write({
        expects: { collection: 'things', id: 'a', group: 'open' },
        puts: [record('a', { n }, 'ended')],
        events: [sampleEvent({ n })],
        movesPolicy: true,
      });
    const revision = await store.policyRevision();
    const ends = await Promise.allSettled([end(1), end(2), end(3)]);
    assert.deepEqual(
      ends.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : [])),
      ['not_answerable', 'not_answerable'],
    );
    assert.equal(await store.policyRevision(), revision + 1);
    const never = { collection: 'things', id: 'never', group: 'open' };
    await assert.rejects(store.write({ expects: never, puts: [record('b')], movesPolicy: false }));
    assert.equal(await store.get('things', 'b'), null);
  }),
  storeCase('removes what is there, and does not mind what is not', async ({ store }) => {
    await store.write({ puts: [record('a'), record('b')], movesPolicy: false });
    await store.write({
      removes: [
        { collection: 'things', id: 'a' },
        { collection: 'things', id: 'never' },
      ],
      movesPolicy: false,
    });
    assert.deepEqual(
      (await store.list('things')).map(({ id }) => id),
      ['b'],
    );
  }),
];

const changes: readonly StoreCase[] = [
  storeCase('moves the policy revision by one where the change says so, and answers it', async ({ store }) => {
    const first = await store.policyRevision();
    assert.equal(await store.write({ puts: [record('a')], movesPolicy: false }), first);
    assert.equal(await store.write({ puts: [record('b')], movesPolicy: true }), first + 1);
    assert.equal(await store.policyRevision(), first + 1);
  }),
  storeCase('records the events of a change with it', async ({ store, journal }) => {
    await store.write({ puts: [record('a')], events: [sampleEvent({ about: 'a' })], movesPolicy: false });
    assert.deepEqual(
      (await journal.events({})).map(({ envelope }) => envelope),
      [{ about: 'a' }],
    );
  }),
  storeCase('undoes a change whose event cannot be recorded', async ({ store, journal }) => {
    const revision = await store.policyRevision();
    const change = {
      puts: [record('a')],
      events: [sampleEvent({ about: 'a' }), sampleEvent({ number: Number.NaN })],
      movesPolicy: true,
    };
    await assert.rejects(store.write(change));
    assert.equal(await store.get('things', 'a'), null);
    assert.equal(await store.policyRevision(), revision);
    assert.deepEqual(await journal.events({}), []);
    assert.equal(await store.write({ puts: [record('b')], movesPolicy: false }), revision);
  }),
  sharedCase('shows a change to every runtime at once', async ({ store }, other) => {
    const revision = await store.write({ puts: [record('a', { n: 1 })], movesPolicy: true });
    assert.deepEqual((await other.store.get('things', 'a'))?.body, { n: 1 });
    assert.equal(await other.store.policyRevision(), revision);
  }),
  sharedCase('loses no change of two runtimes that write at the same time', async ({ store }, other) => {
    const first = await store.policyRevision();
    const writes = Array.from({ length: 40 }, (_, n) =>
      (n % 2 === 0 ? store : other.store).write({ puts: [record(`r${n}`)], movesPolicy: true }),
    );
    const revisions = await Promise.all(writes);
    assert.equal(new Set(revisions).size, 40);
    assert.equal(await store.policyRevision(), first + 40);
    assert.equal((await other.store.list('things')).length, 40);
  }),
];

/** Every promise of the Store port. */
export const storeSuite: readonly StoreCase[] = [...records, ...changes];
