// Writes an export line by line: the header, the signed heads, the events of the plan with their answers, the end.
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '../../../../contract/index.ts';
import type { ChainRow } from '../../audit/chain-row.ts';
import {
  decisionLine,
  endLine,
  eventLine,
  headExportLine,
  headerLine,
  type ExportHeader,
} from '../../audit/export-lines.ts';
import { integerOf, readJsonObject, type Row } from '../database/row.ts';
import { chainRow, decisionRow, headOf } from './chain-walk.ts';
import type { ExportPlan, Span } from './export-plan.ts';

const pieceRows = 250;

export async function* exportLines(
  db: DatabaseSync,
  plan: ExportPlan,
  header: Omit<ExportHeader, 'bases'>,
): AsyncGenerator<JsonObject, void> {
  const bases = [...plan.spans.values()].flatMap(({ base }) => (base === null ? [] : [base]));
  yield headerLine({ ...header, bases });
  const heads = db.prepare('select * from heads where writer = ? and seq >= ? and seq <= ? order by seq');
  for (const [writer, { firstSeq, lastSeq }] of plan.spans) {
    for (const row of heads.all(writer, firstSeq, Math.min(lastSeq, Number.MAX_SAFE_INTEGER)))
      yield headExportLine(headOf(row));
  }
  let events = 0;
  for await (const rows of pieces(db, plan)) {
    for (const row of rows) {
      const chain = {
        ...chainRow(row),
        isWithheld: row['asked'] !== 1 && !plan.erasures.has(integerOf(row, 'position')),
      };
      if (!isWithin(chain, plan.spans.get(chain.writer))) continue;
      events++;
      yield* linesOf(db, chain);
    }
  }
  yield endLine(events);
}

function isWithin({ seq }: ChainRow, span: Span | undefined): boolean {
  return span !== undefined && seq >= span.firstSeq && seq <= span.lastSeq;
}

async function* pieces(db: DatabaseSync, { from, to, filter }: ExportPlan): AsyncGenerator<readonly Row[], void> {
  const piece = db.prepare(`select e.position, e.writer, e.seq, e.envelope, e.commitments, e.previous, e.hash, v.fields,
      (e.position > ? and e.position <= ? ${filter.sql}) as asked
    from events e left join event_values v on v.position = e.position where e.position > ? order by e.position limit ?`);
  let position = 0;
  for (;;) {
    const rows = piece.all(from, to, ...filter.values, position, pieceRows);
    const last = rows.at(-1);
    if (last === undefined) return;
    position = integerOf(last, 'position');
    yield rows;
    await setImmediate();
  }
}

function* linesOf(db: DatabaseSync, row: ChainRow): Generator<JsonObject, void> {
  const envelope = readJsonObject(row.envelope, 'an event');
  const commitments = readJsonObject(row.commitments, 'an event');
  const fields = row.fields === null ? null : readJsonObject(row.fields, 'values of an event');
  yield eventLine(row, { envelope, commitments, fields });
  const request = envelope['approval'];
  if (row.isWithheld || envelope['kind'] !== 'approval_answered' || typeof request !== 'string') return;
  const decision = db.prepare('select * from approval_decisions where approval_id = ?').get(request);
  if (decision !== undefined) yield decisionLine(decisionRow(decision));
}
