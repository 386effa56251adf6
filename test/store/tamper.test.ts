// A change of any column of the trail, of values, of recorded answers or of signed heads is found.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifySqliteStore } from '../../src/host/index.ts';
import type { JsonObject } from '../../src/contract/index.ts';
import { canonicalJson, commit } from '../../src/text/index.ts';
import { copyHome, sampleHome, tamper, type SampleHome } from './sample-home.ts';
import { events, expectFoundIn, recompute, verifyAfter, type Tampering } from './tampering.ts';

let home: SampleHome;

beforeAll(async () => {
  home = await sampleHome();
});

afterAll(() => home.remove());

const expectFound = (work: Tampering, message?: RegExp) => expectFoundIn(home, work, message);

describe('the audit trail of a sample home', () => {
  it('verifies as it is, with everything signed', async () => {
    const report = await verifyAfter(home, () => undefined);
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ ok: true, writers: [{ unsigned: 0 }, { unsigned: 0 }] });
    expect(report.events).toBeGreaterThan(40);
  });

  it('has answers, edits, erased values and several heads, so that the tests below have something to change', () => {
    const count = (sql: string) => readHome((db) => db.prepare(`select count(*) as n from ${sql}`).get()?.['n']);
    expect(count('approval_decisions')).toBe(6);
    expect(count('approval_decisions where original_hash is not null')).toBe(3);
    expect(count('heads')).toBeGreaterThan(6);
    expect(count("events where kind = 'values_erased'")).toBe(1);
  });
});

const tables = ['events', 'event_values', 'heads', 'approval_decisions'] as const;

describe.each(tables)('a change in a column of %s', (table) => {
  it('is found, in whatever column and row', async () => {
    const cases = changes(table);
    expect(new Set(cases.map(({ column }) => column))).toEqual(new Set(columnsOf(table)));
    for (const { column, place, value } of cases) {
      const report = await verifyAfter(home, (db) =>
        db.prepare(`update or replace ${table} set ${column} = ? where ${place}`).run(value),
      );
      expect(report.ok, `${table}.${column} becomes ${value} where ${place}`).toBe(false);
    }
  });
});

interface Change {
  readonly column: string;
  readonly place: string;
  readonly value: Value;
}

type Value = string | number | null;

/** Of the schema as it is, so that a column that comes later is not forgotten. */
function columnsOf(table: string): readonly string[] {
  return readHome((db) => db.prepare('select name from pragma_table_info(?)').all(table)).map((row) =>
    String(row['name']),
  );
}

/** Changes of every column, in the first row, one in the middle, and the last. */
function changes(table: (typeof tables)[number]): readonly Change[] {
  const keys = {
    events: ['position'],
    event_values: ['position'],
    heads: ['writer', 'seq', 'closes'],
    approval_decisions: ['approval_id'],
  }[table];
  const rows = readHome((db) => db.prepare(`select * from ${table} order by ${keys.join(', ')}`).all());
  const columns = readHome((db) =>
    db.prepare('select name, "notnull" as required, pk from pragma_table_info(?)').all(table),
  );
  return [rows[0], rows[Math.floor(rows.length / 2)], rows.at(-1)].flatMap((row = {}) => {
    const place = keys.map((key) => `${key} = '${String(row[key])}'`).join(' and ');
    return columns.flatMap(({ name, required, pk }) => {
      const column = String(name);
      const current = row[column];
      const values = otherValues(typeof current === 'number' ? current : typeof current === 'string' ? current : null);
      if (typeof current === 'string' && required === 0 && pk === 0) values.push(null);
      return values.map((value) => ({ column, place, value }));
    });
  });
}

function otherValues(current: Value): Value[] {
  if (typeof current === 'number')
    return [current + 1_000, -current - 1, 1 - current].filter((value) => value !== current);
  if (current === null) return ['x', ''];
  if (!current.startsWith('{'))
    return [`${current}x`, current.slice(1), current.toUpperCase()].filter((value) => value !== current);
  const object: JsonObject = JSON.parse(current);
  const members = Object.entries(object);
  const last = members.at(-1)?.[0];
  // Not the first member: that is the time, and SQLite itself refuses a text in its place.
  const altered =
    last === undefined ? [] : [Object.fromEntries(members.slice(0, -1)), { ...object, [last]: ['00', 'x'] }];
  return [...altered, { ...object, zz: 1 }].map((value) => canonicalJson(value)).concat(`${current} `);
}

