import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifySqliteStore } from '../../src/host/index.ts';
import type { JsonObject } from '../../src/contract/index.ts';
import { canonicalJson, chainHash, commit } from '../../src/text/index.ts';
import { copyHome, sampleHome, tamper, type SampleHome } from './sample-home.ts';

let home: SampleHome;

beforeAll(async () => {
  home = await sampleHome();
});

afterAll(() => home.remove());

/** Tampers with a copy of the sample home and verifies it. */
async function verifyAfter(work: (db: DatabaseSync, copy: SampleHome) => void) {
  const copy = copyHome(home);
  try {
    tamper(copy, (db) => work(db, copy));
    return await verifySqliteStore(copy);
  } finally {
    copy.remove();
  }
}

async function expectFound(work: (db: DatabaseSync, copy: SampleHome) => void, message = /./): Promise<void> {
  const report = await verifyAfter(work);
  expect(report.ok).toBe(false);
  expect(report.problems.map((problem) => problem.message).join('\n')).toMatch(message);
}

interface Event {
  readonly position: number;
  readonly writer: string;
  readonly seq: number;
  readonly envelope: string;
  readonly commitments: string;
  readonly previous: string;
  readonly hash: string;
}

function events(db: DatabaseSync, where = '1'): Event[] {
  return db
    .prepare(`select * from events where ${where} order by position`)
    .all()
    .map((row) => ({
      position: Number(row['position']),
      writer: String(row['writer']),
      seq: Number(row['seq']),
      envelope: String(row['envelope']),
      commitments: String(row['commitments']),
      previous: String(row['previous']),
      hash: String(row['hash']),
    }));
}

/** The writer with the longest chain. */
function longest(db: DatabaseSync): Event[] {
  const { writer } =
    db.prepare('select writer, count(*) as n from events group by writer order by n desc limit 1').get() ?? {};
  return events(db, `writer = '${String(writer)}'`);
}

/** What an attacker without the key can do: every hash from one event on is made to fit again. */
function recompute(db: DatabaseSync, from: Event, change: (envelope: Record<string, unknown>) => void): void {
  const update = db.prepare('update events set envelope = ?, previous = ?, hash = ? where position = ?');
  let { previous } = from;
  for (const event of events(db, `writer = '${from.writer}' and seq >= ${from.seq}`)) {
    const envelope = JSON.parse(event.envelope);
    if (event.seq === from.seq) change(envelope);
    const text = canonicalJson(envelope);
    const hash = chainHash({ ...event, envelope: text, previous });
    update.run(text, previous, hash, event.position);
    previous = hash;
  }
}

