// Rows of the chain that are taken out, swapped, put in, made anew or cut: each is found.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { canonicalJson, chainHash } from '../../src/text/index.ts';
import { sampleHome, type SampleHome } from './sample-home.ts';
import { events, expectFoundIn, longest, recompute, type Event, type Tampering } from './tampering.ts';

let home: SampleHome;

beforeAll(async () => {
  home = await sampleHome();
});

afterAll(() => home.remove());

const expectFound = (work: Tampering, message?: RegExp) => expectFoundIn(home, work, message);

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