function readHome<Result>(work: (db: DatabaseSync) => Result): Result {
  const copy = copyHome(home);
  try {
    return tamper(copy, work);
  } finally {
    copy.remove();
  }
}

describe('values', () => {
  it('are missed when a row of them is gone', async () => {
    await expectFound((db) => db.exec('delete from event_values where position = 4'), /is gone, and no event says/);
  });

  it('are missed when one was erased without a record', async () => {
    await expectFound(
      (db) => db.exec(`update event_values set fields = '{}' where position = 4`),
      /The value of \w+ is gone/,
    );
  });

  it('are found when they belong to no event, or to one that has none', async () => {
    await expectFound((db) => db.exec(`insert into event_values values(100000, '{}')`), /no such event/);
    await expectFound(
      (db) =>
        db.exec(
          `insert into event_values select position, '{"note":["00","forged"]}' from events where position not in (select position from event_values) limit 1`,
        ),
      /committed to none/,
    );
  });

  it('are found when another came in the place of one, with a commitment made to fit', async () => {
    await expectFound((db) => {
      const event = events(db, 'position = 4')[0];
      const commitments = canonicalJson({
        ...JSON.parse(event?.commitments ?? '{}'),
        note: commit('00', 'note', '"forged"'),
      });
      db.prepare(`update event_values set fields = '{"note":["00","forged"]}' where position = 4`).run();
      db.prepare('update events set commitments = ? where position = 4').run(commitments);
    }, /The event was changed/);
  });

  it('do not count as erased where the record of the erasure was taken out', async () => {
    await expectFound((db) => {
      const [erasure] = events(db, "kind = 'values_erased'");
      if (erasure !== undefined)
        recompute(db, erasure, (envelope) => {
          envelope['erased'] = null;
        });
    }, /The value of secret is gone/);
  });
});

describe('recorded answers', () => {
  it('are missed when one is deleted', async () => {
    await expectFound(
      (db) =>
        db.exec('delete from approval_decisions where approval_id = (select max(approval_id) from approval_decisions)'),
      /recorded answer to .* is gone/,
    );
  });

  it('are found when one is inserted', async () => {
    await expectFound(
      (db) =>
        db.exec("insert into approval_decisions values('apr_forged', 'once', 'user:1000', 1, null, 'h', null, null)"),
      /has no event/,
    );
  });
});

describe('signed heads', () => {
  it('are missed when taken out of the database', async () => {
    await expectFound(
      (db) => db.exec('delete from heads where hash = (select hash from heads where closes = 0 and seq > 1 limit 1)'),
      /taken out/,
    );
    await expectFound((db) => db.exec('delete from heads where closes = 1'), /taken out/);
    await expectFound((db) => db.exec('delete from heads'), /taken out/);
  });

  it('are found when inserted without the key', async () => {
    await expectFound(
      (db) =>
        db.exec(
          'insert into heads select writer, seq + 1, hash, closes, signed_at, key_id, signature from heads limit 1',
        ),
      /does not fit it/,
    );
  });

  it('are missed in their file: one line, or all of it', async () => {
    await expectFound((_db, copy) => {
      const [, ...lines] = readFileSync(copy.headsFile, 'utf8').split('\n');
      writeFileSync(copy.headsFile, lines.join('\n'));
    }, /not in the file of heads/);
    await expectFound((_db, copy) => rmSync(copy.headsFile), /file of signed heads is gone/);
    await expectFound(
      (_db, copy) => writeFileSync(copy.headsFile, `${readFileSync(copy.headsFile, 'utf8')}{"torn":`),
      /no head/,
    );
  });

  it('cannot be checked without the keys, and that is said', async () => {
    const copy = copyHome(home);
    rmSync(copy.keysDir, { recursive: true });
    await expect(verifySqliteStore(copy)).rejects.toMatchObject({ code: 'store_unavailable' });
    copy.remove();
  });
});