describe('the audit trail of a sample home', () => {
  it('verifies as it is, with everything signed', async () => {
    const report = await verifyAfter(() => undefined);
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
      const report = await verifyAfter((db) =>
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

describe('rows of the chain', () => {
  it.each([
    ['first', 1],
    ['middle', 9],
    ['second to last', -2],
    ['last', -1],
  ])('are missed when the %s one is deleted', async (_name, index) => {
    await expectFound((db) => {
      const chain = longest(db);
      const event = chain.at(index > 0 ? index - 1 : index);
      db.exec(
        `delete from event_values where position = ${event?.position}; delete from events where position = ${event?.position}`,
      );
    }, /missing before it|was cut/);
  });

  it('are found when swapped, in place, in position, or in their values', async () => {
    for (const column of ['seq', 'position', 'envelope', 'hash']) {
      await expectFound((db) => {
        const [, , a, b] = longest(db);
        const set = db.prepare(`update events set ${column} = ? where hash = ?`);
        if (a === undefined || b === undefined) throw new Error('too short');
        const { hash: hashA, [column as keyof Event]: valueA } = a;
        const { hash: hashB, [column as keyof Event]: valueB } = b;
        set.run(column === 'hash' ? 'tmp' : -1, hashA);
        set.run(valueA, hashB);
        set.run(valueB, column === 'hash' ? 'tmp' : hashA);
      });
    }
    await expectFound((db) => {
      const [, , a, b] = longest(db);
      db.exec(`update event_values set position = -1 where position = ${a?.position}; update event_values set position = ${a?.position} where position = ${b?.position};
        update event_values set position = ${b?.position} where position = -1`);
    }, /The value of note was changed|added/);
  });

  it('are found when events of two writers changed places, each with its values', async () => {
    await expectFound((db) => {
      const first = events(db).find(({ position }) => position === 5);
      const other = events(db).find(({ position, writer }) => position > 5 && writer !== first?.writer);
      for (const table of ['events', 'event_values']) {
        const move = db.prepare(`update ${table} set position = ? where position = ?`);
        move.run(-1, 5);
        move.run(5, Number(other?.position));
        move.run(Number(other?.position), -1);
      }
    }, /moved to another place/);
  });

  it('are found when inserted: in a chain, behind its end, or as a chain of their own', async () => {
    const insert = (db: DatabaseSync, event: Omit<Event, 'position' | 'envelope' | 'hash'>) => {
      const position = Number(db.prepare('select max(position) as p from events').get()?.['p']) + 1;
      const envelope = canonicalJson({ at: 1, kind: 'policy_decision', position, effect: 'ALLOW' });
      const hash = chainHash({ ...event, envelope });
      db.prepare(
        'insert into events(position, writer, seq, envelope, commitments, previous, hash) values(?, ?, ?, ?, ?, ?, ?)',
      ).run(position, event.writer, event.seq, envelope, event.commitments, event.previous, hash);
    };
    await expectFound((db) => {
      const last = longest(db).at(-1);
      if (last === undefined) throw new Error('empty');
      insert(db, { ...last, commitments: '{}', seq: last.seq + 1, previous: last.hash });
    }, /added after its writer had ended/);
    await expectFound(
      (db) => insert(db, { writer: 'run_forged', seq: 1, commitments: '{}', previous: '0'.repeat(64) }),
      /never signed/,
    );
    await expectFound((db) => {
      const [first, second] = longest(db);
      if (first === undefined || second === undefined) throw new Error('empty');
      db.exec(
        `update events set seq = -seq where writer = '${first.writer}' and seq >= 2; update events set seq = -seq + 1 where writer = '${first.writer}' and seq < 0`,
      );
      insert(db, { ...second, commitments: '{}', previous: first.hash });
    });
  });

  it('are found when all of them were recomputed from a change on, with and without the heads', async () => {
    const change = (envelope: Record<string, unknown>) => {
      envelope['effect'] = 'DENY';
    };
    for (const seq of [1, 5]) {
      const attack = (db: DatabaseSync): void => {
        const from = longest(db)[seq - 1];
        if (from !== undefined) recompute(db, from, change);
      };
      await expectFound(attack, /was rewritten/);
      await expectFound((db) => {
        attack(db);
        db.exec(
          'update heads set hash = (select hash from events e where e.writer = heads.writer and e.seq = heads.seq)',
        );
      }, /signature that does not fit/);
      await expectFound((db) => {
        attack(db);
        db.exec('delete from heads');
      }, /taken out[\s\S]*was rewritten/);
      await expectFound((db, copy) => {
        attack(db);
        signAllAnew(db, copy);
      }, /not a key of this home/);
    }
  });

  it('are found cut: below the last signed head, with the heads, and all of them', async () => {
    const cut = (db: DatabaseSync, keep: number): string => {
      const writer = longest(db)[0]?.writer;
      db.exec(
        `delete from event_values where position in (select position from events where writer = '${writer}' and seq > ${keep}); delete from events where writer = '${writer}' and seq > ${keep}`,
      );
      return String(writer);
    };
    await expectFound((db) => void cut(db, 10), /was cut/);
    await expectFound((db) => {
      const writer = cut(db, 10);
      db.exec(`delete from heads where writer = '${writer}' and seq > 10`);
    }, /was cut/);
    await expectFound((db) => void cut(db, 0), /was cut/);
    await expectFound(
      (db) =>
        db.exec('delete from event_values; delete from events; delete from heads; delete from approval_decisions'),
      /put back/,
    );
  });
});

/** With a key of the attacker's own, in the database and in the file of heads. */
function signAllAnew(db: DatabaseSync, copy: SampleHome): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const lines: string[] = [];
  for (const row of db.prepare('select * from heads').all()) {
    const event = db
      .prepare('select hash from events where writer = ? and seq = ?')
      .get(String(row['writer']), Number(row['seq']));
    const head = {
      writer: String(row['writer']),
      seq: Number(row['seq']),
      hash: String(event?.['hash']),
      closes: Number(row['closes']),
      signedAt: Number(row['signed_at']),
      keyId: 'e'.repeat(32),
    };
    const signature = sign(null, Buffer.from(`gatehouse-head-v1\n${canonicalJson(head)}`), key).toString('base64');
    db.prepare('update heads set hash = ?, key_id = ?, signature = ? where writer = ? and seq = ? and closes = ?').run(
      head.hash,
      head.keyId,
      signature,
      head.writer,
      head.seq,
      Number(row['closes']),
    );
    lines.push(canonicalJson({ ...head, signature }));
  }
  writeFileSync(copy.headsFile, `${lines.join('\n')}\n`);
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
